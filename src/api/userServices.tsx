import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { createSessionRecords, type WorkStorage } from '#lib/sessionRecords.ts';
import { createStoredRecord, type StoredRecord } from '#lib/storedRecord.ts';
import type { TextStore } from '#lib/textStore.ts';

import { createApi, type Api } from './client.ts';
import type { Http } from './http.ts';
import { createQueryClient } from './queryClient.ts';

/**
 * What the pages of a signed-in user work with. Built once when the user enters, outside React, so that
 * a route's loader can start a read before its page is drawn; what the service said lives as long.
 */
export interface UserServices {
  readonly info: SessionInfo;
  readonly api: Api;
  readonly queryClient: QueryClient;
  /** What this browser remembers for the user, also after signing out. */
  readonly preferences: StoredRecord;
  /** What it keeps of the user's work until they sign out. */
  readonly work: WorkStorage;
}

/**
 * @param given.basePath tells the consoles of one origin apart
 * @param given.storage shared by all tabs
 * @param given.tabStorage this tab's own
 */
export function createUserServices(given: {
  readonly info: SessionInfo;
  readonly http: Http;
  readonly basePath: string;
  readonly storage: TextStore;
  readonly tabStorage: TextStore;
}): UserServices {
  const { info, storage, tabStorage } = given;
  const name = `sim-console:${given.basePath}`;
  const owner = JSON.stringify([info.username, info.customerId]);
  return {
    info,
    api: createApi(given.http),
    queryClient: createQueryClient(),
    preferences: createStoredRecord(storage, `${name}:preferences:${info.username}`),
    work: {
      drafts: createSessionRecords(tabStorage, `${name}:drafts`, owner),
      notes: createSessionRecords(storage, `${name}:saves`, owner),
    },
  };
}

const ServicesContext = createContext<UserServices | undefined>(undefined);

/** Gives the pages below the services of the user who is signed in. */
export function UserServicesProvider(props: { services: UserServices; children: ReactNode }) {
  const { services, children } = props;
  return (
    <QueryClientProvider client={services.queryClient}>
      <ServicesContext value={services}>{children}</ServicesContext>
    </QueryClientProvider>
  );
}

export function useUserServices(): UserServices {
  const services = use(ServicesContext);
  if (!services) throw new Error('useUserServices needs a UserServicesProvider above it');
  return services;
}
