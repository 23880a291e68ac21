import { NavLink, Outlet, useLoaderData } from 'react-router';

import { type UserServices, UserServicesProvider } from '#api/userServices.tsx';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { paths } from '#paths.ts';
import { Brand } from '#ui/Brand.tsx';

import { AccountButton } from './AccountButton.tsx';
import { useEmbedMode } from './embedding/embedMode.ts';
import { useFocusOnNavigation } from './focusOnNavigation.ts';
import { SessionWatch } from './SessionWatch.tsx';

import styles from './Shell.module.css';

/** The frame around every page of a signed-in user. */
export function Shell({ config }: { config: RuntimeConfig }) {
  const services = useLoaderData<UserServices>();
  const { info } = services;
  const main = useFocusOnNavigation();
  const isEmbedded = useEmbedMode();
  return (
    <UserServicesProvider services={services}>
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
      <SessionWatch info={info} />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </UserServicesProvider>
  );
}
