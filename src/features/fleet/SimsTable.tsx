import { Link } from 'react-router';

import type { ListedThing } from '#api/fleet.ts';
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

/** SIMs as the memory has them, with the age of what it says. */
export function SimsTable({ label, things, about, selection, isStale, now }: SimsTableProps) {
  const { page, togglePage } = usePageSelection(selection, things);
  const events = useRowSelection(selection, things);
  const heads = ['Name', 'Thing Group', 'State', 'Device (IMEI)', 'Last location'];
  return (
    <FleetTable
      label={label}
      leading={
        <td className={styles.control}>
          <SelectPageBox page={page} onToggle={togglePage} />
        </td>
      }
      heads={['ICCID', ...heads, ...(about ? [about.head] : []), 'Listed']}
      isStale={isStale}
      events={events}
    >
      {things.map((thing, index) => (
        <SimRow
          key={thing.iccid}
          {...{ thing, index, about, now }}
          isChosen={selection.has(thing)}
        />
      ))}
    </FleetTable>
  );
}

interface SimRowProps extends Pick<SimsTableProps, 'about' | 'now'> {
  thing: ListedThing;
  index: number;
  isChosen: boolean;
}

function SimRow({ thing, index, about, now, isChosen }: SimRowProps) {
  const { iccid, values, seenAt } = thing;
  const { name, groupId, groupName, state, locatedAt } = values;
  return (
    <tr aria-selected={isChosen}>
      <td className={styles.control}>
        <SelectBox name={iccid} index={index} isChosen={isChosen} />
      </td>
      <th scope="row" className={styles.identifier}>
        <Link to={paths.thing(iccid)}>{iccid}</Link>
      </th>
      <td data-label="Name">{name ?? absent}</td>
      <td data-label="Thing Group">
        {groupId === undefined ? (
          (groupName ?? absent)
        ) : (
          <Link to={paths.group(groupId)}>{groupName ?? groupId}</Link>
        )}
      </td>
      <td data-label="State">{state ?? absent}</td>
      <td data-label="Device (IMEI)" className={styles.value}>
        {deviceWords(thing)}
      </td>
      <td data-label="Last location" title={utcTime(locatedAt)}>
        {locationWords(thing, now)}
      </td>
      {about && (
        <td data-label={about.head} className={styles.wide}>
          {about.text(thing, now)}
        </td>
      )}
      <td data-label="Listed" title={utcTime(seenAt)}>
        {relativeTime(seenAt, now)}
      </td>
    </tr>
  );
}
