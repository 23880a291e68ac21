import { memo, type ReactNode } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { formatTime, utcTime } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { textPixels } from '#ui/textPixels.ts';

import { rowHeaderId, type ShownColumn } from '../columns/columnLayout.ts';
import { fieldValue, longValue } from '../record/ThingValue.tsx';

import styles from './ThingsTable.module.css';

interface ThingRowProps {
  thing: ThingRecord;
  columns: readonly ShownColumn[];
  /** Place on the page, from 0. */
  index: number;
  /** Its controls are in the tab order. */
  isActive: boolean;
  /** Under the pointer, or active: the copy buttons are there. */
  hasControls: boolean;
  /** Its Thing is open beside the list. */
  isOpen: boolean;
  /** Before the path of an address, where the console is not at its origin's root. */
  base: string;
  /** The list's address parameters, which links to a Thing take along. */
  search: string;
  /** Why the row is marked; undefined where it is not. */
  mark: string | undefined;
}

/**
 * One row of plain cells. Links and buttons have no handlers of their own: the table handles the events
 * of all rows, which spares a page of 50 rows a thousand components.
 */
export const ThingRow = memo(function ThingRow({ columns, index, isOpen, ...row }: ThingRowProps) {
  return (
    <tr
      data-row={index}
      data-iccid={row.thing.ExternalUniqueId}
      data-controls={row.hasControls || undefined}
      data-marked={row.mark !== undefined || undefined}
      aria-current={isOpen || undefined}
    >
      {columns.map((column) => {
        const { field, left } = column;
        const frame = {
          className: cellClass(column),
          style: left === undefined ? undefined : { left: textPixels(left) },
          children: cell(column, row),
        };
        return field.id === rowHeaderId ? (
          <th key={field.id} scope="row" {...frame} />
        ) : (
          <td key={field.id} title={longText(column, row.thing)} {...frame} />
        );
      })}
    </tr>
  );
});

/** Classes of a cell, head or body. */
export function cellClass({ field, left }: ShownColumn): string | undefined {
  const names = [left !== undefined && styles.pinned, field.kind === 'number' && styles.number];
  return names.filter(Boolean).join(' ') || undefined;
}

type RowFacts = Omit<ThingRowProps, 'columns' | 'index' | 'isOpen'>;

function cell({ field }: ShownColumn, { thing, ...row }: RowFacts): ReactNode {
  const value = field.read(thing);
  const tabIndex = row.isActive ? 0 : -1;
  const shown = fieldValue(field.kind, value);
  if (field.kind === 'time') return time(value, tabIndex) ?? shown;
  if (field.id === 'ThingsGroupName' && thing.ThingsGroupId !== undefined && value !== undefined) {
    return link(row.base, paths.group(thing.ThingsGroupId), tabIndex, shown);
  }
  if (field.kind !== 'identifier') return shown;
  const text = identifierText(value);
  return (
    <>
      {field.id === rowHeaderId ? rowHeader(thing, tabIndex, row) : shown}
      {row.hasControls && text !== '' && copyButton(field.label, text, tabIndex)}
    </>
  );
}

function rowHeader(
  { ExternalUniqueId }: ThingRecord,
  tabIndex: number,
  { base, mark, search }: Pick<RowFacts, 'base' | 'mark' | 'search'>,
): ReactNode {
  return (
    <>
      {marker(mark)}
      {link(base, paths.thing(ExternalUniqueId, search), tabIndex, ExternalUniqueId)}
    </>
  );
}

function link(base: string, to: string, tabIndex: number, children: ReactNode): ReactNode {
  return (
    <a href={`${base}${to}`} data-to={to} tabIndex={tabIndex}>
      {children}
    </a>
  );
}

function copyButton(label: string, text: string, tabIndex: number): ReactNode {
  return (
    <button
      type="button"
      className={styles.copy}
      tabIndex={tabIndex}
      data-copy={text}
      data-label={label}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          d="M5.500 5.500h8v8h-8zM3 10.500h-.5v-8h8V3"
        />
      </svg>
      {/* Not aria-label, which a search for a field's label would find, too. */}
      <span className={styles.hidden}>{`Copy ${label} ${text}`}</span>
    </button>
  );
}

/** Local time; UTC when pointed at, and when it has the focus. */
function time(value: unknown, tabIndex: number): ReactNode {
  const utc = typeof value === 'number' ? utcTime(value) : undefined;
  if (utc === undefined || typeof value !== 'number') return undefined;
  return (
    <time dateTime={utc} title={utc} data-utc={utc} tabIndex={tabIndex} className={styles.time}>
      {formatTime(value)}
    </time>
  );
}

function marker(mark: string | undefined): ReactNode {
  if (mark === undefined) return undefined;
  return (
    <span className={styles.mark}>
      <svg viewBox="0 0 12 12" width="10" height="10" aria-hidden="true">
        <path fill="currentColor" d="M2 1h8v10L6 8l-4 3z" />
      </svg>
      {mark}{' '}
    </span>
  );
}

function identifierText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (!Array.isArray(value)) return '';
  return value.filter((item) => typeof item === 'string').join(', ');
}

/** A text that may not fit its column, in full, for the tooltip. */
function longText({ field, width }: ShownColumn, thing: ThingRecord): string | undefined {
  const text = longValue(field.kind, field.read(thing));
  return text !== undefined && text.length * 7 > width ? text : undefined;
}
