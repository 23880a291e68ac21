import { lazy, useEffect } from 'react';
import { Outlet } from 'react-router';

import type { Session } from '#api/session/session.ts';
import type { SessionMonitor } from '#api/session/sessionMonitor.ts';
import { SessionProvider } from '#api/session/SessionProvider.tsx';
import type { RuntimeConfig } from '#contract/runtimeConfig.ts';
import { loadThingsPage } from '#features/things/routes.tsx';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';

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

/**
 * Loads the shell and the list while the browser is idle, for example on the sign-in page.
 *
 * @returns cancels it
 */
function preloadHome(): () => void {
  // Browsers without requestIdleCallback load them when they are needed.
  if (!('requestIdleCallback' in window)) return () => undefined;
  const handle = window.requestIdleCallback(() => {
    preload(async () => import('./Shell.tsx'));
    preload(loadThingsPage);
  });
  return () => window.cancelIdleCallback(handle);
}
