import type { ColumnChoice } from '../preferences/thingsPreferences.ts';
import { columnField } from './columnFields.ts';
import { allowedWidth, tidy } from './columnLayout.ts';

/** `IMEI`, `IMEI-222` with a width, `IMEI*` pinned, `IMEI-222*` both. */
const mostColumns = 200;
const pattern = /^(?<id>[A-Za-z_.]{1,60}?)(?:-(?<width>\d{2,3}))?(?<pin>\*)?$/;

/**
 * Columns as an address names them, so that a shared view shows the same ones.
 *
 * @returns the columns that there are, and whether the text named anything else
 */
export function readColumns(text: string): { columns: readonly ColumnChoice[]; isWhole: boolean } {
  const items = text.split(',').slice(0, mostColumns);
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
