import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { systemClock } from '#lib/clock.ts';

import { createExpiryTimer } from './expiryTimer.ts';
import { useSessionPhase, useSessionServices } from './SessionProvider.tsx';

/** Returns when the session is about to expire, and a function that extends it. */
export function useSessionExpiry(info: SessionInfo) {
  const { session, monitor } = useSessionServices();
  const [timer] = useState(() =>
    createExpiryTimer({ session, clock: systemClock, onEnded: () => monitor.ended() }),
  );

  useEffect(() => {
    timer.begin(info);
    return () => timer.stop();
  }, [timer, info]);

  const phase = useSessionPhase();
  const previousPhase = useRef(phase);
  useEffect(() => {
    const isBack = previousPhase.current === 'over' && phase === 'live';
    previousPhase.current = phase;
    if (isBack) void timer.check();
  }, [timer, phase]);

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
  };
}
