import type { FleetApi } from '#api/inventory.ts';
import { useRead } from '#api/useRead.ts';
import { recordPageQuery } from '#api/useRecordList.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { QueryView } from '#ui/QueryView.tsx';
import { Refresh } from '#ui/Refresh.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { Checks } from './Checks.tsx';
import { coverageWords, latestWords } from './coverage.ts';
import { EventsTable } from './EventsTable.tsx';
import { ReadFleet } from './FleetScan.tsx';
import { eventsRoot, memoryOff, noEvents, summaryQuery } from './inventoryQueries.ts';
import { Overview } from './Overview.tsx';
import { useReadFleet } from './useFleetScan.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

/** An overview of all SIMs: problems found, recent changes, and the composition of the fleet. */
export function FleetPage({ fleet }: { fleet: FleetApi }) {
  const read = useRead(summaryQuery(fleet), 'load the fleet data');
  const { data, dataUpdatedAt: readAt } = read.query;
  const reading = useReadFleet(fleet, data?.latest);
  return (
    <Page heading="Fleet" actions={<Refresh {...read} />}>
      <QueryView {...read} loading={<TableSkeleton label="Loading the fleet…" />}>
        {(summary) =>
          summary.keptDays === 0 ? (
            <Notice>{memoryOff}</Notice>
          ) : (
            <>
              <p className={styles.coverage}>
                {[coverageWords(summary, readAt), latestWords(summary, readAt)]
                  .filter((words) => words !== undefined)
                  .join(' ')}
              </p>
              <ReadFleet summary={summary} reading={reading} />
              {summary.sims === 0 ? (
                reading.state.step === 'idle' && (
                  <div className={records.empty}>
                    <p>
                      Nothing is known about the fleet yet. “Read the fleet” reads every SIM once.
                      SIMs that appear in any list of Things are added too.
                    </p>
                  </div>
                )
              ) : (
                <>
                  <p>
                    <Link to={paths.fleet('sims')}>Ask the fleet</Link>
                  </p>
                  <Overview summary={summary} />
                  <Checks summary={summary} now={readAt} />
                  <WhatChanged fleet={fleet} />
                </>
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

/** The number of changes shown before the link to the whole list. */
const newest = 10;

function WhatChanged({ fleet }: { fleet: FleetApi }) {
  const read = useRead(
    recordPageQuery(eventsRoot, fleet.events, { size: newest }),
    'load the changes',
  );
  return (
    <section aria-labelledby="what-changed" className={styles.region}>
      <h2 id="what-changed">What changed</h2>
      <QueryView {...read} loading={<TableSkeleton label="Loading the changes…" rows={3} />}>
        {({ events, next }) =>
          events.length === 0 ? (
            <p className={records.quiet}>{noEvents}</p>
          ) : (
            <>
              <EventsTable events={events} now={read.query.dataUpdatedAt} />
              <p>
                <Link to={paths.fleet('changes')}>
                  {next === null ? 'Filter and export these changes' : 'All changes, with filters'}
                </Link>
              </p>
            </>
          )
        }
      </QueryView>
    </section>
  );
}
