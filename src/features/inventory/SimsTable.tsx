import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { ListedThing } from '#api/inventory.ts';
import { absent, utcTime } from '#lib/format.ts';
import { relativeTime } from '#lib/relativeTime.ts';
import { paths } from '#paths.ts';
import { SelectBox, SelectPageBox } from '#ui/selection/SelectBox.tsx';
import { usePageSelection, useRowSelection, type Selection } from '#ui/selection/useSelection.ts';

import { FleetTable } from './FleetTable.tsx';
import { deviceWords, locationWords, type AboutColumn } from './simColumns.ts';

import styles from './Fleet.module.css';

interface SimsTableProps {
  label: string;
  things: readonly ListedThing[];
  /** What the check is about. */
  about: AboutColumn | undefined;
  selection: Selection<ListedThing>;
  /** These are not the rows that were asked for last. */
  isStale: boolean;
  now: number;
}

interface Column {
  readonly head: string;
  readonly cell: (thing: ListedThing, now: number) => ReactNode;
  readonly title?: (thing: ListedThing) => string | undefined;
  readonly className?: string | undefined;
}

/** What every list says of a SIM, between its ICCID and what the check is about. */
const columns: readonly Column[] = [
  { head: 'Name', cell: ({ values: { name } }) => name ?? absent },
  {
    head: 'Thing Group',
    cell: ({ values: { groupId, groupName } }) =>
      groupId === undefined ? (
        (groupName ?? absent)
      ) : (
        <Link to={paths.group(groupId)}>{groupName ?? groupId}</Link>
      ),
  },
  { head: 'State', cell: ({ values: { state } }) => state ?? absent },
  { head: 'Device (IMEI)', cell: deviceWords, className: styles.value },
  {
    head: 'Last location',
    cell: locationWords,
    title: ({ values: { locatedAt } }) => utcTime(locatedAt),
  },
];

const listed: Column = {
  head: 'Listed',
  cell: ({ seenAt }, now) => relativeTime(seenAt, now),
  title: ({ seenAt }) => utcTime(seenAt),
};

/** SIMs as the memory has them, with the age of what it says. */
export function SimsTable({ label, things, about, selection, isStale, now }: SimsTableProps) {
  const { page, togglePage } = usePageSelection(selection, things);
  const events = useRowSelection(selection, things);
  const aboutColumn = about && { head: about.head, cell: about.text, className: styles.wide };
  const shown: readonly Column[] = [...columns, ...(aboutColumn ? [aboutColumn] : []), listed];
  return (
    <FleetTable
      label={label}
      leading={
        <td className={styles.control}>
          <SelectPageBox page={page} onToggle={togglePage} />
        </td>
      }
      heads={['ICCID', ...shown.map(({ head }) => head)]}
      isStale={isStale}
      events={events}
    >
      {things.map((thing, index) => (
        <tr key={thing.iccid} aria-selected={selection.has(thing)}>
          <td className={styles.control}>
            <SelectBox name={thing.iccid} index={index} isChosen={selection.has(thing)} />
          </td>
          <th scope="row" className={styles.identifier}>
            <Link to={paths.thing(thing.iccid)}>{thing.iccid}</Link>
          </th>
          {shown.map(({ head, cell, title, className }) => (
            <td key={head} data-label={head} title={title?.(thing)} className={className}>
              {cell(thing, now)}
            </td>
          ))}
        </tr>
      ))}
    </FleetTable>
  );
}
