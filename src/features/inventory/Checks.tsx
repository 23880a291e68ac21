import type { ComponentProps } from 'react';

import {
  fleetChecks,
  type FleetCheck,
  type FleetCheckResult,
  type FleetSummary,
  type FleetTrends,
  type TrendPoint,
} from '#api/inventory.ts';
import { checkLabels, shareWords } from '#api/inventoryWords.ts';
import { counted } from '#lib/counted.ts';
import { formatNumber } from '#lib/format.ts';
import { ago } from '#lib/relativeTime.ts';
import { paths } from '#paths.ts';
import { Details } from '#ui/Details.tsx';
import { Link } from '#ui/Link.tsx';
import { ReadNotice } from '#ui/ReadNotice.tsx';
import { Time } from '#ui/records/Time.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import { checkOrder, checkWords, trendSign, trendWords, worstFirst } from './checkWords.ts';
import { stateParts } from './pictures.ts';
import { trendLine } from './trends/trendLine.ts';

import records from '#ui/records/records.module.css';
import styles from './Fleet.module.css';
import lines from './trends/Trends.module.css';

const columnsWith = (trends: FleetTrends | undefined): readonly DataColumn<FleetCheckResult>[] => [
  {
    header: 'Check',
    rowHeader: true,
    card: 'line',
    cell: ({ check }) => <Link to={paths.fleet(check)}>{checkLabels[check]}</Link>,
  },
  {
    header: 'SIMs',
    className: ({ count }) => (count > 0 ? styles.found : records.quiet),
    cell: ({ count }) => formatNumber(count),
  },
  { header: 'Share', className: styles.line, cell: share },
  {
    header: 'Since last scan',
    cell: (result) => (
      <>
        <span aria-hidden="true">{trendSign(result)} </span>
        {trendWords(result)}
      </>
    ),
  },
  {
    header: 'Last 30 days',
    isDecoration: true,
    className: lines.cell,
    cell: ({ check }) => trends && <TrendLine check={check} trends={trends} />,
  },
  {
    header: 'What it means',
    card: 'line',
    className: styles.meaning,
    cell: ({ check }) => checkWords[check].meaning,
  },
];

interface ChecksProps {
  summary: FleetSummary;
  trends: {
    readonly query: { readonly data: FleetTrends | undefined };
    readonly notice: ComponentProps<typeof ReadNotice>;
  };
  now: number;
}

/** Shows all checks, including those that found nothing. */
export function Checks({ summary, trends: { query, notice }, now }: ChecksProps) {
  const { checks, previous } = summary;
  const trends = query.data;
  const unknown = fleetChecks.length - checks.length;
  return (
    <section aria-labelledby="checks" className={styles.region}>
      <h2 id="checks">Checks</h2>
      <ReadNotice {...notice} />
      <DataTable
        label="Checks"
        region="All checks"
        className={styles.whole}
        isCards
        columns={columnsWith(trends)}
        rows={worstFirst(checks)}
        keyOf={({ check }) => check}
      />
      {trends && trends.points.length > 0 && (
        <>
          <p className={records.quiet}>
            Each line shows complete scans on its own scale, starting at zero.
          </p>
          <Details label="Trends as a table">
            <TrendsTable trends={trends} />
          </Details>
        </>
      )}
      {previous && (
        <p className={records.quiet}>
          {`Compared with the scan by ${previous.username}, ${ago(previous.endedAt ?? previous.startedAt, now)}.`}
        </p>
      )}
      {unknown > 0 && (
        <p className={records.quiet}>
          {`${counted(unknown, 'check has', 'checks have')} no figure. Reload the page: the console may have been updated.`}
        </p>
      )}
    </section>
  );
}

/** The SIMs found, as a share of those for which the inventory has enough data. */
function share({ count, of }: FleetCheckResult): string {
  if (of === 0) return 'No data to check';
  return count === 0 ? `of ${formatNumber(of)}` : `${shareWords(count, of)} of ${formatNumber(of)}`;
}

const lineSize = { width: 116, height: 24 };
/** Half a dot's width, which would be cut off at the edges. */
const edge = 3;

/** What a check has found over the last 30 days. Decorative: the table below has the same figures. */
function TrendLine({ check, trends }: { check: FleetCheck; trends: FleetTrends }) {
  const values = trends.points.map(({ at, counts }) => ({ at, value: counts[check] }));
  const { line, dots } = trendLine(values, trends, lineSize);
  const [width, height] = [lineSize.width + 2 * edge, lineSize.height + 2 * edge];
  return (
    <svg
      aria-hidden="true"
      className={lines.line}
      viewBox={`${-edge} ${-edge} ${width} ${height}`}
      {...{ width, height }}
    >
      <path className={lines.zero} d={`M0 ${lineSize.height}h${lineSize.width}`} />
      <path d={line} />
      <path className={lines.dots} d={dots} />
    </svg>
  );
}

/** The figures behind the lines, and the SIMs in each state, newest first. */
function TrendsTable({ trends: { points } }: { trends: FleetTrends }) {
  const states = stateParts(
    Object.fromEntries(points.flatMap((point) => Object.entries(point.states))),
  );
  const figure = (header: string, of: (point: TrendPoint) => number | undefined) => ({
    header,
    numeric: true,
    headClassName: lines.head,
    cell: (point: TrendPoint) => formatNumber(of(point)),
  });
  const columns: readonly DataColumn<TrendPoint>[] = [
    {
      header: 'Complete scan',
      rowHeader: true,
      cell: ({ at }) => <Time at={at} />,
    },
    ...checkOrder.map((check) => figure(checkLabels[check], ({ counts }) => counts[check])),
    ...states.map(({ state, label }) => figure(label, (point) => point.states[state])),
  ];
  return (
    <DataTable label="Trends" columns={columns} rows={points.toReversed()} keyOf={({ at }) => at} />
  );
}
