import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { NavLink, Outlet, useLoaderData } from 'react-router';

import { ApiProvider } from '#api/ApiProvider.tsx';
import { createApi } from '#api/client.ts';
import type { Http } from '#api/http.ts';
import { createQueryClient } from '#api/queryClient.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { createKeptRecords } from '#lib/keptRecords.ts';
import { createStoredRecord } from '#lib/storedRecord.ts';
import type { TextStore } from '#lib/textStore.ts';
import { paths } from '#paths.ts';
import { Brand } from '#ui/Brand.tsx';
import { KeptWorkProvider } from '#ui/KeptWork.tsx';
import { PreferencesProvider } from '#ui/Preferences.tsx';

import { AccountButton } from './AccountButton.tsx';
import { useEmbedMode } from './embedding/embedMode.ts';
import { useFocusOnNavigation } from './focusOnNavigation.ts';
import { SessionWatch } from './SessionWatch.tsx';

import styles from './Shell.module.css';

interface ShellProps {
  config: RuntimeConfig;
  http: Http;
  storage: TextStore;
  tabStorage: TextStore;
}

/** The frame around every page of a signed-in person. What the service said lives as long as it does. */
export function Shell({ config, http, storage, tabStorage }: ShellProps) {
  const info = useLoaderData<SessionInfo>();
  const [api] = useState(() => createApi(http));
  const [queryClient] = useState(() => createQueryClient());
  const [preferences] = useState(() =>
    // Each person's own, and each console's where an origin has several.
    createStoredRecord(storage, `sim-console:${config.basePath}:preferences:${info.username}`),
  );
  const [keptWork] = useState(() => {
    const owner = JSON.stringify([info.username, info.customerId]);
    const name = `sim-console:${config.basePath}`;
    return {
      drafts: createKeptRecords(tabStorage, `${name}:drafts`, owner),
      notes: createKeptRecords(storage, `${name}:saves`, owner),
    };
  });
  const main = useFocusOnNavigation();
  const isEmbedded = useEmbedMode();
  return (
    <QueryClientProvider client={queryClient}>
      <ApiProvider api={api}>
        <a href="#main" className={styles.skip}>
          Skip to the content
        </a>
        <header className={styles.bar}>
          {!isEmbedded && <Brand />}
          <nav aria-label="Main" className={styles.nav}>
            <NavLink to={paths.things()}>Things</NavLink>
            <NavLink to={paths.groups()}>Thing Groups</NavLink>
          </nav>
          {config.environmentName !== '' && (
            <span className={styles.environment}>{config.environmentName}</span>
          )}
          {!isEmbedded && <AccountButton info={info} version={config.version} />}
        </header>
        <KeptWorkProvider work={keptWork}>
          <SessionWatch info={info} />
          <main id="main" ref={main} tabIndex={-1} className={styles.main}>
            <PreferencesProvider record={preferences}>
              <Outlet />
            </PreferencesProvider>
          </main>
        </KeptWorkProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
}
