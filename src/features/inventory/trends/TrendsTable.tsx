import type { FleetTrends, TrendPoint } from '#api/inventory.ts';
import { checkLabels } from '#api/inventoryWords.ts';
import { formatNumber } from '#lib/format.ts';
import { Time } from '#ui/records/Time.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import { checkOrder } from '../checkWords.ts';
import { stateParts } from '../pictures.ts';

import styles from './Trends.module.css';

/** The figures behind the lines, and the SIMs in each state, newest first. */
export function TrendsTable({ trends: { points } }: { trends: FleetTrends }) {
  const states = stateParts(
    Object.fromEntries(points.flatMap((point) => Object.entries(point.states ?? {}))),
  );
  const figure = (header: string, of: (point: TrendPoint) => number | undefined) => ({
    header,
    numeric: true,
    headClassName: styles.head,
    cell: (point: TrendPoint) => formatNumber(of(point)),
  });
  const columns: readonly DataColumn<TrendPoint>[] = [
    {
      header: 'Complete scan',
      rowHeader: true,
      cell: ({ at }) => <Time at={at} />,
    },
    ...checkOrder.map((check) => figure(checkLabels[check], ({ counts }) => counts[check])),
    ...states.map(({ state, label }) => figure(label, (point) => point.states?.[state])),
  ];
  return (
    <DataTable label="Trends" columns={columns} rows={points.toReversed()} keyOf={({ at }) => at} />
  );
}
