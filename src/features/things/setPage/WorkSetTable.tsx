import {
  memo,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { Link } from 'react-router';

import type { WorkSetEntry } from '#api/workSet/workSet.ts';
import { absent, formatTime } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { SelectBox, SelectPageBox } from '#ui/selection/SelectBox.tsx';
import { usePageSelection, useRowSelection, type Selection } from '#ui/selection/useSelection.ts';
import { textPixels, textScale } from '#ui/textPixels.ts';

import { leadingWidth, rowHeaderId, type ShownColumn } from '../columns/columnLayout.ts';
import type { Density } from '../preferences/thingsPreferences.ts';
import { fieldValue, longValue } from '../record/ThingValue.tsx';
import { recordOf } from './setTexts.ts';
import { useRowsInView } from './useRowsInView.ts';

import styles from '../list/ThingsTable.module.css';
import own from './WorkSetPage.module.css';

interface WorkSetTableProps {
  entries: readonly WorkSetEntry[];
  columns: readonly ShownColumn[];
  density: Density;
  selection: Selection<WorkSetEntry>;
}

/** Widths of the columns of the set itself, in CSS pixels. */
const readWidth = 180;
const fromWidth = 240;

/** Up to this many rows are all in the page, where the browser's own search finds them. */
const drawnWhole = 100;

/** As in ThingsTable.module.css. */
const rowHeights: Readonly<Record<Density, number>> = { comfortable: 37, compact: 28 };

/** The set as a table. Of a long one, only the rows in view are in the page. */
export function WorkSetTable({ entries, columns, density, selection }: WorkSetTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { page, togglePage } = usePageSelection(selection, entries);
  const bodyEvents = useRowSelection(selection, entries);
  const [chosenRow, setChosenRow] = useState(0);
  const active = Math.min(chosenRow, entries.length - 1);
  const rowHeight = rowHeights[density] * textScale();
  const { scroller, first, end, onScroll, show } = useRowsInView(entries.length, rowHeight);
  const isWhole = entries.length <= drawnWhole;
  const drawn = isWhole
    ? range(0, entries.length)
    : // The active row stays in the page, so that the focus is not lost by scrolling.
      [...new Set([active, ...range(first, end)])].toSorted((a, b) => a - b);
  const focusMove = useFocusMove(body, active, (to) => {
    const target = Math.max(0, Math.min(to, entries.length - 1));
    setChosenRow(target);
    if (!isWhole) show(target);
    return target;
  });
  // Handled here for the links and checkboxes of all rows, which also work by keyboard.
  const events = {
    onChange: bodyEvents.onChange,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      focusMove.onKeyDown(event);
      bodyEvents.onKeyDown(event);
    },
    onFocus({ target }: FocusEvent<HTMLElement>) {
      const row = target.closest<HTMLElement>('tr[data-row]')?.dataset['row'];
      if (row !== undefined) setChosenRow(Number(row));
    },
  };
  const width = columns.reduce((sum, column) => sum + column.width, leadingWidth);

  return (
    // Focusable, so that the keyboard can scroll it sideways.
    <div
      ref={scroller}
      className={`${styles.scroller} ${own.scroller}`}
      tabIndex={0}
      role="region"
      aria-label="Work set"
      onScroll={onScroll}
    >
      <table
        aria-label="Work set"
        aria-rowcount={entries.length + 1}
        className={styles.table}
        data-density={density}
        style={{ minWidth: textPixels(width + readWidth + fromWidth) }}
      >
        <colgroup>
          <col style={{ width: textPixels(leadingWidth) }} />
          {columns.map(({ field, width: columnWidth }) => (
            <col key={field.id} style={{ width: textPixels(columnWidth) }} />
          ))}
          <col style={{ width: textPixels(readWidth) }} />
          <col />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            <td className={styles.select}>
              <SelectPageBox page={page} onToggle={togglePage} />
            </td>
            {columns.map((column) => (
              <th key={column.field.id} scope="col" {...frame(column)}>
                {column.field.label}
              </th>
            ))}
            <th scope="col">Read</th>
            <th scope="col">Added from</th>
          </tr>
        </thead>
        <tbody ref={body} {...events}>
          {withGaps(drawn, entries.length).map(({ index, gap }) => {
            const entry = index === undefined ? undefined : entries[index];
            if (index === undefined || !entry) {
              return (
                <tr key={`gap ${gap.from}`} aria-hidden="true">
                  <td className={own.gap} style={{ height: gap.rows * rowHeight }} />
                </tr>
              );
            }
            return (
              <SetRow
                key={entry.iccid}
                entry={entry}
                columns={columns}
                index={index}
                isActive={index === active}
                isChosen={selection.has(entry)}
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface SetRowProps {
  entry: WorkSetEntry;
  columns: readonly ShownColumn[];
  index: number;
  isActive: boolean;
  isChosen: boolean;
}

const SetRow = memo(function SetRow({ entry, columns, index, isActive, isChosen }: SetRowProps) {
  const { iccid, read, addedFrom, notFoundAt } = entry;
  const thing = recordOf(entry);
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      data-marked={notFoundAt !== undefined || undefined}
    >
      <td className={styles.select} data-chosen={isChosen || undefined}>
        <SelectBox name={iccid} index={index} isChosen={isChosen} tabIndex={tabIndex} />
      </td>
      {columns.map((column) => {
        const { kind, id } = column.field;
        const value = column.field.read(thing);
        if (id !== rowHeaderId) {
          return (
            <td key={id} title={longValue(kind, value)} {...frame(column)}>
              {fieldValue(kind, value)}
            </td>
          );
        }
        return (
          <th key={id} scope="row" {...frame(column)}>
            {notFoundAt !== undefined && <span className={styles.mark}>Not found </span>}
            <Link to={paths.thing(iccid)} tabIndex={tabIndex}>
              {iccid}
            </Link>
          </th>
        );
      })}
      <td>{readWords(read?.readAt, notFoundAt)}</td>
      <td title={addedFrom}>{addedFrom}</td>
    </tr>
  );
});

/** When the record is from. */
function readWords(readAt: number | undefined, notFoundAt: number | undefined): string {
  if (readAt === undefined) return notFoundAt === undefined ? 'Not read' : absent;
  return formatTime(readAt);
}

function frame({ field, left }: ShownColumn) {
  const names = [
    left !== undefined && styles.pinned,
    field.kind === 'number' && styles.number,
    field.kind === 'identifier' && styles.identifier,
  ];
  return {
    className: names.filter(Boolean).join(' ') || undefined,
    style: left === undefined ? undefined : { left: textPixels(left) },
  };
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

interface Slot {
  /** Undefined for rows that are not in the page. */
  readonly index: number | undefined;
  readonly gap: { readonly from: number; readonly rows: number };
}

/** The drawn rows, and gaps as high as the rows between them. */
function withGaps(drawn: readonly number[], count: number): readonly Slot[] {
  const slots: Slot[] = [];
  let next = 0;
  for (const index of [...drawn, count]) {
    if (index > next) slots.push({ index: undefined, gap: { from: next, rows: index - next } });
    if (index < count) slots.push({ index, gap: { from: index, rows: 0 } });
    next = index + 1;
  }
  return slots;
}

const pageRows = 10;

/**
 * Moves the focus from row to row by the keyboard, also to rows that are not in the page yet.
 *
 * @param show brings a row into view, and returns its index
 */
function useFocusMove(
  body: RefObject<HTMLTableSectionElement | null>,
  active: number,
  show: (index: number) => number,
) {
  const wanted = useRef<{ readonly row: number; readonly control: string }>(undefined);

  // Runs after each render: the row may be drawn only once the table has scrolled.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { row, control } = wanted.current;
    const target = body.current?.querySelector<HTMLElement>(`tr[data-row="${row}"] ${control}`);
    if (!target) return;
    wanted.current = undefined;
    target.focus();
  });

  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const targets: Readonly<Record<string, number>> = {
        ArrowDown: active + 1,
        ArrowUp: active - 1,
        PageDown: active + pageRows,
        PageUp: active - pageRows,
        Home: 0,
        End: Number.POSITIVE_INFINITY,
      };
      const to = targets[event.key];
      if (to === undefined) return;
      event.preventDefault();
      // Who goes through the checkboxes stays with them.
      const isBox = event.target instanceof Element && event.target.matches('[data-select]');
      wanted.current = { row: show(to), control: isBox ? '[data-select]' : 'th a' };
    },
  };
}
