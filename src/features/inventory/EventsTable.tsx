import { Link } from 'react-router';

import type { ThingEvent } from '#api/inventory.ts';
import { eventLabels, eventValue } from '#api/inventoryWords.ts';
import { utcTime } from '#lib/format.ts';
import { span } from '#lib/span.ts';
import { paths } from '#paths.ts';

import { FleetTable } from './FleetTable.tsx';

import styles from './Fleet.module.css';

interface EventsTableProps {
  events: readonly ThingEvent[];
  /** These are not the rows that were asked for last. */
  isStale?: boolean;
  /** Times of this date are given without the date. */
  now: number;
}

/** What changed of SIMs: between which two lists, and from what to what. */
export function EventsTable({ events, isStale = false, now }: EventsTableProps) {
  return (
    <FleetTable
      label="Changes of SIMs"
      heads={['When', 'ICCID', 'What', 'Before', 'After']}
      isStale={isStale}
    >
      {events.map((event) => (
        <tr key={event.id}>
          <th scope="row" title={`${utcTime(event.since)} to ${utcTime(event.at)}`}>
            {span(event, now)}
          </th>
          <td data-label="ICCID" className={styles.identifier}>
            <Link to={paths.thing(event.iccid)}>{event.iccid}</Link>
          </td>
          <td data-label="What" className={styles.wide}>
            {eventLabels[event.kind]}
          </td>
          <td data-label="Before" className={styles.value}>
            {eventValue(event, 'before')}
          </td>
          <td data-label="After" className={styles.value}>
            {eventValue(event, 'after')}
          </td>
        </tr>
      ))}
    </FleetTable>
  );
}
