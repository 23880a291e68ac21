import { useInfiniteQuery } from '@tanstack/react-query';
import { useId } from 'react';

import type { GroupSettings } from '#api/groupSettings.ts';
import type { GroupChange } from '#api/history.ts';
import { useReadNotices } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { formatTime } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { RecordHistory } from '#ui/records/RecordHistory.tsx';
import { Time } from '#ui/records/Time.tsx';

import { ChangedValues, Outcome, Who } from './ChangeParts.tsx';
import { historyQuery, recordsOf, type Records } from './changesQueries.ts';
import { offerOf } from './historyValues.ts';

import quiet from '#ui/records/records.module.css';
import styles from './Changes.module.css';

interface GroupHistoryProps {
  groupId: string;
  /** Whether the form cannot be edited, at the moment or at all. */
  isReadOnly: boolean;
  /** Fills the form; `words` describes the values. */
  onUse: (settings: GroupSettings, words: string) => void;
}

/** The changes to one group, newest first, with buttons that bring back its earlier values. */
export function GroupHistory(props: GroupHistoryProps) {
  const records = recordsOf(useUserServices().api);
  if (records) return <RecordedHistory records={records} {...props} />;
  return (
    <p className={quiet.quiet}>
      Only a gateway can record changes, and this installation has none.
    </p>
  );
}

function RecordedHistory({
  records,
  groupId,
  isReadOnly,
  onUse,
}: GroupHistoryProps & { records: Records }) {
  const pages = historyQuery(records, groupId);
  const query = useInfiniteQuery(pages);
  const noticeOf = useReadNotices();
  return (
    <RecordHistory
      query={query}
      notice={noticeOf(query, pages.queryKey, 'load the history')}
      none={(page) =>
        page?.keptDays === 0
          ? 'This installation keeps no history.'
          : 'No changes to this group recorded yet.'
      }
      whole={paths.changes(String(new URLSearchParams({ groupId })))}
      look={{ quiet: quiet.quiet, list: styles.history, end: styles.historyEnd }}
      entriesOf={(all) => {
        const changes = all.flatMap((page) => page.changes);
        return changes.map((change, index) => (
          <HistoryEntry
            key={change.id}
            older={changes.slice(index + 1)}
            {...{ change, isReadOnly, onUse }}
          />
        ));
      }}
    />
  );
}

interface HistoryEntryProps extends Pick<GroupHistoryProps, 'isReadOnly' | 'onUse'> {
  change: GroupChange;
  older: readonly GroupChange[];
}

function HistoryEntry({ change, older, isReadOnly, onUse }: HistoryEntryProps) {
  const id = useId();
  const { settings, isKnown, side, words, notes } = offerOf(change, older);
  const isOff = isReadOnly || !isKnown;
  const when = formatTime(change.at);
  const fillWords =
    side === 'before'
      ? `The values from before the change on ${when} were filled in.`
      : `The values that the change on ${when} should have stored were filled in.`;
  return (
    <li>
      <p>
        <Time at={change.at} />
        {change.username !== null && (
          <>
            {', '}
            <Who change={change} />
          </>
        )}
      </p>
      <ChangedValues change={change} sides={['before', 'after']} />
      <Outcome change={change} />
      <div className={styles.use}>
        <Button
          small
          aria-describedby={id}
          aria-disabled={isOff}
          onClick={() => !isOff && onUse(settings, [fillWords, ...notes].join(' '))}
        >
          Use these values
        </Button>
        <p id={id} className={styles.hint}>
          {isKnown ? (
            <>
              {side === 'before'
                ? 'Values before this change: '
                : 'Values that it should have stored: '}
              <span className={styles.offered}>{words}</span>
              {notes.length > 0 && `. ${notes.join(' ')}`}
            </>
          ) : (
            'The values before this change are not known.'
          )}
        </p>
      </div>
    </li>
  );
}
