import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';

import { createApi } from '#api/client.ts';

import { readThingsAddress, type ThingsAddress } from './address/thingsAddress.ts';
import { pagesOfFilter, thingsPageQuery, trimPages } from './thingsQueries.ts';

const api = createApi({
  send: async () => ({ status: 200, text: '[]', requestId: 'req_1' }),
  budget: () => ({}),
});
const addressOf = (search: string): ThingsAddress =>
  readThingsAddress(new URLSearchParams(search)).address;

/** Holds the pages of these addresses, the first one the oldest. */
function holding(searches: readonly string[]): QueryClient {
  const queryClient = new QueryClient();
  let updatedAt = 1_000;
  for (const search of searches) {
    const { queryKey } = thingsPageQuery(api, addressOf(search));
    const page = { things: [], unreadable: 0, more: 'no', requestId: search } as const;
    queryClient.setQueryData(queryKey, { ...page, offset: 0, readAt: 0 }, { updatedAt });
    updatedAt += 1_000;
  }
  return queryClient;
}

describe('what is known of a filter', () => {
  it('is known of exactly this filter, in whatever order and page size it was seen', () => {
    const client = holding(['IMEI=35', 'IMEI=35&State=ACTIVE', 'IMEI=35&sort=ThingName', '']);
    const ids = (search: string) =>
      pagesOfFilter(client, addressOf(search)).map(({ requestId }) => requestId);
    expect(ids('IMEI=35&size=10')).toEqual(['IMEI=35&sort=ThingName', 'IMEI=35']);
    expect(ids('')).toEqual(['']);
    expect(ids('State=ACTIVE')).toEqual([]);
  });

  it('goes away page by page, the oldest first, once there are many', () => {
    const client = holding(Array.from({ length: 100 }, (_, page) => `page=${page + 1}`));
    trimPages(client);
    const kept = pagesOfFilter(client, addressOf('')).map(({ requestId }) => requestId);
    expect(kept).toHaveLength(8);
    expect(kept[0]).toBe('page=100');
  });
});
