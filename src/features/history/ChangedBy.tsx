import { useQuery } from '@tanstack/react-query';

import type { GroupSnapshot } from '#api/groupSettings.ts';
import { useUserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';

import { meanwhileQuery, recordsOf, type Records } from './changesQueries.ts';
import { changedByWords, whoChanged } from './whoChanged.ts';

interface ChangedByProps {
  groupId: string;
  was: GroupSnapshot;
  now: GroupSnapshot;
}

/**
 * Who changed a group, and when, if recorded in the history. Nothing else waits for this read. Inside a status element,
 * the text is announced as soon as it appears.
 */
export function ChangedBy(props: ChangedByProps) {
  const records = recordsOf(useUserServices().api);
  return records ? <RecordedBy records={records} {...props} /> : null;
}

function RecordedBy({ records, groupId, was, now }: ChangedByProps & { records: Records }) {
  const { data, dataUpdatedAt } = useQuery(meanwhileQuery(records, groupId));
  if (!data) return null;
  const found = whoChanged(data.changes, was, now, dataUpdatedAt - (data.now ?? dataUpdatedAt));
  if (found.length === 0) return null;
  return <span>{found.map((change) => changedByWords(change, systemClock.now())).join(' ')}</span>;
}
