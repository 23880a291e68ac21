import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createContext, use, type ReactNode } from 'react';

import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { ownerOf } from '#contract/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { createSessionRecords, type WorkStorage } from '#lib/sessionRecords.ts';
import { createStoredRecord, type StoredRecord } from '#lib/storedRecord.ts';
import type { TextStore } from '#lib/textStore.ts';

import type { CallLog } from './callLog.ts';
import { createApi, type Api, type RecordsAccess } from './client.ts';
import type { createHttp, Http } from './http.ts';
import { createQueryClient } from './queryClient.ts';
import { createWorkSet, type WorkSet } from './workSet/workSet.ts';

/**
 * The services behind the pages of a signed-in user. Created once per session and outside React, so that route
 * loaders can start reads; cached responses have the same lifetime.
 */
export interface UserServices {
  readonly config: RuntimeConfig;
  readonly info: SessionInfo;
  /** The owner, as named by `ownerOf`. */
  readonly owner: string;
  readonly api: Api;
  /** This tab's last calls. */
  readonly calls: CallLog;
  readonly queryClient: QueryClient;
  /** Preferences that this browser keeps for the user, even after signing out. */
  readonly preferences: StoredRecord;
  /** Unsaved work, kept until the user signs out. */
  readonly work: WorkStorage;
  /** The SIMs in the user's work set in this tab. */
  readonly workSet: WorkSet;
}

/** What every user's services are built on: the configuration, access to the service, and storage. */
export interface ServicesBasis {
  /** Its base path distinguishes several consoles on one origin. */
  readonly config: RuntimeConfig;
  readonly http: ReturnType<typeof createHttp>;
  /** The last calls sent by `http`. */
  readonly calls: CallLog;
  /** Whether there is a gateway that keeps records, such as group history. */
  readonly hasRecords: boolean;
  /** For a user's preferences, shared by all tabs. */
  readonly storage: TextStore;
  /** For unsaved work in this tab only. */
  readonly tabStorage: TextStore;
}

export function createUserServices(
  given: ServicesBasis & { readonly info: SessionInfo },
): UserServices {
  const { config, info, calls, storage, tabStorage } = given;
  const name = `sim-console:${config.basePath}`;
  const owner = ownerOf(info);
  calls.belongTo(owner);
  given.http.belongTo(info.username);
  // Only for calls to the page's own origin: the service does not know this header, and per-tab sessions do not need
  // it.
  const http = given.hasRecords ? ownedHttp(given.http, owner, info) : given.http;
  const workSet = createSessionRecords(tabStorage, `${name}:set`, owner);
  return {
    config,
    info,
    owner,
    api: createApi(http, given),
    calls,
    queryClient: createQueryClient(),
    preferences: createStoredRecord(storage, `${name}:preferences:${info.username}`),
    work: {
      drafts: createSessionRecords(tabStorage, `${name}:drafts`, owner),
      notes: createSessionRecords(storage, `${name}:saves`, owner),
      workSet,
    },
    workSet: createWorkSet(workSet),
  };
}

/** @param early services created before the session was confirmed; returned if they are for the same session */
export function userServicesFor(
  given: Parameters<typeof createUserServices>[0],
  early: UserServices | undefined,
): UserServices {
  const isSame =
    early?.owner === ownerOf(given.info) && early.info.isUnproven === given.info.isUnproven;
  return isSame ? early : createUserServices(given);
}

/** Names the user in each call: by the time it is sent, the browser's cookie may belong to another user (T17). */
function ownedHttp(
  http: Http,
  owner: string,
  { isUnproven: isUnconfirmed }: SessionInfo,
): Http & RecordsAccess {
  const owned: Http & RecordsAccess = {
    ...http,
    isUnconfirmed,
    send: (request) => (owned.lastCall = http.send({ ...request, owner })),
  };
  return owned;
}

const ServicesContext = createContext<UserServices | undefined>(undefined);

/** Provides the services of the signed-in user to the pages below. */
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
  if (!services) throw new Error('useUserServices must be used within a UserServicesProvider');
  return services;
}
