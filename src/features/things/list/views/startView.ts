import type { WorkStorage } from '#lib/sessionRecords.ts';
import type { StoredRecord } from '#lib/storedRecord.ts';

import { markNames, marks, type MarkName } from '../filters/marks.ts';
import {
  readThingsAddress,
  writeThingsAddress,
  type ParsedAddress,
} from '../filters/thingsAddress.ts';
import { thingsPreferences, type SavedView } from '../thingsPreferences.ts';

/** A named search. */
export interface View extends SavedView {
  /** Set if the service cannot filter by the view's criterion, so rows are only marked. */
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

/** Remembers, across reloads, that the user opened all Things even though there is a start view. */
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
