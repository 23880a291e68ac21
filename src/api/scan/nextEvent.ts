import type { Clock } from '#lib/clock.ts';

import type { ScanWait } from './scanPace.ts';

/** Resolves when one of the calls is answered, the wait is over, or the signal aborts. */
export async function waitForNextEvent(
  clock: Clock,
  calls: Iterable<Promise<void>>,
  wait: ScanWait | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const cancel = wait && clock.after(Math.max(0, wait.until - clock.now()), resolve);
  const onAbort = () => resolve();
  if (signal.aborted) resolve();
  signal.addEventListener('abort', onAbort);
  try {
    await Promise.race([...calls, promise]);
  } finally {
    cancel?.();
    signal.removeEventListener('abort', onAbort);
  }
}
