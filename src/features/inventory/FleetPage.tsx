import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';

import type { FleetApi } from '#api/inventory.ts';
import { useReadNotice } from '#api/useReadNotice.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';
import { UpdatedAt } from '#ui/UpdatedAt.tsx';

import { Checks } from './Checks.tsx';
import { coverageWords, latestWords } from './coverage.ts';
import { EventsTable } from './EventsTable.tsx';
import { ReadFleet } from './FleetScan.tsx';
import { eventsPageQuery, summaryQuery } from './inventoryQueries.ts';
import { Overview } from './Overview.tsx';
import { useReadFleet } from './useFleetScan.ts';
import { memoryOff, noEvents } from './words.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

/** What is known of all SIMs together: what is wrong, what changed, and how it is made up. */
export function FleetPage({ fleet }: { fleet: FleetApi }) {
  const summaryOptions = summaryQuery(fleet);
  const query = useQuery(summaryOptions);
  const notice = useReadNotice(query, summaryOptions.queryKey, 'load what is known of the fleet');
  const { data: summary, dataUpdatedAt: readAt } = query;
  const reading = useReadFleet(fleet, summary?.latest);
  const isOff = summary?.keptDays === 0;
  const latest = summary && latestWords(summary, readAt);
  return (
    <Page
      heading="Fleet"
      actions={
        <>
          <UpdatedAt at={readAt} />
          <Button
            small
            aria-disabled={query.isFetching}
            onClick={() => void query.refetch({ cancelRefetch: false })}
          >
            Refresh
          </Button>
        </>
      }
    >
      <ReadNotice {...notice} />
      {!summary && query.isFetching && <TableSkeleton label="Loading the fleet…" />}
      {isOff && <Notice>{memoryOff}</Notice>}
      {summary && !isOff && (
        <>
          <p className={styles.coverage}>
            {coverageWords(summary, readAt)}
            {latest !== undefined && ` ${latest}`}
          </p>
          <ReadFleet summary={summary} reading={reading} />
          {summary.sims === 0 ? (
            reading.state.step === 'idle' && (
              <div className={records.empty}>
                <p>
                  Nothing is known of the fleet yet. “Read the fleet” reads every SIM once. What any
                  list of Things shows is remembered too.
                </p>
              </div>
            )
          ) : (
            <>
              <Overview summary={summary} />
              <Checks summary={summary} now={readAt} />
              <WhatChanged fleet={fleet} />
            </>
          )}
        </>
      )}
    </Page>
  );
}

/** Changes that the page shows before the whole list. */
const newest = 10;

function WhatChanged({ fleet }: { fleet: FleetApi }) {
  const options = eventsPageQuery(fleet, { size: newest });
  const query = useQuery(options);
  const notice = useReadNotice(query, options.queryKey, 'load what changed');
  const { data, dataUpdatedAt: readAt } = query;
  return (
    <section aria-labelledby="what-changed" className={styles.region}>
      <h2 id="what-changed">What changed</h2>
      <ReadNotice {...notice} />
      {!data && query.isFetching && <TableSkeleton label="Loading what changed…" rows={3} />}
      {data?.events.length === 0 && <p className={records.quiet}>{noEvents}</p>}
      {data && data.events.length > 0 && (
        <>
          <EventsTable events={data.events} now={readAt} />
          <p>
            <Link to={paths.fleet('changes')}>
              {data.next === null ? 'Filter and export these changes' : 'All changes, with filters'}
            </Link>
          </p>
        </>
      )}
    </section>
  );
}
