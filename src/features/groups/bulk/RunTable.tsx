import { useId } from 'react';

import { notUndoableWords } from '#features/history/describeSave.ts';
import { LockWords } from '#features/history/PrefixName.tsx';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { Link } from '#ui/Link.tsx';
import { QuotingText } from '#ui/ServiceWords.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import {
  formerChoice,
  isUnsent,
  reportOf,
  type RowReport,
  type RunRow,
  wentWell,
} from './runRow.ts';

import styles from './Bulk.module.css';

interface RunTableProps {
  rows: readonly RunRow[];
  /** Undo is disabled while groups are being saved. */
  isRunning: boolean;
  onUndo: (groupId: string) => void;
}

/** The outcome for each group, with a button to undo it. */
export function RunTable({ rows, isRunning, onUndo }: RunTableProps) {
  const id = useId();
  const nameId = (index: number) => `${id}-${index}`;
  const columns: readonly DataColumn<RunRow>[] = [
    {
      header: 'Group',
      rowHeader: true,
      className: styles.name,
      cellId: nameId,
      cell: ({ groupId, name }) => (
        // In a new tab, so that this report stays open.
        <Link to={paths.group(groupId)} target="_blank" rel="noopener">
          {name}
        </Link>
      ),
    },
    {
      header: 'Result',
      cell: (row, index) => <Result {...{ row, isRunning, onUndo }} nameId={nameId(index)} />,
    },
    {
      header: 'IMEI lock',
      cell: ({ decision: { baseline, choice } }) => (
        <>
          <LockWords lock={baseline} /> →{' '}
          <strong>
            <LockWords lock={choice} />
          </strong>
        </>
      ),
    },
  ];
  return (
    <DataTable
      label="Results"
      look="panel"
      tableClassName={styles.table}
      {...{ columns, rows }}
      keyOf={({ groupId }) => groupId}
    />
  );
}

interface ResultProps extends Omit<RunTableProps, 'rows'> {
  row: RunRow;
  /** Id of the element that names the group. */
  nameId: string;
}

function Result({ row, nameId, isRunning, onUndo }: ResultProps) {
  const report = reportOf(row);
  const former = formerChoice(row);
  return (
    <>
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
            aria-describedby={nameId}
            aria-disabled={isRunning}
            onClick={() => !isRunning && onUndo(row.groupId)}
          >
            Undo
          </Button>
        )}
        {report.requestId !== undefined && (
          <CopyButton text={report.requestId} label="Copy request ID" />
        )}
      </div>
      {former === null && <span className={styles.muted}>{notUndoableWords}</span>}
    </>
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
