import { createContext, use, type ReactNode } from 'react';

import type { Session } from './session.ts';

const SessionContext = createContext<Session | undefined>(undefined);

/** Gives the pages below the way to sign in and out. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = use(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider above it');
  return session;
}
