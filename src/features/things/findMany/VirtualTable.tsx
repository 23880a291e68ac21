import type { ComponentProps, ReactNode } from 'react';

import { useRowWindow } from '#ui/useRowWindow.ts';

import styles from './FindMany.module.css';

interface VirtualTableProps<T> {
  label: string;
  rows: readonly T[];
  /** The columns with their widths in CSS pixels; the last one takes the remaining width. */
  heads: readonly { readonly name: string; readonly width: number }[];
  /** Height of a row in CSS pixels: rows do not wrap, so that any position can be scrolled to. */
  rowHeight: number;
  /** Height that the table takes at most, in rows. */
  maxRows: number;
  density?: string;
  className?: string | undefined;
  renderRow: (row: T, index: number) => ReactNode;
  /** Before the heads: the cell that selects all rows. */
  headStart?: { readonly cell: ReactNode; readonly width: number } | undefined;
  /** Handled here for the controls of all rows, which also work by keyboard. */
  bodyEvents?: Pick<ComponentProps<'tbody'>, 'onClick' | 'onChange' | 'onKeyDown'> | undefined;
}

/** A table of thousands of rows, of which only those in view are in the document. */
export function VirtualTable<T>({
  label,
  rows,
  heads,
  rowHeight,
  maxRows,
  density,
  className,
  headStart,
  bodyEvents,
  renderRow,
}: VirtualTableProps<T>) {
  const { body, start, end, above, below, onScroll } = useRowWindow(
    rows.length,
    maxRows,
    rowHeight,
  );
  const width = heads.reduce((sum, head) => sum + head.width, headStart?.width ?? 0);
  const columns = heads.length + Number(headStart !== undefined);
  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      onScroll={onScroll}
      className={styles.scroller}
      style={{ maxHeight: `calc(${(maxRows + 1) * rowHeight}px + 20px)` }}
    >
      <table
        aria-label={label}
        aria-rowcount={rows.length + 1}
        className={className ?? styles.table}
        data-density={density}
        style={{ minWidth: width }}
      >
        <colgroup>
          {headStart && <col style={{ width: headStart.width }} />}
          {heads.map((head, index) => (
            <col key={head.name} style={index === heads.length - 1 ? {} : { width: head.width }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {headStart?.cell}
            {heads.map(({ name }) => (
              <th key={name} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...bodyEvents}>
          {above > 0 && <Space height={above} columns={columns} />}
          {rows.slice(start, end).map((row, index) => renderRow(row, start + index))}
          {below > 0 && <Space height={below} columns={columns} />}
        </tbody>
      </table>
    </div>
  );
}

/** Takes the place of the rows that are not in the document. */
function Space({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true" className={styles.space}>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
