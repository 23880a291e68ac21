import type { ComponentProps, CSSProperties, ReactNode } from 'react';

import { ariaSort, SortButton, type SortDirection } from '../SortButton.tsx';
import { textPixels } from '../textPixels.ts';
import type { useRowWindow } from '../useRowWindow.ts';

import styles from './DataTable.module.css';

/** A column header. */
export interface HeadColumn {
  /** For sorting, and if the header is not text. */
  readonly id?: string;
  readonly header: ReactNode;
  /** Contains figures, which are right-aligned. */
  readonly numeric?: boolean | undefined;
  /** Its cells are row headers, and stay in view. */
  readonly rowHeader?: boolean | undefined;
  /** Its header is not a name, but a control for all rows or the corner above the row headers. */
  readonly isUnnamed?: boolean | undefined;
  /** Repeats information from other columns. */
  readonly isDecoration?: boolean | undefined;
  /** In CSS pixels; if columns have one, the last column takes the remaining width. */
  readonly width?: number | undefined;
  readonly headId?: string;
  readonly headClassName?: string | undefined;
  readonly headStyle?: CSSProperties | undefined;
}

/** A table's sorting, by column id. */
interface TableSort {
  readonly directionOf: (id: string) => SortDirection | undefined;
  readonly onSort: (id: string) => void;
}

export interface TableFrameProps {
  label?: string | undefined;
  /** Id of the element that names it, instead of `label`. */
  labelledBy?: string | undefined;
  /** The name of the scrolling region, if different; null if nothing scrolls. */
  region?: string | null | undefined;
  /** A predefined style; if undefined, only the classes below apply. */
  look?: 'page' | 'lines' | 'panel' | 'bare' | undefined;
  /** Class of the scrolling box. */
  className?: string | undefined;
  style?: CSSProperties;
  tableClassName?: string | undefined;
  tableStyle?: CSSProperties;
  density?: string;
  /** Whether each row is a card on a narrow screen. */
  isCards?: boolean;
  /** Whether the rows belong to an earlier query. */
  isStale?: boolean;
  sort?: TableSort | undefined;
  /** The rendered rows of a table with thousands of rows. */
  rowWindow?: ReturnType<typeof useRowWindow> | undefined;
}

interface FrameProps extends TableFrameProps {
  columns: readonly HeadColumn[];
  children: ReactNode;
}

/** A table's header, and the region in which the table scrolls. */
export function TableFrame(props: FrameProps) {
  const { label, region = label, look, columns, sort, rowWindow } = props;
  const { isCards = false, isStale = false } = props;
  const isWhole = rowWindow?.isWhole ?? false;
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  return (
    <div
      ref={rowWindow?.scroller}
      // Focusable, so that the keyboard can scroll it.
      {...(typeof region === 'string' && { role: 'region', 'aria-label': region, tabIndex: 0 })}
      onScroll={rowWindow?.onScroll}
      className={classes(look && styles.frame, rowWindow && styles.steady, props.className)}
      style={props.style}
      data-look={look}
    >
      <table
        aria-label={label}
        aria-labelledby={props.labelledBy}
        aria-rowcount={rowWindow && rowWindow.count + 1}
        className={classes(look && styles.table, props.tableClassName)}
        style={width > 0 ? { minWidth: textPixels(width) } : props.tableStyle}
        data-look={look}
        data-cards={isCards || undefined}
        data-density={props.density}
        data-waiting={isStale || undefined}
        data-whole={isWhole || undefined}
      >
        {width > 0 && (
          <colgroup>
            {columns.map((column, index) => {
              const isLast = index === columns.length - 1;
              return (
                <col
                  key={idOf(column)}
                  style={isLast ? {} : { width: textPixels(column.width ?? 0) }}
                />
              );
            })}
          </colgroup>
        )}
        <thead>
          <tr aria-rowindex={rowWindow && 1}>
            {columns.map((column) => (
              <Head key={idOf(column)} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        {props.children}
      </table>
    </div>
  );
}

interface WindowBodyProps extends Omit<ComponentProps<'tbody'>, 'children'> {
  rowWindow: ReturnType<typeof useRowWindow>;
  /** Index of a row that stays in the document because it has focus or is next in the tab order. */
  active?: number | undefined;
  columns: number;
  renderRow: (index: number) => ReactNode;
}

/** The rows of a long table that are in view, with gaps in place of the others. */
export function WindowBody(props: WindowBodyProps) {
  const {
    rowWindow: { body, slots },
    active,
    columns,
    renderRow,
    ...events
  } = props;
  return (
    <tbody ref={body} {...events}>
      {slots(active).map((slot) =>
        slot.kind === 'row' ? (
          renderRow(slot.index)
        ) : (
          <tr key={`gap ${slot.from}`} aria-hidden="true">
            <td className={styles.gap} colSpan={columns} style={{ height: slot.height }} />
          </tr>
        ),
      )}
    </tbody>
  );
}

function Head({ column, sort }: { column: HeadColumn; sort: TableSort | undefined }) {
  const { header, isUnnamed, isDecoration, headId, headStyle: style } = column;
  const className = columnClass(column, column.headClassName);
  if (isDecoration) {
    return (
      <td aria-hidden="true" className={className}>
        {header}
      </td>
    );
  }
  if (isUnnamed) return <td {...{ className, style }}>{header}</td>;
  const direction = sort?.directionOf(idOf(column));
  return (
    <th scope="col" id={headId} {...{ className, style }} aria-sort={sort && ariaSort(direction)}>
      {sort ? (
        <SortButton direction={direction} onClick={() => sort.onSort(idOf(column))}>
          {header}
        </SortButton>
      ) : (
        header
      )}
    </th>
  );
}

/** A column's identifier. */
export function idOf({ id, header }: HeadColumn): string {
  return id ?? (typeof header === 'string' ? header : '');
}

/** The class shared by a column's header and cells, combined with a class of their own. */
export function columnClass({ numeric, rowHeader }: HeadColumn, own: string | undefined) {
  return classes(numeric && styles.numeric, rowHeader && styles.rowHeader, own);
}

/** Undefined without a class, to avoid an empty attribute. */
export function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
