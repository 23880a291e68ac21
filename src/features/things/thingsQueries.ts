import { keepPreviousData, queryOptions } from '@tanstack/react-query';

import type { Api } from '#api/client.ts';
import { keys } from '#api/keys.ts';

import type { ThingsAddress } from './address/thingsAddress.ts';

/** One page of the list; the page before it stays on screen until this one is there. */
export function thingsPageQuery(api: Api, address: ThingsAddress) {
  const { page, ...list } = address;
  const params = { ...list, offset: (page - 1) * list.size };
  return queryOptions({
    queryKey: [...keys.things, 'list', params],
    queryFn: ({ signal }) => api.things.list(params, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One Thing by its ICCID. */
export function thingQuery(api: Api, iccid: string) {
  return queryOptions({
    queryKey: [...keys.things, 'one', iccid],
    queryFn: ({ signal }) => api.things.find(iccid, { signal }),
  });
}
