import type { EventEmitter } from 'node:events';

import { type Clock, sleep, within } from '#lib/clock.ts';

import { errorFields, type Log } from '../ops/log.ts';

/** How long requests and token renewals may take once new connections are refused. */
const graceMs = 30_000;

/** How long requests may take to write their last log lines after their connections are closed. */
const lastLinesMs = 1_000;

/** How long flushing the last log lines may take. */
const flushMs = 2_000;

/**
 * Stops a gateway in steps (T13).
 *
 * @param given.drainMs how long to continue serving while `/readyz` reports 503
 * @param given.close refuses new connections, and resolves once requests in flight have ended
 * @param given.release ends the remaining work, and resolves once it has written its last log lines
 */
export function createStopping(given: {
  readonly clock: Clock;
  readonly log: Log;
  readonly drainMs: number;
  readonly close: () => Promise<void>;
  readonly release: () => void | Promise<void>;
}) {
  const { clock, log, drainMs } = given;
  let stopped: Promise<void> | undefined;
  let isClosing = false;

  async function stop(): Promise<void> {
    log('stopping', { drainSeconds: drainMs / 1000 });
    if (drainMs > 0) await sleep(clock, drainMs);
    isClosing = true;
    await within(clock, graceMs, given.close());
    await within(clock, lastLinesMs, given.release());
    log('stopped');
  }

  return {
    /** False once the gateway has been asked to stop, so that a load balancer sends requests elsewhere. */
    isReady: () => stopped === undefined,
    /** True once no new connections are accepted. */
    isClosing: () => isClosing,
    /** Stops; a second call changes nothing. Resolves when everything has ended. */
    stop: () => (stopped ??= stop()),
  };
}

/** Under npm, Ctrl-C arrives twice: from the terminal and forwarded by npm. No user presses it twice this fast. */
const sameKeyPressMs = 500;

/**
 * Ends the process on a signal, or on an unexpected error with code 1, so that a supervisor restarts it.
 *
 * @param given.process this process; tests pass their own
 * @param given.stop stops the gateway; called at most once; rejects if it could not be started
 * @param given.flush writes the last log lines, taking at most this many milliseconds
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
    void given.stop().then(
      () => end(0),
      () => end(1),
    );
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
    // The code that shells report for a program ended by SIGINT.
    void end(130);
  });
  // Unhandled rejections end up here too.
  process.on('uncaughtException', (error: unknown) => {
    log('fatal', errorFields(error));
    void end(1);
  });
}
