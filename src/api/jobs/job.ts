import { systemClock, type Clock } from '#lib/clock.ts';
import type { JobState } from '#lib/jobState.ts';
import { createListeners } from '#lib/listeners.ts';

import { ApiError } from '../errors.ts';
import type { CallWait } from './callPace.ts';

/** Part of every progress report: how long the job waits, and why. */
export interface MayWait {
  readonly wait?: CallWait | undefined;
}

/** Shows a job's progress: a wait immediately, anything else a few times a second. */
export type Show<Progress> = (progress: Progress, isAtOnce?: boolean) => void;

/** The work of a job. */
export interface Work<Progress, Result> {
  /** Shown before the first step. */
  readonly begin: Progress;
  /**
   * Runs to completion. Called again after a stop, it continues from there.
   *
   * @throws {ApiError} if it fails, and the signal's reason if it is aborted
   */
  readonly run: (signal: AbortSignal, show: Show<Progress>) => Promise<Result>;
  /** Saves the progress that a reload would lose: periodically, at each wait, and at the end of a run. */
  readonly keep?: { readonly everyMs: number; readonly save: () => void };
}

export type Job<Progress extends MayWait, Result> = ReturnType<typeof createJob<Progress, Result>>;

/**
 * Work that can be watched, cancelled and resumed. Only one run is in progress at a time.
 *
 * @param given.showEveryMs milliseconds between updates on screen
 */
export function createJob<Progress extends MayWait, Result>(
  given: { readonly clock?: Clock; readonly showEveryMs?: number } = {},
) {
  const { clock = systemClock, showEveryMs = 100 } = given;
  let isLeft = false;
  const listeners = createListeners({
    onFirst: () => (isLeft = false),
    onNone() {
      isLeft = true;
      abort.abort();
    },
  });
  let abort = new AbortController();
  let state: JobState<Progress, Result, ApiError> = { step: 'idle' };
  let isCancelled = false;
  let latest: Work<Progress, Result> | undefined;
  let turn: Promise<unknown> | undefined;

  function change(next: typeof state) {
    state = next;
    listeners.notify();
  }

  async function begin(work: Work<Progress, Result>, isResumed = false) {
    // A stopped run ends before the next starts, and none starts after the user has left.
    if (abort.signal.aborted && turn) await Promise.allSettled([turn]);
    const stoppedAt = state.step === 'stopped' ? state.progress : undefined;
    const progress = isResumed ? stoppedAt : work.begin;
    if (isLeft || state.step === 'running' || !progress) return;
    latest = work;
    abort = new AbortController();
    isCancelled = false;
    change({ step: 'running', progress, isCancelled });
    const own = runOnce(work, progress, abort.signal).finally(() => {
      // A listener may already have started the next run.
      if (turn === own) turn = undefined;
    });
    turn = own;
    await own;
  }

  async function runOnce(
    { run, keep }: Work<Progress, Result>,
    progress: Progress,
    signal: AbortSignal,
  ) {
    let shownAt = Number.NEGATIVE_INFINITY;
    let keptAt = clock.now();
    let cancelShow: (() => void) | undefined;
    let isOver = false;

    function showNow() {
      cancelShow?.();
      cancelShow = undefined;
      shownAt = clock.now();
      change({ step: 'running', progress, isCancelled });
    }

    function show(next: Progress, isAtOnce = next.wait !== undefined) {
      if (isOver) return;
      progress = next;
      const now = clock.now();
      if (keep && (isAtOnce || now - keptAt >= keep.everyMs)) {
        keptAt = now;
        keep.save();
      }
      if (isAtOnce || now - shownAt >= showEveryMs) showNow();
      else cancelShow ??= clock.after(showEveryMs, showNow);
    }

    try {
      const result = await run(signal, show);
      change({ step: 'done', result });
    } catch (error) {
      const failure = error instanceof ApiError ? error : undefined;
      const isAborted = signal.aborted && (error === signal.reason || failure?.kind === 'aborted');
      change({
        step: 'stopped',
        progress: { ...progress, wait: undefined },
        isCancelled,
        error: isAborted ? undefined : failure,
      });
      if (!isAborted && !failure) throw error;
    } finally {
      isOver = true;
      cancelShow?.();
      keep?.save();
    }
  }

  return {
    getSnapshot: () => state,
    /** @returns a function that unsubscribes; a job without listeners stops */
    subscribe: listeners.subscribe,
    /**
     * Does nothing during a run.
     *
     * @throws only if the work has a bug; service failures are states of the job
     */
    start: (work: Work<Progress, Result>) => begin(work),
    /** Continues where the last run stopped. */
    async resume() {
      if (latest) await begin(latest, true);
    },
    cancel() {
      if (state.step !== 'running' || isCancelled) return;
      isCancelled = true;
      change({ ...state, isCancelled });
      abort.abort();
    },
    /** Clears the job's result; does nothing during a run. */
    close() {
      if (state.step !== 'running') change({ step: 'idle' });
    },
  };
}
