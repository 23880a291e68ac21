import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { groupsQuery } from '#api/groupsQuery.ts';
import type { FleetApi, FleetCheckResult, FleetSummary } from '#api/inventory.ts';
import { checkLabels, shareWords } from '#api/inventoryWords.ts';
import { recordPageQuery } from '#api/recordQueries.ts';
import { useRead } from '#api/useRead.ts';
import { useUserServices } from '#api/userServices.tsx';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { Notice } from '#ui/Notice.tsx';
import { Page } from '#ui/Page.tsx';
import { QueryView } from '#ui/QueryView.tsx';
import { Refresh } from '#ui/Refresh.tsx';
import { TableSkeleton } from '#ui/TableSkeleton.tsx';

import { Checks } from './Checks.tsx';
import { checkWords, findings, trendSign, trendWords, verdict, type Weight } from './checkWords.ts';
import { coverageWords, latestWords } from './coverage.ts';
import { EventsTable } from './EventsTable.tsx';
import { ReadFleet } from './FleetScan.tsx';
import { GroupsTable } from './GroupsTable.tsx';
import { eventsRoot, memoryOff, noEvents, summaryQuery, trendsQuery } from './inventoryQueries.ts';
import { has, pictures, stateParts } from './pictures.ts';
import { PictureTable } from './PictureTable.tsx';
import { simsList } from './simsFilters.ts';
import { useReadFleet } from './useFleetScan.ts';
import { WatchLine } from './WatchLine.tsx';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';
import looks from './Pictures.module.css';
import bars from './States.module.css';

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

/** How many SIMs are in each state, across the whole fleet. */
function States({ summary: { states, sims } }: { summary: FleetSummary }) {
  if (!states) return null;
  const parts = stateParts(states);
  return (
    <div className={bars.states}>
      <p className={bars.total}>{counted(sims, 'SIM')}</p>
      {/* Decorative: the numbers give the same information. */}
      <div aria-hidden="true" className={`${looks.bar} ${bars.bar}`}>
        {parts.map(({ state, sims: count, look }) => (
          <span key={state} className={looks[look]} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul className={bars.parts} aria-label="States">
        {parts.map(({ state, label, sims: count, look }) => (
          <li key={state}>
            <span aria-hidden="true" className={`${looks.swatch} ${looks[look]}`} />
            <Link to={simsList(has('state', state || null))}>
              <span className={bars.count}>{formatNumber(count)}</span> {label}
            </Link>{' '}
            <span className={bars.share}>{shareWords(count, sims)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const weightWords: Readonly<Record<Weight, { readonly label: string; readonly sign: string }>> = {
  urgent: { label: 'Urgent', sign: '!' },
  look: { label: 'Worth a look', sign: '?' },
  know: { label: 'For information', sign: 'i' },
};

/** Whether anything needs attention: the checks' findings, worst first. */
function Findings({ summary: { checks } }: { summary: FleetSummary }) {
  return (
    <>
      <p className={styles.verdict}>{verdict(checks)}</p>
      <FindingList found={findings(checks)} />
    </>
  );
}

function FindingList({ found }: { found: readonly FleetCheckResult[] }) {
  if (found.length === 0) return null;
  return (
    <ul className={styles.findings} aria-label="Findings">
      {found.map((result) => {
        const { weight } = checkWords[result.check];
        return (
          <li key={result.check} data-weight={weight}>
            <Link to={paths.fleet(result.check)}>
              <span className={styles.count}>{formatNumber(result.count)}</span>{' '}
              <span>{checkLabels[result.check]}</span>
            </Link>
            <span className={styles.weight}>
              <span aria-hidden="true" className={styles.sign}>
                {weightWords[weight].sign}
              </span>
              {weightWords[weight].label}
            </span>
            {result.before !== null && result.before !== result.count && (
              <span className={records.quiet}>
                <span aria-hidden="true">{trendSign(result)} </span>
                {`${trendWords(result)} than in the previous scan`}
              </span>
            )}
          </li>
        );
      })}
    </ul>
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
