import { patterns } from '#paths.ts';

import {
  readThingsAddress,
  writeThingsAddress,
  type ThingsAddress,
} from '../filters/thingsAddress.ts';
import type { ColumnChoice, SavedView } from '../thingsPreferences.ts';
import { builtInViews, type View } from './startView.ts';

/** The part of the list's state that a view saves: everything except the page and its size. */
type ViewPart = Omit<ThingsAddress, 'page' | 'size'>;

export function viewPart(search: string): ViewPart {
  const { page: _, size: __, ...part } = readThingsAddress(new URLSearchParams(search)).address;
  return part;
}

/** The query string that a view of the current list would have. */
export function viewSearch(address: ThingsAddress, columns: readonly ColumnChoice[]): string {
  return writeView({ ...address, columns });
}

/**
 * Whether the list shows this view.
 *
 * @param columns the columns on screen; a view without columns matches any
 */
export function isShown(
  view: View,
  address: ThingsAddress,
  columns: readonly ColumnChoice[],
): boolean {
  const part = viewPart(view.search);
  return writeView(part) === writeView({ ...address, columns: part.columns && columns });
}

const { page, size } = readThingsAddress(new URLSearchParams()).address;

function writeView(part: ViewPart): string {
  return writeThingsAddress(new URLSearchParams(), { ...part, page, size }).toString();
}

/**
 * Why a view cannot have this name; undefined if it can.
 *
 * @param others the other saved views
 */
export function nameProblem(
  name: string,
  others: readonly Pick<SavedView, 'name'>[],
): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return 'A view needs a name.';
  const isTaken = [...builtInViews, ...others].some((other) => other.name.toLowerCase() === wanted);
  return isTaken ? 'Another view has this name.' : undefined;
}

/** The address of a team view. Not in src/paths.ts, which loads before the first rows. */
export function teamViewPath(id: string): string {
  return patterns.view.replace(':id', encodeURIComponent(id));
}

/** The names of a shared view's parameters that this version of the console cannot fully apply. */
export function unknownParts(search: string): readonly string[] {
  const given = new URLSearchParams(search);
  const { address, invalid } = readThingsAddress(given);
  const known = writeThingsAddress(new URLSearchParams(), address);
  return [...new Set([...invalid, ...[...given.keys()].filter((name) => !known.has(name))])];
}
