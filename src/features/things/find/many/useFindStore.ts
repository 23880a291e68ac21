import { useMemo, useState, useSyncExternalStore } from 'react';

import type { Api } from '#api/client.ts';
import { useUserServices, type UserServices } from '#api/userServices.tsx';
import { systemClock } from '#lib/clock.ts';
import { createYield } from '#lib/yieldToPage.ts';

import type { FindStore } from './findState.ts';
import { createFindStore } from './findStore.ts';

/** Stores by the API that they use, so that lists and results are dropped with the session of their user. */
const stores = new WeakMap<Api, FindStore>();

function storeFor({ api, work }: UserServices): FindStore {
  const store =
    stores.get(api) ??
    createFindStore({
      things: api.things,
      drafts: work.drafts,
      clock: systemClock,
      random: Math.random,
      pause: createYield(),
    });
  stores.set(api, store);
  return store;
}

/** The list of this person, and the search for it. */
export function useFindStore() {
  const services = useUserServices();
  const store = useMemo(() => storeFor(services), [services]);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot);
  const [bug, setBug] = useState<{ readonly error: unknown }>();
  // Failures of the service are ends of a search; anything else belongs to the error boundary.
  if (bug) throw bug.error;
  return {
    store,
    state,
    perform(action: Promise<void>) {
      action.catch((error: unknown) => setBug({ error }));
    },
  };
}
