import { memo } from 'react';

import type { ThingsGroupRecord } from '#api/groups.ts';
import { formatNumber } from '#lib/format.ts';

import { messages } from '../messages.ts';
import { groupColumns } from './groupColumns.tsx';
import { shareOf, summarize, type MeasureSummaries } from './groupMeasures.ts';
import type { GroupsSort } from './groupsSort.ts';
import { GroupsTableHead } from './GroupsTableHead.tsx';
import { listMessages } from './listMessages.ts';

import table from '#ui/table.module.css';
import styles from './GroupsPage.module.css';

interface GroupsTableProps {
  groups: readonly ThingsGroupRecord[];
  sort: GroupsSort | undefined;
  onSort: (sort: GroupsSort | undefined) => void;
}

export function GroupsTable({ groups, sort, onSort }: GroupsTableProps) {
  const summaries = summarize(groups);
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    <div className={table.scroller} tabIndex={0} role="region" aria-label={messages.heading}>
      <table aria-label={messages.heading} className={`${table.table} ${styles.table}`}>
        <GroupsTableHead sort={sort} onSort={onSort} />
        <GroupRows groups={groups} />
        <tfoot>
          <tr>
            {groupColumns.map(({ id, measure }, index) => {
              if (index === 0) {
                return (
                  <th key={id} scope="row">
                    {listMessages.sum}
                  </th>
                );
              }
              if (!measure) return <td key={id} />;
              const { sum, missing } = summaries[measure.id];
              return (
                <td key={id} className={styles.number}>
                  {formatNumber(sum)}
                  {sum !== undefined && missing > 0 && (
                    <span className={styles.missing}>{listMessages.notReporting(missing)}</span>
                  )}
                </td>
              );
            })}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

/** Drawn anew for other groups only: a letter typed into the filter must not wait for hundreds of rows. */
const GroupRows = memo(({ groups }: Pick<GroupsTableProps, 'groups'>) => {
  const summaries = summarize(groups);
  return (
    <tbody>
      {groups.map((group) => (
        <GroupRow key={group.ThingsGroupId} group={group} summaries={summaries} />
      ))}
    </tbody>
  );
});

function GroupRow({ group, summaries }: { group: ThingsGroupRecord; summaries: MeasureSummaries }) {
  return (
    <tr>
      {groupColumns.map(({ id, measure, cell }, index) => {
        if (index === 0) {
          return (
            <th key={id} scope="row">
              {cell(group)}
            </th>
          );
        }
        if (!measure) return <td key={id}>{cell(group)}</td>;
        const share = shareOf(group[measure.id], summaries[measure.id]);
        return (
          <td
            key={id}
            className={styles.measure}
            // A background, since an element for each bar would double the cells.
            style={{ backgroundSize: `${Math.round(share * 1_000) / 10}% 3px` }}
          >
            {cell(group)}
          </td>
        );
      })}
    </tr>
  );
}
