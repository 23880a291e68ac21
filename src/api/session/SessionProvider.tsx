import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useSyncExternalStore,
  type ReactNode,
} from 'react';

import type { Session } from './session.ts';
import type { SessionMonitor, SessionPhase } from './sessionMonitor.ts';

interface Services {
  readonly session: Session;
  readonly monitor: SessionMonitor;
}

const SessionContext = createContext<Services | undefined>(undefined);

export function SessionProvider({ children, ...services }: Services & { children: ReactNode }) {
  return <SessionContext value={services}>{children}</SessionContext>;
}

export function useSession(): Session {
  return useSessionServices().session;
}

/** The phase of this tab's session; re-renders when it changes. */
export function useSessionPhase(): SessionPhase {
  const { monitor } = useSessionServices();
  return useSyncExternalStore(monitor.subscribe, monitor.phase, monitor.phase);
}

/** Calls `run` after each sign-in, in this tab or another. */
export function useOnSignIn(run: () => void): void {
  const { monitor } = useSessionServices();
  const onSignIn = useEffectEvent(run);
  useEffect(() => monitor.onSignIn(() => onSignIn()), [monitor]);
}

/** Returns a function that opens the sign-in dialog over the page. */
export function useSignInAgain(): () => void {
  return useSessionServices().monitor.openSignIn;
}

/**
 * Returns a function that tells whether the user who opened the page has signed out or been replaced by another: if
 * so, leaving the page must not be blocked.
 */
export function useIsSignedOut(): () => boolean {
  const { monitor } = useSessionServices();
  return useCallback(() => ['signedOut', 'otherUser'].includes(monitor.phase()), [monitor]);
}

/** The session, and the monitor that keeps all tabs in sync with it. */
export function useSessionServices(): Services {
  const services = use(SessionContext);
  if (!services) throw new Error('useSessionServices must be used within a SessionProvider');
  return services;
}
