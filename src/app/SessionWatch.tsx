import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';

import { ApiError } from '#api/errors.ts';
import { sendWaitingReads } from '#api/queryClient.ts';
import { identity } from '#api/session/monitoredSession.ts';
import { useSessionPhase, useSessionServices, useOnSignIn } from '#api/session/SessionProvider.tsx';
import { useSessionExpiry } from '#api/session/useSessionExpiry.ts';
import { useUserServices } from '#api/userServices.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import {
  loadSignInAgain,
  SignInAgainDialog,
  StaySignedInDialog,
} from '#features/session/routes.tsx';
import { systemClock } from '#lib/clock.ts';
import { asksForEmbed, withEmbed } from '#lib/embed.ts';
import { paths } from '#paths.ts';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';

/** In milliseconds: until then the first rows need the network and the CPU more. */
const preloadAfterMs = 20_000;

/** Does what has to be done when the session ends, comes back, or becomes somebody else's. */
export function SessionWatch({ info }: { info: SessionInfo }) {
  const { expiry, stay } = useSessionExpiry(info);
  const { monitor } = useSessionServices();
  const phase = useSessionPhase();
  const isSignInOpen = useSyncExternalStore(monitor.subscribe, monitor.isSignInOpen);
  const [beganAs] = useState(phase);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { drafts, notes } = useUserServices().work;

  useEffect(() => systemClock.after(preloadAfterMs, () => preload(loadSignInAgain)), []);
  useRecheckAfterRestore();

  useEffect(() => {
    switch (phase) {
      case 'live':
        // What could not be read while the session was over; writes wait for the person.
        void queryClient.refetchQueries({
          predicate: ({ state }) => state.error?.endsSession === true,
        });
        break;
      case 'signedOut':
        // T19: what holds the service's data goes; preferences stay.
        drafts.clear();
        notes.clear();
        // Not cleared: the queries still on screen would be sent again. The cache goes with the shell.
        void queryClient.cancelQueries();
        void navigate(signInPath());
        break;
      case 'otherUser':
        // The shell that is mounted for somebody holds nothing of those before; any other page does.
        if (beganAs === 'otherUser' && monitor.continueAs(identity(info))) break;
        // T17: also where the page cannot be loaded again.
        drafts.clear();
        notes.clear();
        window.location.reload();
        break;
      case 'over':
        break;
      default:
        phase satisfies never;
    }
  }, [phase, beganAs, monitor, info, queryClient, navigate, drafts, notes]);

  useOnSignIn(() => {
    if (monitor.phase() === 'live') sendWaitingReads(queryClient);
  });

  const isOver = phase === 'over';
  return (
    <>
      {(isOver || (phase === 'live' && isSignInOpen)) && (
        <OnDemand {...(!isOver && { onDismiss: monitor.closeSignIn })}>
          <SignInAgainDialog
            before={info}
            wasUseless={isOver && monitor.wasUseless()}
            {...(!isOver && { onDismiss: monitor.closeSignIn })}
          />
        </OnDemand>
      )}
      {phase === 'live' && expiry && (
        <OnDemand>
          <StaySignedInDialog expiry={expiry} onStay={stay} />
        </OnDemand>
      )}
    </>
  );
}

/** A frame without brand and account bar comes back as one. */
function signInPath(): string {
  const { search } = window.location;
  return paths.signIn(asksForEmbed(search) ? paths.things(withEmbed('')) : undefined);
}

/** A page that the browser kept and shows again may be of a session that is long over. */
function useRecheckAfterRestore() {
  const { session, monitor } = useSessionServices();
  useEffect(() => {
    async function recheck({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      try {
        if ((await session.read()) === null) monitor.gone();
      } catch (error) {
        // Not knowing is no reason to end anything; the next call tells.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    const listen = (event: PageTransitionEvent) => void recheck(event);
    window.addEventListener('pageshow', listen);
    return () => window.removeEventListener('pageshow', listen);
  }, [session, monitor]);
}
