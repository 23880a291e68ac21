import {
  readThingsAddress,
  writeThingsAddress,
  type ThingsAddress,
} from '../address/thingsAddress.ts';
import type { ColumnChoice, SavedView } from '../preferences/thingsPreferences.ts';
import { markNames, type MarkName } from './marks.ts';
import { viewsMessages } from './viewsMessages.ts';

/** A named search. */
export interface View extends SavedView {
  /** Set where the service cannot filter by it, and rows are only marked. */
  readonly mark?: MarkName;
}

/** The views that everybody has. */
export const builtInViews: readonly View[] = [
  { id: 'builtIn:suspended', name: viewsMessages.suspended, search: 'State=SUSPENDED' },
  ...markNames.map((mark) => ({
    id: `builtIn:${mark}`,
    name: viewsMessages.mark[mark],
    search: `mark=${mark}`,
    mark,
  })),
];

/** What a view says of the list: not how many rows it has, nor which page is shown. */
type ViewPart = Omit<ThingsAddress, 'page' | 'size'>;

export function viewPart(search: string): ViewPart {
  const { page: _, size: __, ...part } = readThingsAddress(new URLSearchParams(search)).address;
  return part;
}

/** The search of a view of what is shown now. */
export function viewSearch(address: ThingsAddress, columns: readonly ColumnChoice[]): string {
  return writeThingsAddress(new URLSearchParams(), { ...address, ...usual, columns }).toString();
}

const { page, size } = readThingsAddress(new URLSearchParams()).address;
const usual = { page, size };

/**
 * Whether the view is what is shown.
 *
 * @param columns those on screen; a view without columns leaves them open
 */
export function isShown(
  view: View,
  address: ThingsAddress,
  columns: readonly ColumnChoice[],
): boolean {
  const part = viewPart(view.search);
  const search = (wanted: ViewPart) =>
    writeThingsAddress(new URLSearchParams(), { ...wanted, ...usual }).toString();
  return search(part) === search({ ...address, columns: part.columns && columns });
}

/** Whether an address asks for no list in particular. */
export function asksForNothing(search: URLSearchParams): boolean {
  const { address, invalid } = readThingsAddress(search);
  return (
    invalid.length === 0 && writeThingsAddress(new URLSearchParams(), address).toString() === ''
  );
}

/**
 * Why a name cannot be a view's; undefined when it can.
 *
 * @param others the other saved views
 */
export function nameProblem(
  name: string,
  others: readonly Pick<SavedView, 'name'>[],
): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return viewsMessages.nameMissing;
  const isTaken = [...builtInViews, ...others].some((other) => other.name.toLowerCase() === wanted);
  return isTaken ? viewsMessages.nameTaken : undefined;
}
