import { type GroupFieldKey, groupFieldKeys, type GroupValues } from '#api/groupFields.ts';
import { columnOf, formatField } from '#api/groupWords.ts';
import type { GroupChange } from '#api/history.ts';
import type { FileColumn } from '#lib/csvFile.ts';
import { utcTime } from '#lib/format.ts';

import { isAnswerLost } from './describeChange.ts';

/** The columns of a changes file. A missing prefix is written out in words. */
export const changeColumns: readonly FileColumn<GroupChange>[] = [
  { head: 'When (UTC)', text: ({ at }) => utcTime(at) },
  { head: 'Not before (UTC)', text: ({ since }) => utcTime(since) },
  { head: 'Who', text: ({ username }) => username },
  { head: 'Thing Group ID', text: ({ groupId }) => groupId },
  { head: 'Thing Group', text: ({ groupName }) => groupName },
  ...valueColumns('before', ({ before }) => before),
  ...valueColumns('after', ({ after }) => after),
  { head: 'Outcome', text: ({ outcome, isUnderWay }) => (isUnderWay ? 'in progress' : outcome) },
  { head: 'Answer', text: answerOf },
  { head: 'Status', text: ({ status }) => status },
  { head: 'Message', text: ({ message }) => message },
  { head: 'Check', text: ({ check }) => check?.result ?? null },
  { head: 'Checked against the list read at (UTC)', text: ({ check }) => utcTime(check?.at) },
  ...valueColumns('in that list', ({ check }) => check?.seen ?? {}),
  { head: 'Request ID', text: ({ requestId }) => requestId },
  { head: 'Service request ID', text: ({ serviceRequestId }) => serviceRequestId },
];

/** Says why the outcome was not taken from the service's response. */
function answerOf(change: GroupChange): string | null {
  if (!isAnswerLost(change)) return null;
  return change.status === null ? 'lost' : 'unclear';
}

function valueColumns(
  side: string,
  valuesOf: (change: GroupChange) => GroupValues,
): readonly FileColumn<GroupChange>[] {
  return groupFieldKeys.map((key) => ({
    head: `${columnOf(key)} ${side}`,
    text: (change) => cellOf(key, valuesOf(change)),
  }));
}

function cellOf<Key extends GroupFieldKey>(key: Key, values: Pick<GroupValues, Key>) {
  const { [key]: value } = values;
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'boolean' ? String(value) : formatField(key, value);
}
