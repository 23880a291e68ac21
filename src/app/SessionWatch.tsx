import { useQueryClient } from '@tanstack/react-query';
import { memo, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';

import { ApiError } from '#api/errors.ts';
import { sendWaitingReads } from '#api/queryClient.ts';
import { createExpiryTimer } from '#api/session/expiryTimer.ts';
import { useSessionPhase, useSessionServices, useOnSignIn } from '#api/session/SessionProvider.tsx';
import { useUserServices } from '#api/userServices.tsx';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import {
  loadSignInAgain,
  SignInAgainDialog,
  StaySignedInDialog,
} from '#features/session/routes.tsx';
import { loadThingsPage } from '#features/things/routes.tsx';
import { systemClock } from '#lib/clock.ts';
import { asksForEmbed, withEmbed } from '#lib/embed.ts';
import type { WorkStorage } from '#lib/sessionRecords.ts';
import { paths } from '#paths.ts';
import { OnDemand } from '#ui/OnDemand.tsx';
import { preload } from '#ui/preload.ts';

/** In milliseconds. Until then, the network and the CPU are busy with the first rows. */
const preloadAfterMs = 20_000;

/** Reacts when the session expires, ends, resumes, or changes to another user. */
export const SessionWatch = memo(function SessionWatch({ info }: { info: SessionInfo }) {
  const { expiry, stay, check } = useSessionExpiry(info);
  const { monitor } = useSessionServices();
  const phase = useSessionPhase();
  const isSignInOpen = useSyncExternalStore(
    monitor.subscribe,
    monitor.isSignInOpen,
    monitor.isSignInOpen,
  );
  const [beganAs] = useState(phase);
  const wasOver = useRef(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { owner, work, calls } = useUserServices();
  const hadEnded = useRecheckAfterRestore();

  useEffect(
    () =>
      systemClock.after(preloadAfterMs, () => {
        for (const load of [loadSignInAgain, loadThingsPage]) preload(load);
      }),
    [],
  );

  useEffect(() => {
    switch (phase) {
      case 'live':
        if (!wasOver.current) break;
        wasOver.current = false;
        void check();
        // Rows on screen may be a day old by now, or missing: those reads are sent again. Only the user retries writes.
        return whenShown(() =>
          queryClient.refetchQueries({ type: 'active', stale: true }, { cancelRefetch: false }),
        );
      case 'signedOut':
        // T19: unsaved work contains data from the service and is removed; preferences stay. After Back to a session
        // that has ended, nobody has signed out: the work waits for its owner (T16).
        if (!hadEnded.current) clearWork(work);
        calls.clear();
        // Clearing the cache would refetch the queries on screen. The cache is discarded along with the shell.
        void queryClient.cancelQueries();
        void navigate(signInPath());
        break;
      case 'otherUser':
        // Unlike any other page, a shell mounted for the new user has no data from the previous user.
        if (beganAs === 'otherUser' && monitor.continueAs(owner)) break;
        // T17: removed before the reload, which may fail.
        clearWork(work);
        calls.clear();
        window.location.reload();
        break;
      case 'over':
        wasOver.current = true;
        break;
      default:
        phase satisfies never;
    }
    return undefined;
  }, [phase, check, beganAs, monitor, owner, queryClient, navigate, work, calls, hadEnded]);

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
});

function clearWork({ drafts, notes, workSet }: WorkStorage): void {
  drafts.clear();
  notes.clear();
  workSet.clear();
}

/** The path of the sign-in page, which in embed mode leads back to a frame without the brand and account bar. */
function signInPath(): string {
  const { search } = window.location;
  return paths.signIn(asksForEmbed(search) ? paths.things(withEmbed('')) : undefined);
}

/**
 * Runs at once, or in a hidden tab when it is shown: all tabs at once would exceed the service's rate limits (R8).
 *
 * @returns cancels it
 */
function whenShown(run: () => unknown) {
  if (document.visibilityState === 'visible') run();
  else document.addEventListener('visibilitychange', run, { once: true });
  return () => document.removeEventListener('visibilitychange', run);
}

/** Returns when the session is about to expire, and functions that extend it and check again how long it lasts. */
function useSessionExpiry(info: SessionInfo) {
  const { session, monitor } = useSessionServices();
  const [timer] = useState(() =>
    createExpiryTimer({ session, clock: systemClock, onEnded: () => monitor.ended() }),
  );

  useEffect(() => {
    timer.begin(info);
    return () => timer.stop();
  }, [timer, info]);

  useEffect(() => {
    // Timers stop while a computer sleeps, and another tab may have extended the session.
    const onVisible = () => {
      if (document.visibilityState === 'visible' && timer.isDue()) void timer.check();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => document.removeEventListener('visibilitychange', onVisible);
  }, [timer]);

  return {
    expiry: useSyncExternalStore(timer.subscribe, timer.expiry, timer.expiry),
    stay: timer.stay,
    check: timer.check,
  };
}

/** Returns whether the browser restored this page from its back/forward cache after the session had ended. */
function useRecheckAfterRestore() {
  const { session, monitor } = useSessionServices();
  const hasEnded = useRef(false);
  useEffect(() => {
    async function recheck({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      try {
        hasEnded.current = (await session.read()) === null;
        if (hasEnded.current) monitor.gone();
      } catch (error) {
        // An error does not mean that the session is over. The next call will show whether it is.
        if (!(error instanceof ApiError)) throw error;
      }
    }
    const listen = (event: PageTransitionEvent) => void recheck(event);
    window.addEventListener('pageshow', listen);
    return () => window.removeEventListener('pageshow', listen);
  }, [session, monitor]);
  return hasEnded;
}
