import { lazy, useEffect, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router';

import type { Session } from '#api/session/session.ts';
import type { SessionMonitor } from '#api/session/sessionMonitor.ts';
import { SessionProvider } from '#api/session/SessionProvider.tsx';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { keepFocus } from '#ui/keptFocus.ts';
import { OnDemand } from '#ui/OnDemand.tsx';

const PortalLink = lazy(async () => ({
  default: (await import('./embedding/PortalLink.tsx')).PortalLink,
}));

interface RootProps {
  config: RuntimeConfig;
  session: Session;
  monitor: SessionMonitor;
}

/** The root of every page, signed in or not. */
export function Root({ config, session, monitor }: RootProps) {
  const { frameAncestors, version } = config;
  // Undefined when the build or the gateway renders the sign-in page.
  const isFramed = useSyncExternalStore(
    neverChanges,
    () => window.parent !== window,
    () => false,
  );
  useEffect(keepFocus, []);
  const isInPortal = frameAncestors.length > 0 && isFramed;
  return (
    <SessionProvider session={session} monitor={monitor}>
      {isInPortal && (
        <OnDemand>
          <PortalLink allowed={frameAncestors} consoleVersion={version} />
        </OnDemand>
      )}
      <Outlet />
    </SessionProvider>
  );
}

const neverChanges = () => () => undefined;
