import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import type { EventsList, FleetApi, ThingEventsQuery } from '#api/inventory.ts';
import { recordPages } from '#api/recordPages.ts';
import { usePagedExport } from '#api/usePagedExport.ts';
import { useReadNotice } from '#api/useReadNotice.ts';
import { systemClock } from '#lib/clock.ts';
import { dayFilterWords } from '#lib/dayStart.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { RecordFilterForm } from '#ui/RecordFilters.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { useShownList } from '#ui/records/useShownList.ts';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

import { eventsAddress, eventsFilters } from './eventsFilters.ts';
import { EventsTable } from './EventsTable.tsx';
import { createEventsFile, fleetFileName } from './inventoryFiles.ts';
import { eventsPageQuery } from './inventoryQueries.ts';
import { memoryOff, noEvents } from './words.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

const words: RecordWords = {
  one: 'change',
  many: 'changes',
  loading: 'Loading what changed…',
  cutAdvice: 'There are older ones: choose fewer days to get them.',
  notKept: memoryOff,
  none: noEvents,
  unmatched: ['No change that was seen matches these filters.', 'Show all changes'],
  beyond: ['No older changes are kept.', 'Show the newest changes'],
};

/** What changed of SIMs, the newest first, with filters in the address. */
export function EventsPage({ fleet }: { fleet: FleetApi }) {
  const address = useFilterAddress<Omit<ThingEventsQuery, 'size'>>(eventsAddress);
  const options = eventsPageQuery(fleet, address.query);
  const query = useQuery(options);
  const notice = useReadNotice(query, options.queryKey, 'load what changed');
  const list = useShownList(query, words.many);
  const file = usePagedExport(words.many);
  const events = list.shown?.events ?? [];
  const readPage = recordPages(fleet.events, address.query);
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
      rows={events.length}
      notices={<ReadNotice {...notice} />}
      onRefresh={() => void query.refetch({ cancelRefetch: false })}
      address={address}
      file={file}
      onExport={() =>
        file.start({
          read: readPage,
          rowsOf: (page) => page.events,
          file: createEventsFile(),
          name: (isComplete) => fleetFileName('changes', systemClock.now(), isComplete),
        })
      }
      pager={
        <>
          {list.stale ?? (list.shown && pageWords(list.shown))}{' '}
          <span className={records.quiet}>{dayFilterWords(address.texts)}</span>
        </>
      }
    >
      <EventsTable events={events} isStale={list.isStale} now={list.readAt} />
    </RecordsPage>
  );
}

function pageWords({ events, next, keptDays }: EventsList): string {
  if (events.length === 0) return '';
  const count = events.length === 1 ? '1 change' : `${formatNumber(events.length)} changes`;
  return `${count}${next === null ? ', to the oldest one' : ''}. Kept for ${formatNumber(keptDays)} days.`;
}
