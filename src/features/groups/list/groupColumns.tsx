import type { ReactNode } from 'react';

import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { PrefixName } from '#features/history/PrefixName.tsx';
import { absent, formatNumber, formatTime, utcTime } from '#lib/format.ts';
import { listTexts } from '#lib/listTexts.ts';
import { paths } from '#paths.ts';
import { Link } from '#ui/Link.tsx';
import { PadlockSign } from '#ui/PadlockSign.tsx';
import type { SortDirection } from '#ui/SortButton.tsx';

import styles from './GroupsPage.module.css';

/** A group's sort value in a column; undefined if the service reports none. */
type SortValue = string | number | undefined;

export interface GroupColumn {
  /** The field of API document 2.3 that the column shows; also its name in the URL. */
  readonly id: string;
  readonly label: string;
  /** Set if the column is a number that can be totalled and compared between groups. */
  readonly measure?: MeasureId;
  readonly cell: (group: ThingsGroupRecord) => ReactNode;
  readonly sortBy: (group: ThingsGroupRecord) => SortValue;
  /** The direction of the first click, if not ascending: users look for the largest numbers and the newest times. */
  readonly firstSort?: SortDirection;
}

/** The list's columns, in order. */
export const groupColumns: readonly GroupColumn[] = [
  {
    id: 'ThingsGroupName',
    label: 'Name',
    cell: (group) => (
      <Link to={paths.group(group.ThingsGroupId)}>{group.ThingsGroupName || messages.unnamed}</Link>
    ),
    sortBy: (group) => group.ThingsGroupName || undefined,
  },
  {
    id: 'LockMasterImei',
    label: 'IMEI lock',
    cell: (group) => <LockState group={group} />,
    sortBy: lockRank,
  },
  measureColumn('total', 'Total'),
  measureColumn('Active', 'Active'),
  measureColumn('Alarm', 'Alarm'),
  measureColumn('Data', 'Data'),
  measureColumn('SMS', 'SMS'),
  measureColumn('Voice', 'Voice'),
  {
    id: 'TelephonyProfileName',
    label: 'Profile',
    cell: (group) => group.TelephonyProfileName || absent,
    sortBy: (group) => group.TelephonyProfileName || undefined,
  },
  {
    id: 'Networks',
    label: 'Networks',
    cell: (group) => <Clipped>{networkNames(group)}</Clipped>,
    sortBy: (group) => networkNames(group) || undefined,
  },
  {
    id: 'ThingsGroupDescription',
    label: 'Description',
    cell: (group) => <Clipped>{group.ThingsGroupDescription}</Clipped>,
    sortBy: (group) => group.ThingsGroupDescription || undefined,
  },
  {
    id: 'DateModified',
    label: 'Modified',
    cell: ({ DateModified }) => (
      <span title={utcTime(DateModified)}>{formatTime(DateModified)}</span>
    ),
    sortBy: (group) => group.DateModified,
    firstSort: 'DESC',
  },
];

/** A group's numbers; API document 2.3 states no unit or period for them. */
type MeasureId = 'total' | 'Active' | 'Alarm' | 'Data' | 'SMS' | 'Voice';

function measureColumn(id: MeasureId, label: string): GroupColumn {
  return {
    id,
    label,
    measure: id,
    cell: (group) => formatNumber(group[id]),
    sortBy: (group) => group[id],
    firstSort: 'DESC',
  };
}

/** A measure over several groups. */
export function summarize(groups: readonly ThingsGroupRecord[], id: MeasureId) {
  const values = groups.flatMap(({ [id]: value }) => value ?? []);
  return {
    /** Undefined if no group reports it. */
    sum: values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0),
    /** Groups that do not report it. */
    missing: groups.length - values.length,
    largest: values.reduce((largest, value) => Math.max(largest, value), 0),
  };
}

/** A value as a fraction of the largest value of its measure, from 0 to 1; negative values give 0. */
export function shareOf(value: number | undefined, largest: number): number {
  return value === undefined || value <= 0 || largest <= 0 ? 0 : value / largest;
}

/** Locked groups first, then unlocked ones, then those that report only a prefix; each by prefix. */
function lockRank({ LockMasterImei: lock, IMEIPrefix: prefix }: ThingsGroupRecord): SortValue {
  if (lock === undefined && prefix === undefined) return undefined;
  const rank = lock === undefined ? 2 : lock ? 0 : 1;
  return `${rank} ${prefix ?? ''}`;
}

/** Lock and prefix as the service reports them. If it does not report them, the cell says so and assumes nothing. */
function LockState({ group }: { group: ThingsGroupRecord }) {
  const { LockMasterImei: lock, IMEIPrefix: prefix } = group;
  if (lock === undefined && prefix === undefined) return <Muted>{messages.notReported}</Muted>;
  return (
    <span className={styles.lock}>
      {lock === undefined ? <Muted>lock not reported</Muted> : <PadlockSign isClosed={lock} />}
      {lock !== undefined && (lock ? messages.locked : messages.unlocked)}
      {prefix === undefined && <Muted>prefix not reported</Muted>}
      {/* Most groups are unlocked and have no prefix, so saying so in each row would add nothing. */}
      {prefix === '' && lock !== false && <Muted>{messages.noPrefix}</Muted>}
      {prefix !== undefined && prefix !== '' && (
        <span className={styles.prefix}>
          {prefix}
          <PrefixName prefix={prefix} room="10em" />
        </span>
      )}
    </span>
  );
}

function Muted({ children }: { children: string }) {
  return <span className={styles.muted}>{children}</span>;
}

/** The names of a group's networks; an entry without a name is shown as is, and does not hide the others. */
export function networkNames({ Networks }: ThingsGroupRecord): string | undefined {
  return Networks && listTexts(Networks, 'NetworkName').join(', ');
}

/** Long text, truncated to fit its column; the tooltip shows it in full. */
function Clipped({ children }: { children: string | undefined }) {
  if (children === undefined || children === '') return absent;
  return <span title={children}>{children}</span>;
}

export interface GroupsSort {
  readonly column: GroupColumn;
  readonly direction: SortDirection;
}

/** @param text `Data` or `-Data`; undefined if no column has that name */
export function parseSort(text: string): GroupsSort | undefined {
  const [, sign, id] = /^(-?)(.+)$/.exec(text) ?? [];
  const column = groupColumns.find((candidate) => candidate.id === id);
  return column && { column, direction: sign === '-' ? 'DESC' : 'ASC' };
}

export function sortText({ column, direction }: GroupsSort): string {
  return direction === 'DESC' ? `-${column.id}` : column.id;
}

/** Cycles through both directions and back to the service's order. */
export function nextSort(
  column: GroupColumn,
  current: GroupsSort | undefined,
): GroupsSort | undefined {
  const { firstSort = 'ASC' } = column;
  if (current?.column !== column) return { column, direction: firstSort };
  if (current.direction !== firstSort) return undefined;
  return { column, direction: firstSort === 'ASC' ? 'DESC' : 'ASC' };
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** A sorted copy. Groups without a value come last in both directions; equal groups keep their order. */
export function sortGroups(
  groups: readonly ThingsGroupRecord[],
  sort: GroupsSort | undefined,
): readonly ThingsGroupRecord[] {
  if (!sort) return groups;
  const sign = sort.direction === 'ASC' ? 1 : -1;
  return groups
    .map((group) => ({ group, value: sort.column.sortBy(group) }))
    .toSorted((a, b) => {
      if (a.value === undefined || b.value === undefined) {
        return Number(a.value === undefined) - Number(b.value === undefined);
      }
      return sign * compare(a.value, b.value);
    })
    .map(({ group }) => group);
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}
