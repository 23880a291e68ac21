import type { ComponentProps, CSSProperties, ReactNode } from 'react';

import { ariaSort, SortButton, type SortDirection } from '../SortButton.tsx';
import { textPixels } from '../textPixels.ts';
import type { useRowWindow } from '../useRowWindow.ts';

import styles from './DataTable.module.css';

/** The head of a column. */
export interface HeadColumn {
  /** For sorting, and where the header is no text. */
  readonly id?: string;
  readonly header: ReactNode;
  /** It has figures, which are right-aligned. */
  readonly numeric?: boolean | undefined;
  /** Its cells name their rows, and stay in view. */
  readonly rowHeader?: boolean | undefined;
  /** Its head names nothing: it has a control for all rows, or is the corner above what names the rows. */
  readonly isUnnamed?: boolean | undefined;
  /** It says nothing that the others do not. */
  readonly isDecoration?: boolean | undefined;
  /** In CSS pixels; where columns have one, the last takes what is left. */
  readonly width?: number | undefined;
  readonly headId?: string;
  readonly headClassName?: string | undefined;
  readonly headStyle?: CSSProperties | undefined;
}

/** How a table is sorted, by the ids of its columns. */
interface TableSort {
  readonly directionOf: (id: string) => SortDirection | undefined;
  readonly onSort: (id: string) => void;
}

export interface TableFrameProps {
  /** The name of the table. */
  label?: string | undefined;
  /** Id of what names it, in place of `label`. */
  labelledBy?: string | undefined;
  /** The name of the region that scrolls, where it is another one; null where nothing scrolls. */
  region?: string | null | undefined;
  /** That of a page, of a list of lines, of a panel, or none; without one, the classes below say it all. */
  look?: 'page' | 'lines' | 'panel' | 'bare' | undefined;
  /** Of the box that scrolls. */
  className?: string | undefined;
  style?: CSSProperties;
  tableClassName?: string | undefined;
  tableStyle?: CSSProperties;
  density?: string;
  /** On a narrow screen each row is a card. */
  isCards?: boolean;
  /** These are not the rows that were asked for last. */
  isStale?: boolean;
  sort?: TableSort | undefined;
  /** Of a table of thousands of rows, those that are drawn. */
  rowWindow?: ReturnType<typeof useRowWindow> | undefined;
}

interface FrameProps extends TableFrameProps {
  columns: readonly HeadColumn[];
  /** The bodies of the table. */
  children: ReactNode;
}

/** The head of a table, and the region in which it scrolls. */
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
  /** Index of a row that stays in the document; it has the focus, or is next in the tab order. */
  active?: number | undefined;
  /** How many columns the table has. */
  columns: number;
  renderRow: (index: number) => ReactNode;
}

/** The rows of a long table that are in view, and gaps as high as those that are not. */
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
  if (isDecoration) return <td aria-hidden="true" className={className} />;
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

/** What a column is known by. */
export function idOf({ id, header }: HeadColumn): string {
  return id ?? (typeof header === 'string' ? header : '');
}

/** What a column's head and cells have in common, and a class of their own. */
export function columnClass({ numeric, rowHeader }: HeadColumn, own: string | undefined) {
  return classes(numeric && styles.numeric, rowHeader && styles.rowHeader, own);
}

/** Undefined for no class, so that there is no empty attribute. */
export function classes(...names: readonly (string | false | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
