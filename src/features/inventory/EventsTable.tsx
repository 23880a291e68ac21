import type { ThingEvent } from '#api/inventory.ts';
import { eventLabels, eventValue } from '#api/inventoryWords.ts';
import { utcTime } from '#lib/format.ts';
import { span } from '#lib/span.ts';
import { paths } from '#paths.ts';
import { CodeName } from '#ui/CodeName.tsx';
import { Link } from '#ui/Link.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import styles from './Fleet.module.css';

interface EventsTableProps {
  events: readonly ThingEvent[];
  /** Whether the rows belong to an earlier query. */
  isStale?: boolean;
  /** Times on this date are shown without the date. */
  now: number;
}

/** The changes to SIMs: the old and new values, and when the lists that showed each were read. */
export function EventsTable({ events, isStale = false, now }: EventsTableProps) {
  const columns: readonly DataColumn<ThingEvent>[] = [
    {
      header: 'When',
      rowHeader: true,
      card: 'line',
      cell: (event) => span(event, now),
      title: ({ since, at }) => `${utcTime(since)} to ${utcTime(at)}`,
    },
    iccidColumn,
    { header: 'What', card: 'wide', cell: ({ kind }) => eventLabels[kind] },
    { header: 'Before', mono: true, cell: (event) => <Side event={event} side="before" /> },
    { header: 'After', mono: true, cell: (event) => <Side event={event} side="after" /> },
  ];
  return (
    <DataTable
      label="SIM changes"
      className={styles.whole}
      isCards
      {...{ columns, isStale }}
      rows={events}
      keyOf={({ id }) => id}
    />
  );
}

function Side({ event, side }: { event: ThingEvent; side: 'before' | 'after' }) {
  return (
    <>
      {eventValue(event, side)}
      <CodeName name={event.names?.[side]} />
    </>
  );
}

/** A link to the row's SIM. */
export const iccidColumn: DataColumn<{ readonly iccid: string }> = {
  header: 'ICCID',
  mono: true,
  card: 'wide',
  className: styles.iccid,
  cell: ({ iccid }) => <Link to={paths.thing(iccid)}>{iccid}</Link>,
};
