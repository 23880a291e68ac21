import type { ListedThing, SimCondition } from '#api/inventory.ts';
import { absent, utcTime } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';
import { paths } from '#paths.ts';
import { CodeName } from '#ui/CodeName.tsx';
import { Link } from '#ui/Link.tsx';
import { NoteMark } from '#ui/NoteMark.tsx';
import type { Selection } from '#ui/selection/useSelection.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { useSelectColumn } from '#ui/table/useSelectColumn.tsx';

import { conditionColumns } from './conditionColumns.tsx';
import { iccidColumn } from './EventsTable.tsx';
import { deviceWords, locationWords, type AboutColumn } from './simColumns.ts';
import { useNoteCounts } from './useNoteCounts.ts';

import styles from './Fleet.module.css';

/** A SIM, with a description of the list that it was shown in. */
export interface SimRow extends ListedThing {
  readonly addedFrom: string;
}

interface SimsTableProps {
  label: string;
  things: readonly SimRow[];
  /** The column that shows what the check is about. */
  about: AboutColumn | undefined;
  /** The list's conditions; the table shows the fields that they are about. */
  conditions: readonly SimCondition[];
  selection: Selection<SimRow>;
  /** Whether the rows belong to an earlier query. */
  isStale: boolean;
  /** When the list was read. */
  now: number;
}

/** SIMs as stored in the inventory, with the age of their data. */
export function SimsTable(props: SimsTableProps) {
  const { label, things, about, conditions, selection, isStale, now } = props;
  const select = useSelectColumn(selection, things);
  const noteCounts = useNoteCounts(things, now);
  const columns: readonly DataColumn<SimRow>[] = [
    select.column,
    {
      ...iccidColumn,
      rowHeader: true,
      cell: ({ iccid }) => (
        <Link to={paths.thing(iccid)}>
          {iccid}
          {Object.hasOwn(noteCounts, iccid) && <NoteMark count={noteCounts[iccid] ?? 0} />}
        </Link>
      ),
    },
    { header: 'Name', className: styles.name, cell: ({ values: { name } }) => name ?? absent },
    { header: 'Thing Group', cell: GroupLink },
    { header: 'State', cell: ({ values: { state } }) => state ?? absent },
    { header: 'Device (IMEI)', mono: true, cell: Device },
    {
      header: 'Last location',
      className: styles.line,
      cell: (thing) => locationWords(thing, now),
      title: ({ values: { locatedAt } }) => utcTime(locatedAt),
    },
    ...aboutColumns(about, now),
    ...conditionColumns(conditions, now),
    {
      header: 'Listed',
      className: styles.line,
      cell: ({ seenAt }) => ago(seenAt, now),
      title: ({ seenAt }) => utcTime(seenAt),
    },
  ];
  return (
    <DataTable
      className={styles.whole}
      isCards
      {...{ label, columns, isStale }}
      rows={things}
      keyOf={selection.keyOf}
      bodyEvents={select.bodyEvents}
    />
  );
}

/** Shows the model's name below the IMEI, unless the service no longer reports one. */
function Device(thing: ListedThing) {
  const { values, names } = thing;
  return (
    <>
      {deviceWords(thing)}
      {values.imei && <CodeName name={names?.model} />}
    </>
  );
}

function GroupLink({ values: { groupId, groupName } }: ListedThing) {
  if (groupId === undefined) return groupName ?? absent;
  return <Link to={paths.group(groupId)}>{groupName ?? groupId}</Link>;
}

function aboutColumns(about: AboutColumn | undefined, now: number): DataColumn<ListedThing>[] {
  if (!about) return [];
  return [{ header: about.head, card: 'wide', cell: (thing) => about.text(thing, now) }];
}
