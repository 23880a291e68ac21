import { Outlet } from 'react-router';

import type { Session } from '#api/session/session.ts';
import { SessionProvider } from '#api/session/SessionProvider.tsx';

/** What every page has, signed in or not. */
export function Root({ session }: { session: Session }) {
  return (
    <SessionProvider session={session}>
      <Outlet />
    </SessionProvider>
  );
}
