import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { ThingsGroupRecord } from '#api/groups.ts';
import { absent, formatNumber, formatTime, utcTime } from '#lib/format.ts';
import { paths } from '#paths.ts';

import { messages } from '../messages.ts';
import { measures, type Measure } from './groupMeasures.ts';
import { LockState } from './LockState.tsx';

/** What a group is sorted by in a column; undefined where the service says nothing. */
export type SortValue = string | number | undefined;

export interface GroupColumn {
  /** The field of the API document 2.3 that it shows, as it stands in the address. */
  readonly id: string;
  readonly label: string;
  readonly measure?: Measure;
  readonly cell: (group: ThingsGroupRecord) => ReactNode;
  readonly sortBy: (group: ThingsGroupRecord) => SortValue;
  /** Which way a first press sorts: of numbers and times, the greatest are looked for. */
  readonly firstSort: 'ASC' | 'DESC';
}

const { columns: labels } = messages;

export const groupColumns: readonly GroupColumn[] = [
  {
    id: 'ThingsGroupName',
    label: labels.name,
    cell: (group) => (
      <Link to={paths.group(group.ThingsGroupId)}>{group.ThingsGroupName || messages.unnamed}</Link>
    ),
    sortBy: (group) => group.ThingsGroupName || undefined,
    firstSort: 'ASC',
  },
  {
    id: 'LockMasterImei',
    label: labels.lock,
    cell: (group) => <LockState group={group} />,
    sortBy: lockRank,
    firstSort: 'ASC',
  },
  ...measures.map((measure): GroupColumn => ({
    id: measure.id,
    label: measure.label,
    measure,
    cell: (group) => formatNumber(group[measure.id]),
    sortBy: (group) => group[measure.id],
    firstSort: 'DESC',
  })),
  {
    id: 'TelephonyProfileName',
    label: labels.profile,
    cell: (group) => group.TelephonyProfileName || absent,
    sortBy: (group) => group.TelephonyProfileName || undefined,
    firstSort: 'ASC',
  },
  {
    id: 'Networks',
    label: labels.networks,
    cell: (group) => <Clipped>{networks(group)}</Clipped>,
    sortBy: (group) => networks(group) || undefined,
    firstSort: 'ASC',
  },
  {
    id: 'ThingsGroupDescription',
    label: labels.description,
    cell: (group) => <Clipped>{group.ThingsGroupDescription}</Clipped>,
    sortBy: (group) => group.ThingsGroupDescription || undefined,
    firstSort: 'ASC',
  },
  {
    id: 'DateModified',
    label: labels.modified,
    cell: ({ DateModified }) => (
      <span title={utcTime(DateModified)}>{formatTime(DateModified)}</span>
    ),
    sortBy: (group) => group.DateModified,
    firstSort: 'DESC',
  },
];

/** Locked groups first, then unlocked ones, then a prefix alone, each by prefix; nothing comes last. */
function lockRank({ LockMasterImei: lock, IMEIPrefix: prefix }: ThingsGroupRecord): SortValue {
  if (lock === undefined && prefix === undefined) return undefined;
  const rank = lock === undefined ? 2 : lock ? 0 : 1;
  return `${rank} ${prefix ?? ''}`;
}

function networks({ Networks }: ThingsGroupRecord): string | undefined {
  return Networks?.map((network) => network.NetworkName).join(', ');
}

/** A long text shortened to its column; whole on hover. */
function Clipped({ children }: { children: string | undefined }) {
  if (children === undefined || children === '') return absent;
  return <span title={children}>{children}</span>;
}
