import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { groupsQuery } from '#api/groupsQuery.ts';
import type { FleetApi, FleetSummary } from '#api/inventory.ts';
import { recordPageQuery } from '#api/recordQueries.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
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
import { Findings } from './Findings.tsx';
import { ReadFleet } from './FleetScan.tsx';
import { GroupsTable } from './GroupsTable.tsx';
import { eventsRoot, memoryOff, noEvents, summaryQuery, trendsQuery } from './inventoryQueries.ts';
import { pictures } from './pictures.ts';
import { PictureTable } from './PictureTable.tsx';
import { States } from './States.tsx';
import { useReadFleet } from './useFleetScan.ts';
import { WatchLine } from './WatchLine.tsx';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';

/** An overview of all SIMs: their states, what needs attention, the composition of the fleet, and recent changes. */
export function FleetPage({ fleet }: { fleet: FleetApi }) {
  // Starts before the summary, whose first read in a session needs a list from the service: this one.
  const groupTotal = useGroupTotal(fleet);
  const read = useRead(summaryQuery(fleet), 'load the fleet data');
  const trends = useRead(trendsQuery(fleet), 'load the trends');
  const { data, dataUpdatedAt: readAt } = read.query;
  const reading = useReadFleet(fleet, data?.latest);
  function refresh() {
    read.refresh();
    trends.refresh();
  }
  return (
    <Page heading="Fleet" actions={<Refresh {...read} refresh={refresh} />}>
      <QueryView {...read} loading={<TableSkeleton label="Loading the fleet…" />}>
        {(summary) =>
          summary.keptDays === 0 ? (
            <Notice>{memoryOff}</Notice>
          ) : (
            <>
              <section aria-labelledby="overview" className={styles.region}>
                <h2 id="overview">Overview</h2>
                {summary.sims > 0 && <States summary={summary} />}
                <p className={styles.coverage}>
                  {[coverageWords(summary, readAt), latestWords(summary, readAt)]
                    .filter((words) => words !== undefined)
                    .join(' ')}
                </p>
                <WatchLine summary={summary} now={readAt} />
                <ReadFleet summary={summary} reading={reading} groupTotal={groupTotal} />
                {summary.sims > 0 && <Findings summary={summary} />}
                {summary.sims === 0 && reading.state.step === 'idle' && (
                  <div className={records.empty}>
                    <p>
                      Nothing is known about the fleet yet. “Read the fleet” reads every SIM once.
                      SIMs that appear in any list of Things are added too.
                    </p>
                  </div>
                )}
              </section>
              {summary.sims > 0 && (
                <>
                  <p>
                    <Link to={paths.fleet('sims')}>Ask the fleet</Link>
                  </p>
                  <Checks summary={summary} trends={trends} now={readAt} />
                  <Composition summary={summary} />
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

/** What the fleet consists of: groups, devices and networks. */
function Composition({ summary }: { summary: FleetSummary }) {
  return (
    <section aria-labelledby="composition" className={styles.region}>
      <h2 id="composition">Composition</h2>
      <GroupsTable summary={summary} />
      <div className={styles.pictures}>
        {pictures(summary).map((picture) => (
          <PictureTable key={picture.id} picture={picture} of={summary.sims} />
        ))}
      </div>
    </section>
  );
}

/** The number of changes shown before the link to the full list. */
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

/**
 * The sum of all groups' totals, from which the cost of the first scan can be estimated. It takes one call to the
 * service, which is sent only while there has been no complete scan, or if this session has to send it anyway.
 *
 * @returns undefined if it is not needed, or if a group reports no total
 */
function useGroupTotal(fleet: FleetApi): number | undefined {
  const { api } = useUserServices();
  const [isUnconfirmed] = useState(() => api.records?.isUnconfirmed === true);
  const { data: summary } = useQuery({ ...summaryQuery(fleet), enabled: false });
  const isNeeded = summary && summary.keptDays > 0 && !summary.complete;
  const { data } = useQuery({ ...groupsQuery(api), enabled: isNeeded ?? isUnconfirmed });
  const totals = data?.groups.map(({ total }) => total);
  if (!isNeeded || !totals || totals.length === 0) return undefined;
  return totals.reduce<number | undefined>(
    (sum, total) => (sum === undefined || total === undefined ? undefined : sum + total),
    0,
  );
}
