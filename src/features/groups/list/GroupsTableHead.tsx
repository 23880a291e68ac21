import { groupColumns, type GroupColumn } from './groupColumns.tsx';
import { nextSort, type GroupsSort } from './groupsSort.ts';
import { listMessages } from './listMessages.ts';

import table from '#ui/table.module.css';
import styles from './GroupsPage.module.css';

interface GroupsTableHeadProps {
  sort: GroupsSort | undefined;
  onSort: (sort: GroupsSort | undefined) => void;
}

/** The names of the columns: each sorts, since the list comes whole and no call is needed. */
export function GroupsTableHead({ sort, onSort }: GroupsTableHeadProps) {
  return (
    <thead>
      <tr>
        {groupColumns.map((column) => (
          <th
            key={column.id}
            scope="col"
            className={column.measure && styles.number}
            aria-sort={ariaSort(column, sort)}
          >
            <button
              type="button"
              className={table.sort}
              onClick={() => onSort(nextSort(column, sort))}
            >
              {column.label}
              <span aria-hidden="true" className={styles.sortSign}>
                {sortSign(column, sort)}
              </span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
}

function ariaSort(column: GroupColumn, sort: GroupsSort | undefined) {
  if (sort?.column !== column) return 'none';
  return sort.direction === 'ASC' ? 'ascending' : 'descending';
}

function sortSign(column: GroupColumn, sort: GroupsSort | undefined): string {
  if (sort?.column !== column) return listMessages.notSorted;
  return sort.direction === 'ASC' ? listMessages.sortedUp : listMessages.sortedDown;
}
