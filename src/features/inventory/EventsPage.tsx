import type { EventsList, FleetApi, ThingEventsQuery } from '#api/inventory.ts';
import { useRecordList } from '#api/useRecordList.ts';
import { counted } from '#lib/counted.ts';
import { dayFilterWords } from '#lib/dayStart.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { RecordFilterForm } from '#ui/RecordFilters.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

import { eventsAddress, eventsFilters } from './eventsFilters.ts';
import { EventsTable } from './EventsTable.tsx';
import { eventColumns } from './inventoryFiles.ts';
import { eventsRoot, memoryOff, noEvents } from './inventoryQueries.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

const words: RecordWords = {
  one: 'change',
  many: 'changes',
  loading: 'Loading the changes…',
  cutAdvice: 'There are older changes. To export them too, choose shorter periods.',
  notKept: memoryOff,
  none: noEvents,
  unmatched: ['No changes match these filters.', 'Show all changes'],
  beyond: ['No older changes are kept.', 'Show the newest changes'],
};

/** The changes to SIMs, newest first, with filters in the URL. */
export function EventsPage({ fleet }: { fleet: FleetApi }) {
  const address = useFilterAddress<Omit<ThingEventsQuery, 'size'>>(eventsAddress);
  const { before: _, from, to, ...filters } = address.texts;
  const list = useRecordList({
    root: eventsRoot,
    read: fleet.events,
    query: address.query,
    rowsOf: (page) => page.events,
    many: words.many,
    doing: 'load the changes',
    file: { name: 'fleet-changes', filters: { ...filters, from, to }, columns: eventColumns },
  });
  return (
    <RecordsPage
      heading="What changed"
      back={<Link to={paths.fleet()}>← Back to Fleet</Link>}
      intro={
        <RecordFilterForm
          className={styles.filters}
          filters={eventsFilters}
          applied={address.texts}
          onApply={address.setFilter}
        />
      }
      words={words}
      list={list}
      address={address}
      pager={
        <>
          {list.stale ?? (list.shown && pageWords(list.shown))}{' '}
          <span className={records.quiet}>{dayFilterWords(address.texts)}</span>
        </>
      }
    >
      <EventsTable events={list.rows} isStale={list.isStale} now={list.readAt} />
    </RecordsPage>
  );
}

function pageWords({ events, next, keptDays }: EventsList): string {
  if (events.length === 0) return '';
  const count = counted(events.length, 'change');
  return `${count}${next === null ? ', including the oldest' : ''}. Kept for ${counted(keptDays, 'day')}.`;
}
