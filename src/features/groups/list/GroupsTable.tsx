import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { ThingsGroupRecord } from '#api/groups.ts';
import { absent, formatNumber, formatTime, utcTime } from '#lib/format.ts';
import { paths } from '#paths.ts';

import { LockState } from '../LockState.tsx';
import { messages } from '../messages.ts';

import table from '#ui/table.module.css';
import styles from './GroupsPage.module.css';

interface Column {
  readonly label: string;
  readonly numeric?: boolean;
  readonly cell: (group: ThingsGroupRecord) => ReactNode;
}

const { columns: labels } = messages;

const columns: readonly Column[] = [
  {
    label: labels.name,
    cell: (group) => (
      <Link to={paths.group(group.ThingsGroupId)}>{group.ThingsGroupName || messages.unnamed}</Link>
    ),
  },
  { label: labels.lock, cell: (group) => <LockState group={group} /> },
  { label: labels.total, numeric: true, cell: (group) => formatNumber(group.total) },
  { label: labels.active, numeric: true, cell: (group) => formatNumber(group.Active) },
  { label: labels.alarm, numeric: true, cell: (group) => formatNumber(group.Alarm) },
  { label: labels.data, numeric: true, cell: (group) => formatNumber(group.Data) },
  { label: labels.sms, numeric: true, cell: (group) => formatNumber(group.SMS) },
  { label: labels.voice, numeric: true, cell: (group) => formatNumber(group.Voice) },
  { label: labels.profile, cell: (group) => group.TelephonyProfileName ?? absent },
  { label: labels.networks, cell: (group) => <Clipped>{networks(group)}</Clipped> },
  { label: labels.description, cell: (group) => <Clipped>{group.ThingsGroupDescription}</Clipped> },
  {
    label: labels.modified,
    cell: ({ DateModified }) => (
      <span title={utcTime(DateModified)}>{formatTime(DateModified)}</span>
    ),
  },
];

export function GroupsTable({ groups }: { groups: readonly ThingsGroupRecord[] }) {
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    <div className={table.scroller} tabIndex={0} role="region" aria-label={messages.heading}>
      <table aria-label={messages.heading} className={`${table.table} ${styles.table}`}>
        <thead>
          <tr>
            {columns.map(({ label, numeric }) => (
              <th key={label} scope="col" className={numeric ? styles.number : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.ThingsGroupId}>
              {columns.map(({ label, numeric, cell }, index) =>
                index === 0 ? (
                  <th key={label} scope="row">
                    {cell(group)}
                  </th>
                ) : (
                  <td key={label} className={numeric ? styles.number : undefined}>
                    {cell(group)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function networks({ Networks }: ThingsGroupRecord): string | undefined {
  return Networks?.map((network) => network.NetworkName).join(', ');
}

/** A long text shortened to its column; whole on hover. */
function Clipped({ children }: { children: string | undefined }) {
  if (children === undefined || children === '') return absent;
  return <span title={children}>{children}</span>;
}
