import type { ComponentProps, CSSProperties, ReactNode } from 'react';

import { textPixels } from './textPixels.ts';
import type { useRowWindow } from './useRowWindow.ts';

import styles from './VirtualTable.module.css';

/** A column of the table; the last one takes the remaining width. */
export interface TableColumn {
  readonly id: string;
  readonly head: ReactNode;
  /** In CSS pixels. */
  readonly width: number;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  /** The head names no column: it has a control for all rows. */
  readonly isControl?: boolean;
}

interface VirtualTableProps {
  label: string;
  count: number;
  columns: readonly TableColumn[];
  rows: ReturnType<typeof useRowWindow>;
  /** Index of a row that stays in the document; it has the focus, or is next in the tab order. */
  active?: number | undefined;
  renderRow: (index: number) => ReactNode;
  /** CSS classes in place of the table's own look. */
  look?: { readonly scroller: string | undefined; readonly table: string | undefined };
  density?: string;
  /** The height that the table takes at most, in CSS pixels. */
  maxHeight?: number | undefined;
  /** Keeps controls that have the focus clear of columns that stay in place. */
  scrollPaddingLeft?: string;
  /** Handled here for the controls of all rows, which also work by keyboard. */
  bodyEvents?: Omit<ComponentProps<'tbody'>, 'children' | 'ref'> | undefined;
}

/** A table of thousands of rows, of which only those in view are in the document. */
export function VirtualTable({
  label,
  count,
  columns,
  rows: { scroller, body, onScroll, slots, isWhole },
  active,
  renderRow,
  look,
  density,
  maxHeight,
  scrollPaddingLeft,
  bodyEvents,
}: VirtualTableProps) {
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    // Focusable, so that the keyboard can scroll it.
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={onScroll}
      className={`${look?.scroller ?? styles.scroller} ${styles.steady}`}
      style={{
        scrollPaddingLeft,
        ...(maxHeight !== undefined && { maxHeight: textPixels(maxHeight) }),
      }}
    >
      <table
        aria-label={label}
        aria-rowcount={count + 1}
        className={look?.table ?? styles.table}
        data-density={density}
        data-whole={isWhole || undefined}
        style={{ minWidth: textPixels(width) }}
      >
        <colgroup>
          {columns.map((column, index) => (
            <col
              key={column.id}
              style={index === columns.length - 1 ? {} : { width: textPixels(column.width) }}
            />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, head, isControl, className, style }) =>
              isControl === true ? (
                <td key={id} {...{ className, style }}>
                  {head}
                </td>
              ) : (
                <th key={id} scope="col" {...{ className, style }}>
                  {head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody ref={body} {...bodyEvents}>
          {slots(active).map((slot) =>
            slot.kind === 'row' ? (
              renderRow(slot.index)
            ) : (
              <tr key={`gap ${slot.from}`} aria-hidden="true">
                <td
                  className={styles.gap}
                  colSpan={columns.length}
                  style={{ height: slot.height }}
                />
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}
