import { useQuery, useQueryClient } from '@tanstack/react-query';

import type { ListedThing, SimCondition, SimFieldName } from '#api/inventory.ts';
import { noteCountsQuery, notesApi } from '#api/notes.ts';
import { useUserServices } from '#api/userServices.tsx';
import { absent, utcTime } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';
import { paths } from '#paths.ts';
import { CodeName } from '#ui/CodeName.tsx';
import { Link } from '#ui/Link.tsx';
import { NoteMark } from '#ui/NoteMark.tsx';
import type { Selection } from '#ui/selection/useSelection.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { useSelectColumn } from '#ui/table/useSelectColumn.tsx';

import { iccidColumn } from './EventsTable.tsx';
import { deviceWords, locationWords, type AboutColumn } from './simColumns.ts';

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

type ColumnAt = (now: number) => DataColumn<ListedThing>;

/** The fields that a list shows only if it has a condition on them. */
const ownColumns: Readonly<Partial<Record<SimFieldName, ColumnAt>>> = {
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
function conditionColumns(
  conditions: readonly SimCondition[],
  now: number,
): readonly DataColumn<ListedThing>[] {
  const fields = new Set(conditions.map(({ field }) => field));
  return [...fields].flatMap((field) => ownColumns[field]?.(now) ?? []);
}

const noNotes: Readonly<Record<string, number>> = {};

/**
 * How many notes each SIM in a list has, by ICCID; SIMs without notes are left out. Known only after the first render.
 *
 * @param readAt when the list was read; the notes are counted again with it
 */
function useNoteCounts(
  sims: readonly { readonly iccid: string }[],
  readAt: number,
): Readonly<Record<string, number>> {
  const notes = notesApi(useUserServices().api);
  const iccids = sims.map(({ iccid }) => iccid);
  const { data } = useQuery(noteCountsQuery(notes, useQueryClient(), iccids, readAt));
  return data ?? noNotes;
}
