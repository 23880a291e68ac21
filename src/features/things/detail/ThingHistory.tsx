import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';

import { fleetApi, type FleetApi, type ThingEvent } from '#api/inventory.ts';
import { eventLabels, eventValue } from '#api/inventoryWords.ts';
import { keys } from '#api/keys.ts';
import { useReadNotice } from '#api/useReadNotice.ts';
import { useUserServices } from '#api/userServices.tsx';
import { utcTime } from '#lib/format.ts';
import { span } from '#lib/span.ts';
import { paths } from '#paths.ts';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { ShowOlder } from '#ui/records/ShowOlder.tsx';

import styles from './ThingView.module.css';

/** Changes that "Show older" adds. */
const pageSize = 5;

function historyQuery(fleet: FleetApi, iccid: string) {
  return infiniteQueryOptions({
    queryKey: [...keys.fleet, 'history', iccid],
    queryFn: ({ signal, pageParam }) =>
      fleet.events(
        { iccid, size: pageSize, ...(pageParam !== '' && { before: pageParam }) },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** What changed of one SIM, as lists have shown it. */
export function ThingHistory({ iccid }: { iccid: string }) {
  const { api } = useUserServices();
  const fleet = useMemo(() => fleetApi(api), [api]);
  return fleet && <InventoryHistory fleet={fleet} iccid={iccid} />;
}

function InventoryHistory({ fleet, iccid }: { fleet: FleetApi; iccid: string }) {
  const pages = historyQuery(fleet, iccid);
  const query = useInfiniteQuery(pages);
  const notice = useReadNotice(query, pages.queryKey, 'load the history of this SIM');
  const { data, dataUpdatedAt: readAt } = query;
  const events = data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <ReadNotice {...notice} />
      {!data && query.isFetching && <p className={styles.lead}>Loading the history…</p>}
      {data && events.length === 0 && (
        <p className={styles.lead}>
          {data.pages[0]?.keptDays === 0
            ? 'This installation remembers nothing of SIMs.'
            : 'No change of this SIM was seen yet. It takes two lists that show it to see one.'}
        </p>
      )}
      {events.length > 0 && (
        <>
          <ol className={styles.history}>
            {events.map((event) => (
              <HistoryEntry key={event.id} event={event} now={readAt} />
            ))}
          </ol>
          <div className={styles.fieldTools}>
            <ShowOlder query={query} />
            <Link to={paths.fleet('changes', String(new URLSearchParams({ iccid })))}>
              Open the whole history
            </Link>
          </div>
        </>
      )}
    </>
  );
}

function HistoryEntry({ event, now }: { event: ThingEvent; now: number }) {
  return (
    <li>
      <b>{eventLabels[event.kind]}</b>{' '}
      <span className={styles.when} title={`${utcTime(event.since)} to ${utcTime(event.at)}`}>
        {span(event, now)}
      </span>
      <p className={styles.change}>
        {eventValue(event, 'before')} → {eventValue(event, 'after')}
      </p>
    </li>
  );
}
