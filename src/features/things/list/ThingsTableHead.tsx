import { memo, useRef, type PointerEvent } from 'react';

import { SelectPageBox } from '#ui/selection/SelectBox.tsx';
import type { PageChoice } from '#ui/selection/useSelection.ts';
import { ariaSort, SortButton } from '#ui/SortButton.tsx';
import { textPixels, textScale } from '#ui/textPixels.ts';

import type { ShownColumn } from '../columns/columnLayout.ts';
import type { ThingsAddress } from '../filters/thingsAddress.ts';
import { cellClass } from './ThingRow.tsx';

import styles from './ThingsTable.module.css';

interface ThingsTableHeadProps {
  columns: readonly ShownColumn[];
  sort: ThingsAddress['sort'];
  onSort: (sort: ThingsAddress['sort']) => void;
  onResize: (id: string, width: number) => void;
  /** How many of the rows on screen are selected. */
  page: PageChoice;
  onTogglePage: () => void;
}

/** The column headers. Only the name, by which the service can sort, is a button (API document 4.5). */
export const ThingsTableHead = memo(function ThingsTableHead({
  columns,
  sort,
  onSort,
  onResize,
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
              <ResizeHandle width={column.width} onResize={(width) => onResize(field.id, width)} />
            </th>
          );
        })}
      </tr>
    </thead>
  );
});

interface ResizeHandleProps {
  width: number;
  onResize: (width: number) => void;
}

/** For the pointer only; the dialog "Columns" has a field for each width. */
function ResizeHandle({ width, onResize }: ResizeHandleProps) {
  const start = useRef<number>(undefined);
  const movedBy = ({ clientX }: PointerEvent) => clientX - (start.current ?? clientX);
  return (
    <span
      aria-hidden="true"
      className={styles.handle}
      onPointerDown={(event) => {
        start.current = event.clientX;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (start.current === undefined) return;
        // Only a line follows the pointer, because rendering 50 rows at each step is slow.
        event.currentTarget.style.translate = `${movedBy(event)}px`;
      }}
      onPointerUp={(event) => {
        const moved = movedBy(event);
        start.current = undefined;
        event.currentTarget.style.translate = '';
        if (moved !== 0) onResize(width + moved / textScale());
      }}
      onPointerCancel={(event) => {
        start.current = undefined;
        event.currentTarget.style.translate = '';
      }}
    />
  );
}

/** Cycles from unsorted to ascending, descending, and back. */
function nextSort(sort: ThingsAddress['sort']): ThingsAddress['sort'] {
  if (sort === undefined) return 'ASC';
  return sort === 'ASC' ? 'DESC' : undefined;
}
