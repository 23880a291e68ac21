import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { createApi } from '#api/client.ts';

import { readThingsAddress, type ThingsAddress } from './list/filters/thingsAddress.ts';
import { pagesOfFilter, thingQuery, thingsPageQuery, trimPages } from './thingsQueries.ts';

const ExternalUniqueId = '89490100000010485908';
const text = JSON.stringify([{ ExternalUniqueId, State: 'ACTIVE' }]);
const api = createApi({
  send: async () => ({ status: 200, text, requestId: 'req_list' }),
  budget: () => ({}),
});
const addressOf = (search: string): ThingsAddress =>
  readThingsAddress(new URLSearchParams(search)).address;

/** A client with a cached page for each of these query strings, oldest first. */
function holding(searches: readonly string[]): QueryClient {
  const queryClient = new QueryClient();
  let updatedAt = 1_000;
  for (const search of searches) {
    const { queryKey } = thingsPageQuery(api, addressOf(search));
    const edges = [undefined, undefined] as const;
    const page = { things: [], unreadable: 0, more: 'no', edges, requestId: search } as const;
    queryClient.setQueryData(queryKey, { ...page, offset: 0, readAt: updatedAt }, { updatedAt });
    updatedAt += 1_000;
  }
  return queryClient;
}

describe('the cached pages for a filter', () => {
  it('are found for exactly this filter, in any order and with any page size', () => {
    const client = holding(['IMEI=35', 'IMEI=35&State=ACTIVE', 'IMEI=35&sort=ThingName', '']);
    const ids = (search: string) =>
      pagesOfFilter(client, addressOf(search)).map(({ requestId }) => requestId);
    expect(ids('IMEI=35&size=10')).toEqual(['IMEI=35&sort=ThingName', 'IMEI=35']);
    expect(ids('')).toEqual(['']);
    expect(ids('State=ACTIVE')).toEqual([]);
  });

  it('are dropped, oldest first, if there are many', () => {
    const client = holding(Array.from({ length: 100 }, (_, page) => `page=${page + 1}`));
    trimPages(client);
    const kept = pagesOfFilter(client, addressOf('')).map(({ requestId }) => requestId);
    expect(kept).toHaveLength(8);
    expect(kept[0]).toBe('page=100');
  });
});

describe('a previously opened Thing, when a page of the list is read', () => {
  /** The Thing's cached data after the page has been read. */
  async function afterPage(opened: { at: number } | undefined) {
    const client = new QueryClient();
    const { queryKey } = thingQuery(api, client, ExternalUniqueId);
    if (opened) {
      const thing = { ExternalUniqueId, State: 'SUSPENDED', raw: {} };
      client.setQueryData(queryKey, { thing, requestId: 'req_one' }, { updatedAt: opened.at });
    }
    const before = Date.now();
    await client.query(thingsPageQuery(api, addressOf('')));
    const found = client.getQueryData(queryKey);
    return { found, at: client.getQueryState(queryKey)?.dataUpdatedAt ?? 0, before };
  }

  it('is updated if the page is newer', async () => {
    const { found, at, before } = await afterPage({ at: 1_000 });
    expect(found).toMatchObject({ thing: { State: 'ACTIVE' }, requestId: 'req_list' });
    expect(at).toBeGreaterThanOrEqual(before);
  });

  it('is kept if it was read later than the page', async () => {
    const at = Date.now() + 60_000;
    const after = await afterPage({ at });
    expect(after.found).toMatchObject({ thing: { State: 'SUSPENDED' }, requestId: 'req_one' });
    expect(after.at).toBe(at);
  });

  it('is not cached if it was never opened', async () => {
    expect((await afterPage(undefined)).found).toBeUndefined();
  });
});
