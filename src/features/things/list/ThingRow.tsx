import { memo, type JSX, type ReactNode } from 'react';

import type { ThingRecord } from '#api/things.ts';
import { absent, formatTime, utcTime } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { SelectBox } from '#ui/selection/SelectBox.tsx';
import { textPixels } from '#ui/textPixels.ts';

import type { ThingField } from '../thingFields.ts';
import { fieldValue, longValue } from '../ThingValue.tsx';
import { rowHeaderId, type ShownColumn } from './columns/columnLayout.ts';
import type { NameIn } from './ThingNames.tsx';

import styles from './ThingsTable.module.css';

export interface ThingRowProps {
  thing: ThingRecord;
  columns: readonly ShownColumn[];
  /** Index on the page, from 0. */
  index: number;
  /** The row number (the header is row 1), set only if the table renders just the rows in view. */
  rowIndex?: number | undefined;
  /** Whether the row's controls are in the tab order. */
  isActive: boolean;
  /** Whether it is selected. */
  isChosen: boolean;
  /** Whether it shows copy buttons, because it is active or under the pointer. */
  hasControls: boolean;
  /** Whether its Thing is open beside the list. */
  isOpen: boolean;
  /** Base path of the console, for links. */
  base: string;
  /** The list's query string, which links to a Thing preserve. */
  search: string;
  /** The text of its mark; undefined if the row is not marked. */
  mark: string | undefined;
  /** Shown after the ICCID, in its link. */
  notes?: ReactNode;
  /** Names of codes; undefined until they are looked up. */
  nameIn: NameIn | undefined;
}

/**
 * One row of plain cells. The table handles the events of all links and buttons, which saves a thousand
 * components on a page of 50 rows.
 */
export const ThingRow = memo(function ThingRow({
  columns,
  index,
  rowIndex,
  isOpen,
  isChosen,
  ...row
}: ThingRowProps) {
  return (
    <tr
      data-row={index}
      aria-rowindex={rowIndex}
      data-iccid={row.thing.ExternalUniqueId}
      data-controls={row.hasControls || undefined}
      data-marked={row.mark !== undefined || undefined}
      aria-current={isOpen || undefined}
    >
      <td className={styles.select} data-chosen={isChosen || undefined}>
        <SelectBox
          name={row.thing.ExternalUniqueId}
          index={index}
          isChosen={isChosen}
          tabIndex={row.isActive ? 0 : -1}
        />
      </td>
      {columns.map((column) => {
        const { field } = column;
        const frame = {
          ...lookOf(column),
          title: longText(column, row.thing),
          children: cell(column, row),
        };
        return field.id === rowHeaderId ? (
          <th key={field.id} scope="row" {...frame} />
        ) : (
          <td key={field.id} {...frame} />
        );
      })}
    </tr>
  );
});

/** Class and style of each column's cells, which would otherwise be computed for seven hundred cells on every page. */
const looks = new WeakMap<ShownColumn, Pick<JSX.IntrinsicElements['td'], 'className' | 'style'>>();

function lookOf(column: ShownColumn) {
  let look = looks.get(column);
  if (!look) {
    const { left } = column;
    look = {
      className: cellClass(column),
      style: left === undefined ? undefined : { left: textPixels(left) },
    };
    looks.set(column, look);
  }
  return look;
}

/** CSS classes of a cell in the header or body. */
export function cellClass({ field, left }: ShownColumn): string | undefined {
  const names = [
    left !== undefined && styles.pinned,
    field.kind === 'number' && styles.number,
    field.kind === 'identifier' && styles.identifier,
  ];
  return names.filter(Boolean).join(' ') || undefined;
}

type RowFacts = Omit<ThingRowProps, 'columns' | 'index' | 'rowIndex' | 'isOpen' | 'isChosen'>;

function cell({ field }: ShownColumn, row: RowFacts): ReactNode {
  const { thing, base } = row;
  const value = field.read(thing);
  const tabIndex = row.isActive ? 0 : -1;
  if (field.kind === 'identifier') return identifier(field, row, tabIndex);
  const shown = fieldValue(field.kind, value);
  if (field.kind === 'time') return time(value, tabIndex) ?? shown;
  if (field.id === 'ThingsGroupName' && thing.ThingsGroupId !== undefined && shown !== absent) {
    return link(base, paths.group(thing.ThingsGroupId), tabIndex, shown);
  }
  return shown;
}

/** Identifiers are styled on the cell itself: separate elements would add two hundred nodes to a page of 50 rows. */
function identifier({ id, label, read }: ThingField, row: RowFacts, tabIndex: number): ReactNode {
  const { thing, base, search } = row;
  const text = identifierText(read(thing));
  const shown = text || absent;
  return (
    <>
      {id === rowHeaderId && marker(row.mark)}
      {id === rowHeaderId
        ? link(base, paths.thing(text, search), tabIndex, row.notes ? [text, row.notes] : text)
        : shown}
      {row.nameIn?.(id, thing)}
      {row.hasControls && text !== '' && copyButton(label, text, tabIndex)}
    </>
  );
}

function link(base: string, to: string, tabIndex: number, children: ReactNode): ReactNode {
  return (
    <a href={`${base}${to}`} tabIndex={tabIndex}>
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
      {/* Not aria-label, because a search for a field's label would also find it. */}
      <span className={styles.hidden}>{`Copy ${label} ${text}`}</span>
    </button>
  );
}

/** Local time, with UTC on hover and focus. */
function time(value: unknown, tabIndex: number): ReactNode {
  const utc = typeof value === 'number' ? utcTime(value) : undefined;
  if (utc === undefined || typeof value !== 'number') return undefined;
  return (
    <time dateTime={utc} title={utc} tabIndex={tabIndex}>
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

/** The full text for a tooltip, if it may not fit in its column. */
function longText({ field, width }: ShownColumn, thing: ThingRecord): string | undefined {
  const text = longValue(field.kind, field.read(thing));
  return text !== undefined && text.length * 7 > width ? text : undefined;
}
