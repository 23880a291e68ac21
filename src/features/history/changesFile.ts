import { type GroupFieldKey, groupFieldKeys, type GroupValues } from '#api/groupFields.ts';
import { columnOf, formatField } from '#api/groupWords.ts';
import type { GroupChange } from '#api/history.ts';
import { createBlobParts } from '#lib/blobParts.ts';
import { csvLine } from '#lib/csv.ts';
import { days } from '#lib/filterAddress.ts';
import { isTimestamp } from '#lib/format.ts';

import { changesFilters, type ChangesFilter } from './changesFilters.ts';
import { isAnswerLost } from './describeChange.ts';

interface Column {
  readonly head: string;
  readonly text: (change: GroupChange) => string | number | null;
}

/** What is not known is an empty cell; a group without a prefix says so. */
const columns: readonly Column[] = [
  { head: 'When (UTC)', text: ({ at }) => utc(at) },
  { head: 'Not before (UTC)', text: ({ since }) => utc(since) },
  { head: 'Who', text: ({ username }) => username },
  { head: 'Thing Group ID', text: ({ groupId }) => groupId },
  { head: 'Thing Group', text: ({ groupName }) => groupName },
  ...valueColumns('before', ({ before }) => before),
  ...valueColumns('after', ({ after }) => after),
  { head: 'Outcome', text: ({ outcome, isUnderWay }) => (isUnderWay ? 'under way' : outcome) },
  { head: 'Answer', text: answerOf },
  { head: 'Status', text: ({ status }) => status },
  { head: 'Message', text: ({ message }) => message },
  { head: 'Check', text: ({ check }) => check?.result ?? null },
  { head: 'Checked with the list of (UTC)', text: ({ check }) => utc(check?.at ?? null) },
  ...valueColumns('in that list', ({ check }) => check?.seen ?? {}),
  { head: 'Request ID', text: ({ requestId }) => requestId },
  { head: 'Request ID of the service', text: ({ serviceRequestId }) => serviceRequestId },
];

/** What says that the outcome is not from the service's answer. */
function answerOf(change: GroupChange): string | null {
  if (!isAnswerLost(change)) return null;
  return change.status === null ? 'lost' : 'unclear';
}

function valueColumns(
  side: string,
  valuesOf: (change: GroupChange) => GroupValues,
): readonly Column[] {
  return groupFieldKeys.map((key) => ({
    head: `${columnOf(key)} ${side}`,
    text: (change) => cellOf(key, valuesOf(change)) ?? null,
  }));
}

function cellOf<Key extends GroupFieldKey>(key: Key, values: Pick<GroupValues, Key>) {
  const { [key]: value } = values;
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.join('; ');
  return typeof value === 'boolean' ? String(value) : formatField(key, value);
}

function utc(time: number | null): string | null {
  return time !== null && isTimestamp(time) ? new Date(time).toISOString() : null;
}

/** A CSV file of changes, as decision 010 describes it. */
export function createChangesFile() {
  const parts = createBlobParts('text/csv;charset=utf-8');
  parts.add(csvLine(columns.map(({ head }) => head)));
  return {
    add(changes: readonly GroupChange[]) {
      const line = (change: GroupChange) =>
        csvLine(columns.map(({ text }) => String(text(change) ?? '')));
      parts.add(changes.map(line).join(''));
    },
    blob: parts.blob,
  };
}

const maxFilterLength = 80;

/** For example `changes_who-anna_2026-11-21T0830Z_complete.csv`. */
export function changesFileName(filter: ChangesFilter, now: number, isComplete: boolean): string {
  const texts = new Map(Object.entries(filter));
  const words = Object.keys({ ...changesFilters, ...days })
    .flatMap((name) => (texts.has(name) ? [`${name}-${texts.get(name)}`] : []))
    .join('_')
    // Only letters and digits of all scripts, which are safe in file systems and shells.
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-');
  const time = new Date(now).toISOString().slice(0, 16).replace(':', '');
  const shortened = Array.from(words || 'all')
    .slice(0, maxFilterLength)
    .join('');
  return `changes_${shortened}_${time}Z_${isComplete ? 'complete' : 'partial'}.csv`;
}
