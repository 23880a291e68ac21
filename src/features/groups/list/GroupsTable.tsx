import { useCallback, useMemo } from 'react';

import { messages } from '#api/groupMessages.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { formatNumber } from '#lib/format.ts';
import type { Selection } from '#ui/selection/useSelection.ts';
import { DataTable, type DataColumn } from '#ui/table/DataTable.tsx';
import { useSelectColumn } from '#ui/table/useSelectColumn.tsx';

import {
  groupColumns,
  nextSort,
  shareOf,
  summarize,
  type GroupColumn,
  type GroupsSort,
} from './groupColumns.tsx';

import styles from './GroupsPage.module.css';

interface GroupsTableProps {
  groups: readonly ThingsGroupRecord[];
  selection: Selection<ThingsGroupRecord>;
  sort: GroupsSort | undefined;
  onSort: (sort: GroupsSort | undefined) => void;
}

const nameOf = (group: ThingsGroupRecord) => group.ThingsGroupName || group.ThingsGroupId;

/** Every column is sortable: the list arrives complete, so sorting needs no call. */
export function GroupsTable({ groups, selection, sort, onSort }: GroupsTableProps) {
  const select = useSelectColumn(selection, groups, nameOf);
  // Stable while a filter is typed, so that hundreds of unchanged rows do not re-render on each keystroke.
  const columns = useMemo(
    () => [select.column, ...groupColumns.map((column) => tableColumn(column, groups))],
    [select.column, groups],
  );
  const rowProps = useCallback(
    (group: ThingsGroupRecord) => ({ 'data-chosen': selection.has(group) }),
    [selection],
  );
  return (
    <DataTable
      label={messages.heading}
      look="lines"
      tableClassName={styles.table}
      {...{ columns, rowProps }}
      rows={groups}
      keyOf={selection.keyOf}
      bodyEvents={select.bodyEvents}
      sort={{
        directionOf: (id) => (sort?.column.id === id ? sort.direction : undefined),
        onSort: (id) => {
          const column = groupColumns.find((candidate) => candidate.id === id);
          if (column) onSort(nextSort(column, sort));
        },
      }}
    />
  );
}

/** Measures are right-aligned, with a bar for comparison, and totalled below the rows. */
function tableColumn(
  column: GroupColumn,
  groups: readonly ThingsGroupRecord[],
): DataColumn<ThingsGroupRecord> {
  const { id, label: header, cell, measure } = column;
  if (!measure) {
    const isName = column === groupColumns[0];
    return { id, header, cell, rowHeader: isName, foot: isName && 'All groups shown' };
  }
  const { sum, missing, largest } = summarize(groups, measure);
  return {
    id,
    header,
    cell,
    numeric: true,
    className: styles.measure,
    // The bar is a background: an element for each would double the number of cells.
    style: (group) => ({
      backgroundSize: `${Math.round(shareOf(group[measure], largest) * 1_000) / 10}% 3px`,
    }),
    foot: (
      <>
        {formatNumber(sum)}
        {sum !== undefined && missing > 0 && (
          <span className={styles.missing}>{formatNumber(missing)} not reported</span>
        )}
      </>
    ),
  };
}
