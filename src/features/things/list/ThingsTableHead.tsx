import { memo } from 'react';

import { SelectPageBox } from '#ui/selection/SelectBox.tsx';
import type { PageChoice } from '#ui/selection/useSelection.ts';
import { ariaSort, SortButton } from '#ui/SortButton.tsx';
import { textPixels } from '#ui/textPixels.ts';

import type { ShownColumn } from './columns/columnLayout.ts';
import type { ThingsAddress } from './filters/thingsAddress.ts';
import { cellClass } from './ThingRow.tsx';

import styles from './ThingsTable.module.css';

interface ThingsTableHeadProps {
  columns: readonly ShownColumn[];
  sort: ThingsAddress['sort'];
  onSort: (sort: ThingsAddress['sort']) => void;
  /** How many rows on screen are selected. */
  page: PageChoice;
  onTogglePage: () => void;
}

/** The column headers. Only the name is a button, because the service can sort only by name (API document 4.5). */
export const ThingsTableHead = memo(function ThingsTableHead({
  columns,
  sort,
  onSort,
  page,
  onTogglePage,
}: ThingsTableHeadProps) {
  return (
    <thead>
      <tr>
        <td className={styles.select}>
          <SelectPageBox page={page} onToggle={onTogglePage} />
        </td>
        {columns.map((column) => {
          const { field, left } = column;
          const isSortable = field.id === 'ThingName';
          return (
            <th
              key={field.id}
              scope="col"
              title={field.label}
              className={cellClass(column)}
              style={left === undefined ? undefined : { left: textPixels(left) }}
              aria-sort={isSortable ? ariaSort(sort) : undefined}
            >
              {isSortable ? (
                <SortButton direction={sort} onClick={() => onSort(nextSort(sort))}>
                  {field.label}
                </SortButton>
              ) : (
                field.label
              )}
              {/* The pointer drags this edge, see ColumnWidths. */}
              <span aria-hidden="true" className={styles.handle} data-edge={field.id} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
});

/** Cycles from unsorted to ascending, descending, and back. */
function nextSort(sort: ThingsAddress['sort']): ThingsAddress['sort'] {
  if (sort === undefined) return 'ASC';
  return sort === 'ASC' ? 'DESC' : undefined;
}
