import { lazy, useEffect } from 'react';
import { Outlet } from 'react-router';

import type { Session } from '#api/session/session.ts';
import type { SessionMonitor } from '#api/session/sessionMonitor.ts';
import { SessionProvider } from '#api/session/SessionProvider.tsx';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { OnDemand } from '#ui/OnDemand.tsx';

import { preloadHome } from './preloadHome.ts';

const PortalLink = lazy(async () => ({
  default: (await import('./embedding/PortalLink.tsx')).PortalLink,
}));

interface RootProps {
  config: RuntimeConfig;
  session: Session;
  monitor: SessionMonitor;
}

/** What every page has, signed in or not. */
export function Root({ config, session, monitor }: RootProps) {
  const { frameAncestors, version } = config;
  useEffect(preloadHome, []);
  const isInPortal = frameAncestors.length > 0 && window.parent !== window;
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
