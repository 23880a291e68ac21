import type { WorkStorage } from '#lib/sessionRecords.ts';
import type { StoredRecord } from '#lib/storedRecord.ts';

import { markNames, marks, type MarkName } from '../filters/marks.ts';
import {
  readThingsAddress,
  writeThingsAddress,
  type ParsedAddress,
  type ThingsAddress,
} from '../filters/thingsAddress.ts';
import { thingsPreferences, type ColumnChoice, type SavedView } from '../thingsPreferences.ts';

/** A named search. */
export interface View extends SavedView {
  /** Set if the service cannot filter by the view's criterion, so that rows are only marked. */
  readonly mark?: MarkName;
}

/** The views that every user has. */
export const builtInViews: readonly View[] = [
  { id: 'builtIn:suspended', name: 'Suspended', search: 'State=SUSPENDED' },
  ...markNames.map((mark) => ({
    id: `builtIn:${mark}`,
    name: marks[mark].label,
    search: `mark=${mark}`,
    mark,
  })),
];

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

/** The key under which the tab records that the user left the start view to see all Things. */
const wantsAll = 'wants all Things';

interface StartViewFacts {
  readonly preferences: StoredRecord;
  readonly work: Pick<WorkStorage, 'drafts'>;
}

/**
 * The query string that the list opens with: the start view's, unless the URL has parameters or the user has opened all
 * Things in this tab since signing in.
 */
export function startViewSearch(
  search: URLSearchParams,
  parsed: ParsedAddress,
  { preferences, work }: StartViewFacts,
): string | undefined {
  const view = startView(preferences);
  if (!view || !asksForNothing(parsed) || work.drafts.read(wantsAll) === true) return undefined;
  const { address } = readThingsAddress(new URLSearchParams(view.search));
  return writeThingsAddress(search, address).toString();
}

/** Remembers, even after a reload, that the user opened all Things although there is a start view. */
export function rememberWishForAll(
  parsed: ParsedAddress,
  { preferences, work }: StartViewFacts,
): void {
  if (asksForNothing(parsed) && startView(preferences)) work.drafts.keep(wantsAll, true);
}

function startView(preferences: StoredRecord): View | undefined {
  const { views, startView: id } = thingsPreferences(preferences);
  return [...builtInViews, ...views].find((view) => view.id === id);
}

/** Whether a URL has none of the list's parameters. */
function asksForNothing({ address, invalid }: ParsedAddress): boolean {
  const written = writeThingsAddress(new URLSearchParams(), address).toString();
  return invalid.length === 0 && written === '';
}
