import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { systemClock } from '#lib/clock.ts';

import { createEndWatch, type ComingEnd } from './endWatch.ts';
import { useSessionPhase, useSessionServices } from './SessionProvider.tsx';

interface ComingEndControl {
  /** Undefined while there is time. */
  comingEnd: ComingEnd | undefined;
  stay: () => Promise<void>;
}

/** When the session ends by itself, and the way to prolong it. */
export function useComingEnd(info: SessionInfo): ComingEndControl {
  const { session, monitor } = useSessionServices();
  const [watch] = useState(() =>
    createEndWatch({ session, clock: systemClock, onEnded: () => monitor.ended() }),
  );

  useEffect(() => {
    watch.begin(info);
    return () => watch.stop();
  }, [watch, info]);

  const phase = useSessionPhase();
  const formerPhase = useRef(phase);
  useEffect(() => {
    const isBack = formerPhase.current === 'over' && phase === 'live';
    formerPhase.current = phase;
    if (isBack) void watch.check();
  }, [watch, phase]);

  useEffect(() => {
    // Timers stand still while a machine sleeps, and another tab may have prolonged the session.
    const look = () => {
      if (document.visibilityState === 'visible' && watch.isDue()) void watch.check();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [watch]);

  return { comingEnd: useSyncExternalStore(watch.subscribe, watch.comingEnd), stay: watch.stay };
}
