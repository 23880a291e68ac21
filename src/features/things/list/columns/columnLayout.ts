import { textPixels } from '#ui/textPixels.ts';

import type { ThingField } from '../../thingFields.ts';
import { columnWidths, type ColumnChoice } from '../thingsPreferences.ts';
import { columnField, defaultWidth } from './columnFields.ts';

/** The column that is the row header and links to the Thing; it is always shown. */
export const rowHeaderId = 'ExternalUniqueId';

/** Width of the checkbox column at the start, in CSS pixels. */
export const leadingWidth = 36;

/** The default columns. */
export const defaultColumns: readonly ColumnChoice[] = [
  { id: rowHeaderId, pinned: true },
  ...[
    'ThingName',
    'ThingsGroupName',
    'State',
    'Block',
    'IMEI',
    'ActiveMobileSubscriber',
    'MSISDN',
    'MnoName',
    'CellId',
    'Lac',
    'Data',
    'LastLocation.Timestamp',
    'DateModified',
  ].map((id) => ({ id })),
];

/** One column as it is rendered. */
export interface ShownColumn {
  readonly field: ThingField;
  /** In CSS pixels. */
  readonly width: number;
  /** A pinned column's distance from the left edge; undefined if the column scrolls. */
  readonly left: number | undefined;
}

/**
 * Normalises a choice of columns: ensures the row header, removes duplicates and unknown ids, and puts pinned columns
 * first.
 */
export function tidy(choices: readonly ColumnChoice[]): readonly ColumnChoice[] {
  const byId = new Map<string, ColumnChoice>();
  for (const choice of choices) {
    if (columnField(choice.id) && !byId.has(choice.id)) byId.set(choice.id, choice);
  }
  const all = [...byId.values()];
  if (!byId.has(rowHeaderId)) all.unshift({ id: rowHeaderId, pinned: true });
  return [...all.filter(({ pinned }) => pinned), ...all.filter(({ pinned }) => !pinned)];
}

/**
 * @param isOffered whether any record has the field
 * @param markWidth additional space for a mark in the row header, in CSS pixels
 */
export function shownColumns(
  choices: readonly ColumnChoice[],
  isOffered: (field: ThingField) => boolean,
  markWidth = 0,
): readonly ShownColumn[] {
  let left = leadingWidth;
  return tidy(choices).flatMap((choice) => {
    const field = columnField(choice.id);
    if (!field || !isOffered(field)) return [];
    const extra = field.id === rowHeaderId ? markWidth : 0;
    const width = (choice.width ?? defaultWidth(field)) + extra;
    const column = { field, width, left: choice.pinned ? left : undefined };
    left += width;
    return [column];
  });
}

/** The left edge of the area that pinned columns leave free. Focused controls are scrolled to it. */
export function besidePinned(columns: readonly ShownColumn[]): string {
  const last = columns.findLast(({ left }) => left !== undefined);
  return `min(${textPixels((last?.left ?? 0) + (last?.width ?? 0))} + 12px, 100% - 180px)`;
}

/** Moves a column by this many positions, within the pinned columns or within the others. */
export function moved(
  choices: readonly ColumnChoice[],
  id: string,
  by: number,
): readonly ColumnChoice[] {
  const all = [...tidy(choices)];
  const from = all.findIndex((choice) => choice.id === id);
  const choice = all[from];
  if (!choice) return all;
  all.splice(from, 1);
  all.splice(Math.max(0, from + by), 0, choice);
  return tidy(all);
}

/** Sets the width or pin of one column. A width outside the limits becomes the nearest allowed width. */
export function changed(
  choices: readonly ColumnChoice[],
  id: string,
  { width, pinned }: Partial<Omit<ColumnChoice, 'id'>>,
): readonly ColumnChoice[] {
  return tidy(
    tidy(choices).map((choice) => {
      if (choice.id !== id) return choice;
      return {
        ...choice,
        ...(width !== undefined && { width: allowedWidth(width) }),
        ...(pinned !== undefined && { pinned }),
      };
    }),
  );
}

/** The nearest allowed width. */
export function allowedWidth(width: number): number {
  return Math.round(Math.min(columnWidths.max, Math.max(columnWidths.min, width)));
}

/** Adds a column at the end, unless it is there already. */
export function added(choices: readonly ColumnChoice[], id: string): readonly ColumnChoice[] {
  return tidy([...choices, { id }]);
}

/** Removes a column, except the row header. */
export function removed(choices: readonly ColumnChoice[], id: string): readonly ColumnChoice[] {
  return tidy(choices.filter((choice) => choice.id !== id));
}

const maxColumnsInAddress = 200;
/** `IMEI`, `IMEI-222` with a width, `IMEI*` pinned, `IMEI-222*` both. */
const pattern = /^(?<id>[A-Za-z_.][\w.]{0,59}?)(?:-(?<width>\d{2,3}))?(?<pin>\*)?$/;

/**
 * Reads the columns of a shared view from the URL.
 *
 * @returns the named columns that exist, and whether all of them do
 */
export function readColumns(text: string): { columns: readonly ColumnChoice[]; isWhole: boolean } {
  const items = text.split(',').slice(0, maxColumnsInAddress);
  const columns = items.flatMap((item) => readColumn(item) ?? []);
  return {
    columns: columns.length > 0 ? tidy(columns) : [],
    isWhole: columns.length === items.length,
  };
}

function readColumn(item: string): ColumnChoice | undefined {
  const { id = '', width, pin } = pattern.exec(item)?.groups ?? {};
  if (!columnField(id)) return undefined;
  return {
    id,
    ...(width !== undefined && { width: allowedWidth(Number(width)) }),
    ...(pin !== undefined && { pinned: true }),
  };
}

export function writeColumns(columns: readonly ColumnChoice[]): string {
  return columns
    .map(
      ({ id, width, pinned }) =>
        `${id}${width === undefined ? '' : `-${width}`}${pinned ? '*' : ''}`,
    )
    .join(',');
}
