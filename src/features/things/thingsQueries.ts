import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';

import type { Api } from '#api/client.ts';
import { keys } from '#api/keys.ts';
import { startedBefore } from '#api/startRead.ts';
import type { FoundThing, ThingsList } from '#api/things.ts';
import { systemClock } from '#lib/clock.ts';

import type { ThingsAddress } from './list/filters/thingsAddress.ts';
import type { ThingsFilter } from './list/filters/thingsFilter.ts';

/** One page of the list, with its offset and the time it was read. */
export interface ThingsPageData extends ThingsList {
  /** Rows before it. */
  readonly offset: number;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

const listKey = [...keys.things, 'list'] as const;

/** Query key for one exact filter's pages. A string, because an object in a key also matches broader filters. */
function filterKey({ filters, tags, state }: ThingsFilter) {
  const inOrder = Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return [...listKey, JSON.stringify([inOrder, tags, state])] as const;
}

/**
 * One page of the list; the previous page stays on screen until it arrives. `meta: {background: true}` makes it a
 * prefetch.
 */
export function thingsPageQuery(api: Api, address: ThingsAddress) {
  const { filters, tags, state, sort, size, page } = address;
  const params = { filters, tags, state, sort, size, offset: (page - 1) * size };
  return queryOptions({
    queryKey: [...filterKey(address), params],
    queryFn: async ({ client, signal, meta }): Promise<ThingsPageData> => {
      const background = meta?.['background'] === true;
      const list = await api.things.list(params, { signal, background });
      const data = { ...list, offset: params.offset, readAt: systemClock.now() };
      updateOpened(client, data);
      return data;
    },
    placeholderData: keepPreviousData,
    ...startedBefore,
  });
}

/** The cached pages for this exact filter, newest first. */
export function pagesOfFilter(queryClient: QueryClient, filter: ThingsFilter): ThingsPageData[] {
  return cachedPages(queryClient, filterKey(filter));
}

function cachedPages(queryClient: QueryClient, queryKey: readonly string[]): ThingsPageData[] {
  return queryClient
    .getQueriesData<ThingsPageData>({ queryKey })
    .flatMap(([, page]) => page ?? [])
    .toSorted((a, b) => b.readAt - a.readAt);
}

/** How many pages that are no longer on screen stay cached, in case the user goes back. */
const maxCachedPages = 8;

/** Drops the oldest pages, so that a day of paging does not fill up memory. */
export function trimPages(queryClient: QueryClient): void {
  const cache = queryClient.getQueryCache();
  cache
    .findAll({ queryKey: listKey, fetchStatus: 'idle' })
    .filter((query) => query.getObserversCount() === 0)
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(maxCachedPages)
    .forEach((query) => cache.remove(query));
}

const oneKey = (iccid: string) => [...keys.things, 'one', iccid] as const;

/** Updates previously opened Things from this page, if the page is newer. */
function updateOpened(
  queryClient: QueryClient,
  { things, requestId, readAt }: ThingsPageData,
): void {
  for (const thing of things) {
    const queryKey = oneKey(thing.ExternalUniqueId);
    const opened = queryClient.getQueryState(queryKey);
    if (opened === undefined || opened.dataUpdatedAt >= readAt) continue;
    queryClient.setQueryData<FoundThing>(queryKey, { thing, requestId }, { updatedAt: readAt });
  }
}

/** One Thing by its ICCID. A record on a cached page is shown immediately, without a call if it is still fresh. */
export function thingQuery(api: Api, queryClient: QueryClient, iccid: string) {
  const listed = () => listedThing(queryClient, iccid);
  return queryOptions({
    queryKey: oneKey(iccid),
    queryFn: ({ signal }) => api.things.find(iccid, { signal }),
    initialData: () => listed()?.found,
    initialDataUpdatedAt: () => listed()?.at,
    ...startedBefore,
  });
}

/** A record from a cached page of any list, and when it was read, in milliseconds since the epoch. */
function listedThing(
  queryClient: QueryClient,
  iccid: string,
): { readonly found: FoundThing; readonly at: number } | undefined {
  for (const { things, requestId, readAt } of cachedPages(queryClient, listKey)) {
    const thing = things.find((candidate) => candidate.ExternalUniqueId === iccid);
    if (thing) return { found: { thing, requestId }, at: readAt };
  }
  return undefined;
}
