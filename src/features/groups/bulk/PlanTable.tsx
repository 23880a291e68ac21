import { LockWords, PrefixHint, PrefixName } from '#features/history/PrefixName.tsx';
import { formatNumber } from '#lib/format.ts';
import { TextField } from '#ui/Field.tsx';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';

import { oddPrefixWords } from '../edit/groupForm.ts';
import type { Impact } from '../impact/assessLock.ts';
import type { ImpactParts } from '../impact/ImpactBar.tsx';
import type { SuggestedPrefix } from '../impact/tacs.ts';
import type { GroupPlan, LockPlan, PlannedGroup } from './lockPlan.ts';

import styles from './Bulk.module.css';

/** One group in the plan, with what is known about its SIMs so far. */
export interface PlanRow {
  readonly group: PlannedGroup;
  readonly plan: GroupPlan;
  readonly prefix: string;
  readonly suggested: SuggestedPrefix | undefined;
  /** Whether its SIMs include a valid IMEI; undefined until they were read, completely or in part. */
  readonly hasImei: boolean | undefined;
  /** Undefined while unknown. */
  readonly impact: Impact | undefined;
  /** How many of its SIMs are in each part of the bar; set only if it would be locked. */
  readonly parts?: ImpactParts;
}

interface PlanTableProps {
  rows: readonly PlanRow[];
  plan: LockPlan;
  /** Confirm was clicked while input was missing. */
  isRefused: boolean;
  onPrefix: (groupId: string, prefix: string) => void;
  onLeaveOut: (groupId: string, isLeftOut: boolean) => void;
}

/** A row per group: the stored lock, the planned lock, and its impact on the SIMs. */
export function PlanTable({ rows, plan, isRefused, onPrefix, onLeaveOut }: PlanTableProps) {
  const isLock = plan.mode !== 'off';
  const columns: readonly DataColumn<PlanRow>[] = [
    {
      header: 'Group',
      rowHeader: true,
      className: styles.name,
      cell: (row) => <GroupName {...{ row, onLeaveOut }} />,
    },
    { header: 'Current lock', cell: ({ group }) => <LockWords lock={group.baseline} /> },
    {
      header: isLock ? 'New prefix' : 'New lock',
      cell: (row) =>
        plan.mode === 'each' && !isOut(row) ? (
          <OwnPrefix {...{ row, isRefused, onPrefix }} />
        ) : (
          <NewPrefix {...{ row, isLock }} />
        ),
    },
    {
      header: 'SIMs that may lose service',
      numeric: true,
      cell: (row) => (isLock || isOut(row) ? impactWords(row) : 'none'),
    },
  ];
  return (
    <DataTable
      label="Groups"
      look="panel"
      tableClassName={styles.table}
      {...{ columns, rows }}
      keyOf={({ group }) => group.id}
    />
  );
}

function isOut({ plan: { kind } }: PlanRow): boolean {
  return kind === 'excluded' || kind === 'leftOut';
}

/** A group that cannot be saved has no checkbox. */
function GroupName({
  row: { group, plan },
  onLeaveOut,
}: Pick<PlanTableProps, 'onLeaveOut'> & { row: PlanRow }) {
  if (plan.kind === 'excluded') return group.name;
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-label={`Include ${group.name}`}
        checked={plan.kind !== 'leftOut'}
        onChange={({ target }) => onLeaveOut(group.id, !target.checked)}
      />
      {group.name}
    </label>
  );
}

function NewPrefix({ row, isLock }: { row: PlanRow; isLock: boolean }) {
  const { plan, prefix } = row;
  if (plan.kind === 'excluded') return <span className={styles.muted}>{plan.words}</span>;
  if (plan.kind === 'leftOut') return <span className={styles.muted}>left out</span>;
  if (plan.kind === 'unchanged') return <span className={styles.muted}>no change</span>;
  if (plan.kind === 'problem') {
    return isLock ? '–' : <span className={styles.problem}>{plan.words}</span>;
  }
  if (!isLock) return <LockWords lock={plan.choice} />;
  return (
    <span className={styles.mono}>
      {prefix}
      <PrefixName prefix={prefix} />
    </span>
  );
}

function OwnPrefix({
  row,
  isRefused,
  onPrefix,
}: Pick<PlanTableProps, 'isRefused' | 'onPrefix'> & { row: PlanRow }) {
  const { group, plan, prefix } = row;
  const words = suggestionWords(row);
  const hint = plan.kind === 'unchanged' ? `No change. ${words}` : words;
  return (
    <TextField
      label={`New prefix for ${group.name}`}
      hint={<PrefixHint prefix={prefix} text={hint} />}
      error={isRefused && plan.kind === 'problem' ? plan.words : undefined}
      warning={oddPrefixWords(prefix) ?? ''}
      mono
      inputMode="numeric"
      autoComplete="off"
      value={prefix}
      onChange={(event) => onPrefix(group.id, event.target.value)}
    />
  );
}

function suggestionWords({ suggested, hasImei }: PlanRow): string {
  if (suggested) {
    const { prefix, covers, known } = suggested;
    return `Suggested ${prefix}: matches ${formatNumber(covers)} of ${formatNumber(known)} valid IMEIs.`;
  }
  if (hasImei === undefined) return 'Its SIMs have not been read yet.';
  return hasImei
    ? 'No prefix of 6 to 8 digits matches at least 80 % of the valid IMEIs read. Enter a prefix.'
    : 'No valid IMEI of its SIMs has been read, so no prefix is suggested.';
}

function impactWords({ plan, impact: found }: PlanRow): string {
  if (plan.kind !== 'send') return plan.kind === 'unchanged' ? 'no change' : '–';
  if (!found) return 'reading…';
  const { kind, losing, read } = found;
  if (kind === 'complete') return `${formatNumber(losing)} of ${formatNumber(read)}`;
  return read === 0
    ? 'not known'
    : `at least ${formatNumber(losing)} of ${formatNumber(read)} read`;
}
