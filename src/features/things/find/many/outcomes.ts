import type { ApiError } from '#api/errors.ts';
import type { ThingsList } from '#api/things.ts';
import type { ReadThing } from '#api/workSet/entries.ts';
import type { Interpretation } from '#identifiers/interpretations.ts';

import { isMeant, showsKind, type Match } from './matching.ts';
import type { IdentifierItem, ParsedList } from './readList.ts';

interface Matched {
  readonly as: Interpretation;
  /** Whether the service may know other SIMs that match. */
  readonly more: boolean;
}

/** The outcome of looking up an item. */
export type Outcome =
  | ({ readonly kind: 'found'; readonly iccid: string } & Matched)
  /** More than one SIM matches. */
  | ({ readonly kind: 'several'; readonly iccids: readonly string[] } & Matched)
  /** The service listed a record, but its value is missing or different. */
  | {
      readonly kind: 'unverified';
      readonly iccids: readonly string[];
      readonly as: Interpretation;
      readonly isShown: boolean;
    }
  /** A full page of rows, and no readable match on it. */
  | { readonly kind: 'tooMany'; readonly as: Interpretation }
  | {
      readonly kind: 'nobody';
      readonly tried: readonly Interpretation['kind'][];
      /** Reasons why the SIM may exist after all. */
      readonly notes: readonly string[];
    }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly as: Interpretation };

/** How a run ended; `cancelled` and `failed` can be resumed. */
export type FindEnd =
  | { readonly kind: 'complete' | 'cancelled' }
  | { readonly kind: 'failed'; readonly error: ApiError }
  /** The service's list has no end, or changed while it was being read, so SIMs may be missing. */
  | { readonly kind: 'unsure'; readonly why: 'moved' | 'repeating' };

/** The results so far; a new object after each change. */
export interface FindResults {
  /** The list as it was when the search started. */
  readonly parsed: ParsedList;
  readonly outcomes: ReadonlyMap<IdentifierItem, Outcome>;
  readonly reads: ReadonlyMap<string, ReadThing>;
}

export function outcomeOfMatch({ as, reads }: Match, more = false): Outcome {
  const iccids = [...new Set(reads.map(({ thing }) => thing.ExternalUniqueId))];
  const [iccid = ''] = iccids;
  return iccids.length === 1
    ? { kind: 'found', iccid, as, more: more && as.kind !== 'iccid' }
    : { kind: 'several', iccids, as, more };
}

/**
 * Looks up one item with one filter after another, in the order of its interpretations.
 *
 * @param now in milliseconds since the epoch
 */
export function searchItem(item: IdentifierItem, now: () => number) {
  let order = 0;
  let outcome: Outcome | undefined;
  /** The outcome to report if no interpretation finds the SIM. */
  let doubtful: Outcome | undefined;
  let unreadable = 0;

  function tryNext() {
    order++;
    if (item.candidates[order]) return;
    const tried = [...new Set(item.candidates.map(({ kind }) => kind))];
    // The filter may expect an IMSI (API document 4.5).
    const notes = tried.includes('imei') ? [imeiFilterNote] : [];
    if (unreadable > 0) notes.push(unreadableNote);
    outcome = doubtful ?? { kind: 'nobody', tried, notes };
  }

  return {
    /** The interpretation to look up next; undefined once there is an outcome. */
    next: () => (outcome ? undefined : item.candidates[order]),
    outcome: () => outcome,
    /** @returns the match, if any */
    answered(list: ThingsList): Match | undefined {
      const asked = item.candidates[order];
      if (!asked) return undefined;
      unreadable += list.unreadable;
      // A filter may match another kind of identifier: the IMEI filter may expect an IMSI (API document 4.5).
      for (const as of [asked, ...item.candidates]) {
        const things = list.things.filter((thing) => isMeant(thing, as));
        if (things.length === 0) continue;
        const { requestId } = list;
        const match = { as, reads: things.map((thing) => ({ thing, readAt: now(), requestId })) };
        outcome = outcomeOfMatch(match, list.more !== 'no');
        return match;
      }
      doubtful ??= doubtfulOutcome(list, asked);
      tryNext();
      return undefined;
    },
    failed(error: ApiError) {
      const as = item.candidates[order];
      // Another interpretation may still find the SIM. If none does, this failure is reported.
      if (as) doubtful = { kind: 'failed', error, as };
      tryNext();
    },
  };
}

/** What a response without the SIM may mean. Filters match substrings, so rows listed for a name prove nothing. */
function doubtfulOutcome({ things, more }: ThingsList, as: Interpretation): Outcome | undefined {
  const hidden = things.filter((thing) => !showsKind(thing, as.kind));
  const listed = as.kind === 'imsi' || as.kind === 'imei' ? things : hidden;
  const iccids = listed.map(({ ExternalUniqueId }) => ExternalUniqueId);
  // The IMSI filter also finds recently assigned IMSIs (API document 4.5).
  if (iccids.length > 0) return { kind: 'unverified', iccids, as, isShown: hidden.length === 0 };
  return more === 'no' ? undefined : { kind: 'tooMany', as };
}

const imeiFilterNote = 'The IMEI filter may expect an IMSI.';
export const unreadableNote = 'Some records could not be read. A SIM may be among them.';
