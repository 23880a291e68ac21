import {
  thingEventsParameters,
  type EventsList,
  type FleetApi,
  type ThingEventsQuery,
} from '#api/inventory.ts';
import { eventLabels } from '#api/inventoryWords.ts';
import { useRecordList } from '#api/useRecordList.ts';
import { cleanIccid } from '#identifiers/iccid.ts';
import { counted } from '#lib/counted.ts';
import { dayFilterWords } from '#lib/dayStart.ts';
import { days } from '#lib/filterAddress.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { RecordFilterForm, type RecordFilters } from '#ui/RecordFilters.tsx';
import { RecordsPage, type RecordWords } from '#ui/records/RecordsPage.tsx';
import { useFilterAddress } from '#ui/useFilterAddress.ts';

import { EventsTable } from './EventsTable.tsx';
import { eventColumns } from './inventoryFiles.ts';
import { eventsRoot, memoryOff, noEvents } from './inventoryQueries.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

/** The filters for the SIM changes, in the form's order. */
const eventsFilters = {
  kind: { ...thingEventsParameters.kind, label: 'What', words: eventLabels },
  iccid: {
    ...thingEventsParameters.iccid,
    label: 'ICCID',
    mono: true,
    maxLength: 64,
    // A pasted ICCID may contain spaces or dashes, but the inventory matches whole ICCIDs only.
    clean: (typed) => cleanIccid(typed) ?? typed.trim(),
  },
} satisfies RecordFilters<ThingEventsQuery>;

/** The page's state, which lives in its URL. */
const eventsAddress = { ...days, ...eventsFilters, before: thingEventsParameters.before };

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
