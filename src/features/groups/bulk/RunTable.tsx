import { useId } from 'react';
import { Link } from 'react-router';

import { lockWords } from '#api/groupWords.ts';
import { notUndoableWords } from '#features/history/describeSave.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { QuotingText } from '#ui/ServiceWords.tsx';

import {
  formerChoice,
  isUnsent,
  reportOf,
  type RowReport,
  type RunRow,
  wentWell,
} from './runRow.ts';

import impact from '../impact/Impact.module.css';
import styles from './Bulk.module.css';

interface RunTableProps {
  rows: readonly RunRow[];
  /** While groups are saved, nothing is undone. */
  isRunning: boolean;
  onUndo: (groupId: string) => void;
}

/** What became of each group, and what takes it back. */
export function RunTable({ rows, isRunning, onUndo }: RunTableProps) {
  return (
    <div className={impact.scroller} role="region" aria-label="Results" tabIndex={0}>
      <table className={`${impact.table} ${styles.table}`} aria-label="Results">
        <thead>
          <tr>
            <th scope="col">Group</th>
            <th scope="col">Result</th>
            <th scope="col">IMEI lock</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ResultRow key={row.groupId} row={row} isRunning={isRunning} onUndo={onUndo} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ResultRowProps extends Omit<RunTableProps, 'rows'> {
  row: RunRow;
}

function ResultRow({ row, isRunning, onUndo }: ResultRowProps) {
  const { groupId, name, decision } = row;
  const report = reportOf(row);
  const former = formerChoice(row);
  const id = useId();
  return (
    <tr>
      <th scope="row" id={id} className={styles.name}>
        {/* In a new tab, so that this report stays. */}
        <Link to={paths.group(groupId)} target="_blank" rel="noopener">
          {name}
        </Link>
      </th>
      <td>
        <span className={`${styles.label} ${toneOf(report)}`}>{report.label}</span>
        <p className={styles.words}>
          <QuotingText text={report.words} quote={report.said} />
        </p>
        {report.requestId !== undefined && (
          <p className={styles.words}>
            Request ID <code>{report.requestId}</code>
          </p>
        )}
        <div className={styles.presses}>
          {former && (
            <Button
              small
              aria-describedby={id}
              aria-disabled={isRunning}
              onClick={() => !isRunning && onUndo(groupId)}
            >
              Undo
            </Button>
          )}
          {report.requestId !== undefined && (
            <CopyButton text={report.requestId} label="Copy request ID" />
          )}
        </div>
        {former === null && <span className={styles.muted}>{notUndoableWords}</span>}
      </td>
      <td>
        {lockWords(decision.baseline)} → <strong>{lockWords(decision.choice)}</strong>
      </td>
    </tr>
  );
}

/** For example "2 saved, 1 not sent". */
export function countWords(rows: readonly RunRow[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const label = reportOf(row).label.toLowerCase();
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].map(([label, count]) => `${formatNumber(count)} ${label}`).join(', ');
}

function toneOf({ outcome }: RowReport): string | undefined {
  if (wentWell(outcome)) return styles.ok;
  return outcome.isUnderWay || isUnsent(outcome) ? undefined : styles.bad;
}
