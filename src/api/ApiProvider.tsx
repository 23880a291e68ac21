import { createContext, use, type ReactNode } from 'react';

import type { Api } from './client.ts';

const ApiContext = createContext<Api | undefined>(undefined);

/** Gives the pages below their service. */
export function ApiProvider({ api, children }: { api: Api; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export function useApi(): Api {
  const api = use(ApiContext);
  if (!api) throw new Error('useApi needs an ApiProvider above it');
  return api;
}
