import { memo, type ComponentProps } from 'react';

import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { formatNumber } from '#lib/format.ts';
import { SelectBox, SelectPageBox } from '#ui/selection/SelectBox.tsx';
import { usePageSelection, useRowSelection, type Selection } from '#ui/selection/useSelection.ts';
import { ariaSort, SortButton } from '#ui/SortButton.tsx';

import {
  groupColumns,
  nextSort,
  shareOf,
  summarize,
  type GroupColumn,
  type GroupsSort,
  type MeasureSummary,
} from './groupColumns.tsx';

import table from '#ui/table.module.css';
import styles from './GroupsPage.module.css';

interface GroupsTableProps {
  groups: readonly ThingsGroupRecord[];
  selection: Selection<ThingsGroupRecord>;
  sort: GroupsSort | undefined;
  onSort: (sort: GroupsSort | undefined) => void;
}

export function GroupsTable({ groups, selection, sort, onSort }: GroupsTableProps) {
  const { page, togglePage } = usePageSelection(selection, groups);
  const bodyEvents = useRowSelection(selection, groups);
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    <div className={table.scroller} tabIndex={0} role="region" aria-label={messages.heading}>
      <table aria-label={messages.heading} className={`${table.table} ${styles.table}`}>
        <Head sort={sort} onSort={onSort} selectPage={{ page, onToggle: togglePage }} />
        <tbody {...bodyEvents}>
          <Rows groups={groups} chosen={selection.chosen} />
        </tbody>
        <Foot groups={groups} />
      </table>
    </div>
  );
}

interface HeadProps extends Pick<GroupsTableProps, 'sort' | 'onSort'> {
  selectPage: ComponentProps<typeof SelectPageBox>;
}

/** Every column sorts: the list comes whole, so sorting needs no call. */
function Head({ sort, onSort, selectPage }: HeadProps) {
  return (
    <thead>
      <tr>
        <td className={styles.select}>
          <SelectPageBox {...selectPage} />
        </td>
        {groupColumns.map((column) => {
          const direction = sort?.column === column ? sort.direction : undefined;
          return (
            <th
              key={column.id}
              scope="col"
              className={column.measure && styles.number}
              aria-sort={ariaSort(direction)}
            >
              <SortButton direction={direction} onClick={() => onSort(nextSort(column, sort))}>
                {column.label}
              </SortButton>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface RowsProps extends Pick<GroupsTableProps, 'groups'> {
  chosen: Selection<ThingsGroupRecord>['chosen'];
}

/** Memoised: a letter typed into the filter must not wait for hundreds of unchanged rows. */
const Rows = memo(({ groups, chosen }: RowsProps) => {
  const columns = groupColumns.map((column) => ({
    column,
    summary: column.measure && summarize(groups, column.measure),
  }));
  return groups.map((group, row) => {
    const isChosen = chosen.has(group.ThingsGroupId);
    return (
      <tr key={group.ThingsGroupId} data-chosen={isChosen}>
        <td className={styles.select}>
          <SelectBox
            name={group.ThingsGroupName || group.ThingsGroupId}
            index={row}
            isChosen={isChosen}
          />
        </td>
        {columns.map(({ column, summary }, index) => (
          <Cell key={column.id} {...{ group, column, summary }} isHead={index === 0} />
        ))}
      </tr>
    );
  });
});

interface CellProps {
  group: ThingsGroupRecord;
  column: GroupColumn;
  summary: MeasureSummary | undefined;
  isHead: boolean;
}

function Cell({ group, column: { cell, measure }, summary, isHead }: CellProps) {
  if (isHead) return <th scope="row">{cell(group)}</th>;
  if (!measure || !summary) return <td>{cell(group)}</td>;
  const share = shareOf(group[measure], summary);
  return (
    <td
      className={styles.measure}
      // The bar is a background: an element for each would double the number of cells.
      style={{ backgroundSize: `${Math.round(share * 1_000) / 10}% 3px` }}
    >
      {cell(group)}
    </td>
  );
}

function Foot({ groups }: Pick<GroupsTableProps, 'groups'>) {
  return (
    <tfoot>
      <tr>
        <td />
        {groupColumns.map(({ id, measure }, index) => {
          if (index === 0) {
            return (
              <th key={id} scope="row">
                All groups shown
              </th>
            );
          }
          if (!measure) return <td key={id} />;
          const { sum, missing } = summarize(groups, measure);
          return (
            <td key={id} className={styles.number}>
              {formatNumber(sum)}
              {sum !== undefined && missing > 0 && (
                <span className={styles.missing}>{formatNumber(missing)} not reported</span>
              )}
            </td>
          );
        })}
      </tr>
    </tfoot>
  );
}
