import {
  useCallback,
  useMemo,
  type ComponentProps,
  type CSSProperties,
  type ReactNode,
} from 'react';

import {
  classes,
  columnClass,
  idOf,
  TableFrame,
  WindowBody,
  type HeadColumn,
  type TableFrameProps,
} from './TableFrame.tsx';

import styles from './DataTable.module.css';

/** A column of a table, as data. */
export interface DataColumn<Row> extends HeadColumn {
  readonly cell: (row: Row, index: number) => ReactNode;
  /** The cell's tooltip: its full text if that may be truncated, or further details. */
  readonly title?: (row: Row) => string | undefined;
  /** Uses a monospaced font. */
  readonly mono?: boolean;
  /** In a card, the header is above the cell; `wide` spans the card, `bare` omits the header, `line` does both. */
  readonly card?: 'wide' | 'bare' | 'line';
  /** Ids of its cells, used to name controls. */
  readonly cellId?: (index: number) => string;
  readonly className?: string | ((row: Row) => string | undefined) | undefined;
  readonly style?: (row: Row) => CSSProperties;
  /** The footer cell; if any column has one, all columns get a cell there. */
  readonly foot?: ReactNode;
}

/** Attributes of a row, such as whether it is selected. */
type RowAttributes = ComponentProps<'tr'> & { readonly [name: `data-${string}`]: unknown };

interface DataTableProps<Row> extends TableFrameProps {
  /** In order. Rows render again if these, or the functions below, change. */
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
  rowProps?: (row: Row) => RowAttributes;
  /** Events of the controls in all rows. */
  bodyEvents?: Omit<ComponentProps<'tbody'>, 'children' | 'ref'>;
}

/** A table with declared columns and a row for each record. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, keyOf, rowProps, bodyEvents, look = 'page', ...others } = props;
  const { rowWindow, isCards = false, ...frame } = others;
  const isWindow = rowWindow !== undefined;
  const drawRow = useCallback(
    (index: number, attributes?: RowAttributes) => {
      const row = rows[index];
      if (row === undefined) return null;
      return (
        <tr key={keyOf(row, index)} {...attributes} {...rowProps?.(row)}>
          {columns.map((column) => drawCell(column, row, index, isCards))}
        </tr>
      );
    },
    [columns, rows, keyOf, rowProps, isCards],
  );
  // Typing in a filter must not wait for hundreds of unchanged rows.
  const drawn = useMemo(
    () => !isWindow && rows.map((_, index) => drawRow(index)),
    [rows, drawRow, isWindow],
  );
  return (
    <TableFrame {...frame} {...{ columns, look, rowWindow, isCards }}>
      {rowWindow ? (
        <WindowBody
          rowWindow={rowWindow}
          columns={columns.length}
          renderRow={(index) => drawRow(index, { 'aria-rowindex': index + 2 })}
          {...bodyEvents}
        />
      ) : (
        <tbody {...bodyEvents}>{drawn}</tbody>
      )}
      {columns.some(({ foot }) => foot !== undefined) && <Foot columns={columns} />}
    </TableFrame>
  );
}

function drawCell<Row>(column: DataColumn<Row>, row: Row, index: number, isCard: boolean) {
  const { header, rowHeader, card, isDecoration, title, style } = column;
  const key = idOf(column);
  const cell = {
    id: column.cellId?.(index),
    className: cellClass(column, row),
    style: style?.(row),
    title: title?.(row),
    children: column.cell(row, index),
  };
  if (rowHeader) return <th key={key} scope="row" {...cell} />;
  const isNamed = isCard && (card === undefined || card === 'wide');
  const label = isNamed && typeof header === 'string' ? header : undefined;
  return <td key={key} data-label={label} aria-hidden={isDecoration} {...cell} />;
}

function cellClass<Row>(column: DataColumn<Row>, row: Row): string | undefined {
  const { mono, card, className } = column;
  const isWide = card === 'wide' || card === 'line';
  const own = typeof className === 'function' ? className(row) : className;
  return columnClass(column, classes(mono && styles.mono, isWide && styles.wide, own));
}

function Foot<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>) {
  return (
    <tfoot>
      <tr>
        {columns.map((column) => {
          const cell = { className: columnClass(column, undefined), children: column.foot };
          if (!column.rowHeader) return <td key={idOf(column)} {...cell} />;
          return <th key={idOf(column)} scope="row" {...cell} />;
        })}
      </tr>
    </tfoot>
  );
}
