import type { ListedThing, SimCondition, SimFieldName } from '#api/inventory.ts';
import { absent, utcTime } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';
import { CodeName } from '#ui/CodeName.tsx';
import type { DataColumn } from '#ui/table/DataTable.tsx';

type ColumnAt = (now: number) => DataColumn<ListedThing>;

/** The fields that a list shows only if it has a condition on them. */
const columns: Readonly<Partial<Record<SimFieldName, ColumnAt>>> = {
  block: () => ({
    header: 'Block',
    cell: ({ values: { blocks } }) =>
      (blocks?.length === 0 ? 'None' : blocks?.join(', ')) ?? absent,
  }),
  imsi: () => ({ header: 'IMSI', mono: true, cell: ({ values: { imsi } }) => imsi ?? absent }),
  network: () => ({
    header: 'Network',
    mono: true,
    cell: ({ values: { network }, names }) => (
      <>
        {network ?? absent}
        <CodeName name={names?.network} />
      </>
    ),
  }),
  'first-listed': (now) => ({
    header: 'First listed',
    cell: ({ firstSeenAt }) => ago(firstSeenAt, now),
    title: ({ firstSeenAt }) => utcTime(firstSeenAt),
  }),
};

/** The columns for what these conditions compare, unless the list shows it anyway. */
export function conditionColumns(
  conditions: readonly SimCondition[],
  now: number,
): readonly DataColumn<ListedThing>[] {
  const fields = new Set(conditions.map(({ field }) => field));
  return [...fields].flatMap((field) => columns[field]?.(now) ?? []);
}
