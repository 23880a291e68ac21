import type { WorkStorage } from '#lib/sessionRecords.ts';
import type { StoredRecord } from '#lib/storedRecord.ts';

import { readThingsAddress, writeThingsAddress } from '../address/thingsAddress.ts';
import { readThingsPreferences } from '../preferences/thingsPreferences.ts';
import { asksForNothing, builtInViews, type View } from './views.ts';

/** Name of the tab's record that its user went on from the start view to all Things. */
const wantsAll = 'wants all Things';

interface StartViewFacts {
  readonly preferences: StoredRecord;
  readonly work: Pick<WorkStorage, 'drafts'>;
}

/**
 * The search that the list begins with: where a start view is set, the address asks for nothing, and this
 * tab has not gone on to all Things since its user signed in.
 */
export function startViewSearch(
  search: URLSearchParams,
  { preferences, work }: StartViewFacts,
): string | undefined {
  const view = startView(preferences);
  if (!view || !asksForNothing(search) || work.drafts.read(wantsAll) === true) return undefined;
  const { address } = readThingsAddress(new URLSearchParams(view.search));
  return writeThingsAddress(search, address).toString();
}

/** A bare address that is shown although a start view is set is a wish to see all; it outlives a reload. */
export function rememberWishForAll(
  search: URLSearchParams,
  { preferences, work }: StartViewFacts,
): void {
  if (asksForNothing(search) && startView(preferences)) work.drafts.keep(wantsAll, true);
}

function startView(preferences: StoredRecord): View | undefined {
  const chosen = readThingsPreferences(preferences.section('things'));
  return [...builtInViews, ...chosen.views].find(({ id }) => id === chosen.startView);
}
