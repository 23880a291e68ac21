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

/** Gives the pages below the way to sign in and out. */
export function SessionProvider({ children, ...services }: Services & { children: ReactNode }) {
  return <SessionContext value={services}>{children}</SessionContext>;
}

export function useSession(): Session {
  return useSessionServices().session;
}

/** How this tab's session stands, as it changes. */
export function useSessionPhase(): SessionPhase {
  const { monitor } = useSessionServices();
  return useSyncExternalStore(monitor.subscribe, monitor.phase);
}

/** Runs after each sign-in, here or in another tab. */
export function useOnSignIn(run: () => void): void {
  const { monitor } = useSessionServices();
  const onSignIn = useEffectEvent(run);
  useEffect(() => monitor.onSignIn(() => onSignIn()), [monitor]);
}

/** Opens the question for a new sign-in over the page. */
export function useSignInAgain(): () => void {
  return useSessionServices().monitor.openSignIn;
}

/**
 * Tells at any moment whether the person who opened the page has gone: signed out, or is somebody else
 * by now. Nothing may hold up the page's leaving then.
 */
export function usePersonIsGone(): () => boolean {
  const { monitor } = useSessionServices();
  return useCallback(() => ['signedOut', 'otherUser'].includes(monitor.phase()), [monitor]);
}

/** The session, and what keeps all tabs in step with it. */
export function useSessionServices(): Services {
  const services = use(SessionContext);
  if (!services) throw new Error('The session needs a SessionProvider above it');
  return services;
}
