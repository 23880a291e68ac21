import { maxThingsLimit, scanStep } from '#contract/thingsQuery.ts';
import { isObject } from '#lib/isObject.ts';

import type { ListedThing } from './listedThings.ts';

/** A page of the complete list, as seen in a response. */
export type SeenPage = NonNullable<ReturnType<typeof seenPage>>;

/**
 * The number of the scan page that a call requests, if it reads the list of all Things in a scan's order and steps. Any
 * other parameter, even if empty, makes it a different list, and so may a number that is written differently.
 */
export function scanPage(query: URLSearchParams): number | undefined {
  const names = [...query.keys()].toSorted().join(' ');
  if (names !== 'limit offset sortBy[ThingName]') return undefined;
  if (query.get('sortBy[ThingName]') !== 'ASC') return undefined;
  if (query.get('limit') !== String(maxThingsLimit)) return undefined;
  const offset = query.get('offset') ?? '';
  if (!/^(?:0|[1-9]\d{0,8})$/.test(offset) || Number(offset) % scanStep !== 0) return undefined;
  return Number(offset) / scanStep;
}

/** @returns undefined if the body is not a list, or is an empty page after the first, which proves nothing */
export function seenPage(page: number, body: unknown, things: readonly ListedThing[]) {
  if (!Array.isArray(body)) return undefined;
  const items: readonly unknown[] = body.slice(0, maxThingsLimit);
  if (items.length === 0 && page > 0) return undefined;
  const known = new Set(things.map(({ iccid }) => iccid));
  const iccids = items.map((item) => (isObject(item) ? String(item['ExternalUniqueId']) : ''));
  const readable = new Set(iccids.filter((iccid) => known.has(iccid)));
  return {
    /** From 0; each page starts with the last row of the previous page (decision 013). */
    page,
    rows: items.length,
    /** ICCIDs of the first and the last row; empty if there are no rows. */
    first: shortened(iccids[0]),
    last: shortened(iccids.at(-1)),
    /** Whether all of its rows can be stored, and no row is repeated. */
    isSound: readable.size === items.length,
  };
}

const shortened = (iccid = '') => iccid.slice(0, 64).replaceAll(/[^\w.:-]/g, '?');
