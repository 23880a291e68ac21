import { Outlet } from 'react-router';

import type { Session } from '#api/session/session.ts';
import type { SessionMonitor } from '#api/session/sessionMonitor.ts';
import { SessionProvider } from '#api/session/SessionProvider.tsx';

/** What every page has, signed in or not. */
export function Root(services: { session: Session; monitor: SessionMonitor }) {
  return (
    <SessionProvider {...services}>
      <Outlet />
    </SessionProvider>
  );
}
