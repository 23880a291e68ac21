import { lazy, memo, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import {
  NavigationType,
  Outlet,
  useLoaderData,
  useLocation,
  useNavigationType,
} from 'react-router';

import type { RecordsAccess } from '#api/client.ts';
import { type UserServices, UserServicesProvider } from '#api/userServices.tsx';
import { useWorkSet } from '#api/workSet/useWorkSet.ts';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { CallsDrawer } from '#features/calls/routes.tsx';
import { systemClock } from '#lib/clock.ts';
import { formatNumber } from '#lib/format.ts';
import { paths } from '#paths.ts';
import { Brand } from '#ui/Brand.tsx';
import { Button } from '#ui/Button.tsx';
import { NavLink } from '#ui/Link.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { focusHeading } from '#ui/Page.tsx';
import { preload } from '#ui/preload.ts';
import { ShowCalls } from '#ui/showCalls.ts';

import { useEmbedMode } from './embedding/embedMode.ts';
import { SessionWatch } from './SessionWatch.tsx';

import styles from './Shell.module.css';

const loadMenu = () => import('./AccountMenu.tsx');
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

/** The frame around every page of a signed-in user. */
export function Shell({ config }: { config: RuntimeConfig }) {
  const services = useLoaderData<UserServices>();
  const { info, api } = services;
  useFocusOnNavigation();
  const isEmbedded = useEmbedMode();
  const [isCallsOpen, setCallsOpen] = useState(false);
  const showCalls = useCallback(() => setCallsOpen(true), []);
  return (
    <UserServicesProvider services={services}>
      <ShowCalls value={showCalls}>
        <a href="#main" className={styles.skip}>
          Skip to content
        </a>
        <header className={styles.bar}>
          {!isEmbedded && <Brand />}
          <nav aria-label="Main" className={styles.nav}>
            <NavLink to={paths.things()}>Things</NavLink>
            <NavLink to={paths.groups()}>Thing Groups</NavLink>
            <NavLink to={paths.find()}>Find many</NavLink>
            <WorkSetLink />
            {api.records && (
              <>
                <NavLink to={paths.fleet()}>Fleet</NavLink>
                <AlertsLink records={api.records} />
                <NavLink to={paths.changes()}>Changes</NavLink>
              </>
            )}
          </nav>
          {config.environmentName !== '' && (
            <span className={styles.environment}>{config.environmentName}</span>
          )}
          {isEmbedded ? (
            <Button small variant="quiet" aria-haspopup="dialog" onClick={showCalls}>
              Calls
            </Button>
          ) : (
            <AccountButton info={info} version={config.version} />
          )}
        </header>
        <SessionWatch info={info} />
        <main id="main" tabIndex={-1} className={styles.main}>
          <Outlet />
        </main>
        {isCallsOpen && (
          <OnDemand onDismiss={() => setCallsOpen(false)}>
            <CallsDrawer onClose={() => setCallsOpen(false)} />
          </OnDemand>
        )}
      </ShowCalls>
    </UserServicesProvider>
  );
}

interface AccountProps {
  info: SessionInfo;
  version: string;
}

/** Opens the account menu, whose code loads when the button is hovered or focused. */
const AccountButton = memo(function AccountButton({ info, version }: AccountProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Button
        variant="quiet"
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onPointerEnter={() => preload(loadMenu)}
        onFocus={() => preload(loadMenu)}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <span aria-hidden="true" className={styles.initial}>
          {info.username.slice(0, 1).toUpperCase()}
        </span>
        Account
      </Button>
      {anchor && (
        <OnDemand onDismiss={() => setAnchor(undefined)}>
          <AccountMenu
            info={info}
            version={version}
            anchor={anchor}
            onClose={() => setAnchor(undefined)}
          />
        </OnDemand>
      )}
    </>
  );
});

/** The link to the work set, unless it is empty. */
function WorkSetLink() {
  const { length } = useWorkSet().entries;
  return (
    length > 0 && <NavLink to={paths.workSet()}>{`Work set (${formatNumber(length)})`}</NavLink>
  );
}

/** In milliseconds. Until then, the page reads its first rows. */
const countAfterMs = 2_000;

/** The link to the alerts. The number of waiting alerts loads later, so that it does not delay the first rows. */
function AlertsLink({ records }: { records: RecordsAccess }) {
  const [count, setCount] = useState<ReactNode>();
  useEffect(
    () =>
      systemClock.after(countAfterMs, () =>
        preload(async () => {
          const { WaitingAlerts } = await import('./WaitingAlerts.tsx');
          setCount(<WaitingAlerts records={records} />);
        }),
      ),
    [records],
  );
  return <NavLink to={paths.alerts()}>Alerts{count}</NavLink>;
}

/**
 * Moves focus to the heading of a new page, so that keyboard and screen-reader users are not left on a link that no
 * longer exists. A new query string does not make a new page.
 */
function useFocusOnNavigation() {
  const { pathname } = useLocation();
  // A page that the browser has loaded has its own start. One that opens after a sign-in is new.
  const shown = useRef(useNavigationType() === NavigationType.Pop ? pathname : '');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusHeading();
  }, [pathname]);
}
