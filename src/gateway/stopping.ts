import type { EventEmitter } from 'node:events';

import { type Clock, sleep } from '#lib/clock.ts';

import { errorFields, type Log } from './telemetry/log.ts';

/** How long requests and token renewals may take to end once nothing new is taken. */
const graceMs = 30_000;

/** How long the last lines of the log may take. */
const flushMs = 2_000;

/** Where a gateway stands on its way from serving to ended (T13). */
export interface Stopping {
  /** False once it has been asked to stop: a load balancer sends its requests elsewhere then. */
  isReady(): boolean;
  /** True once no connection is taken any more. */
  isClosing(): boolean;
  /** Stops; asked again, it goes on as it is. Resolves when everything has ended. */
  stop(): Promise<void>;
}

/**
 * @param given.drainMs how long everything is served as before while `/readyz` says no
 * @param given.close takes no new connections, and resolves when the requests in flight have ended
 * @param given.release ends whatever is left
 */
export function createStopping(given: {
  readonly clock: Clock;
  readonly log: Log;
  readonly drainMs: number;
  readonly close: () => Promise<void>;
  readonly release: () => void;
}): Stopping {
  const { clock, log, drainMs } = given;
  let stopped: Promise<void> | undefined;
  let isClosing = false;

  async function stop(): Promise<void> {
    log('stopping', { drainSeconds: drainMs / 1000 });
    if (drainMs > 0) await sleep(clock, drainMs);
    isClosing = true;
    const done = new AbortController();
    const grace = sleep(clock, graceMs, done.signal).catch(() => {});
    await Promise.race([given.close(), grace]);
    done.abort();
    given.release();
    log('stopped');
  }

  return {
    isReady: () => stopped === undefined,
    isClosing: () => isClosing,
    stop: () => (stopped ??= stop()),
  };
}

/**
 * A Ctrl-C under npm comes twice: from the terminal, and from npm, which passes it on. A person who
 * presses it again takes longer.
 */
const sameKeyPressMs = 500;

/**
 * Ends the process when it is asked to by a signal, and when something fails that nobody expected: then
 * with code 1, on which a supervisor starts it again.
 *
 * @param given.process the one that this is, or what stands for it
 * @param given.stop of the gateway; called once at most
 * @param given.flush writes the last lines of the log, for at most so many milliseconds
 */
export function endProcess(given: {
  readonly process: Pick<EventEmitter, 'on'> & { exit(code: number): void };
  readonly clock: Clock;
  readonly log: Log;
  readonly stop: () => Promise<void>;
  readonly flush: (maxMs: number) => Promise<void>;
}): void {
  const { process, clock, log } = given;
  let firstSignal: { readonly name: string; readonly at: number } | undefined;
  let isEnding = false;

  async function end(code: number): Promise<void> {
    if (isEnding) return;
    isEnding = true;
    await given.flush(flushMs);
    process.exit(code);
  }

  function stopFor(name: string): void {
    if (firstSignal) return;
    firstSignal = { name, at: clock.now() };
    void given.stop().then(() => end(0));
  }

  process.on('SIGTERM', () => stopFor('SIGTERM'));
  process.on('SIGINT', () => {
    if (!firstSignal) {
      stopFor('SIGINT');
      return;
    }
    const isSameKeyPress =
      firstSignal.name === 'SIGINT' && clock.now() - firstSignal.at < sameKeyPressMs;
    if (isSameKeyPress) return;
    log('stopped', { atOnce: true });
    // What a shell says of a program that SIGINT has ended.
    void end(130);
  });
  // A rejection that nobody handles comes here, too.
  process.on('uncaughtException', (error: unknown) => {
    log('fatal', errorFields(error));
    void end(1);
  });
}
