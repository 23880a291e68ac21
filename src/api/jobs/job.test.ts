import { describe, expect, it } from 'vitest';

import {
  aborted,
  call,
  openJob,
  refused,
  signedOut,
  startedJob,
  type Progress,
} from '#testing/fixtures/jobFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { ApiError } from '../errors.ts';
import { createJob } from './job.ts';

const limited = new ApiError({ ...call, kind: 'rateLimited', status: 429, retryAfterMs: 7_000 });

describe('a job', () => {
  it('runs to completion, and keeps its result until it is closed or starts again', async () => {
    const { job, start, step, latest, clock, begun } = openJob();
    const run = start();
    for (let count = 0; count < 3; count++) await step();
    await run;
    const done = job.getSnapshot();
    expect(done).toEqual({ step: 'done', result: 'all 3' });
    latest()({ steps: 9 });
    job.cancel();
    await job.resume();
    await clock.advance(1_000);
    expect(job.getSnapshot()).toBe(done);
    void start();
    expect(job.getSnapshot().step).toBe('running');
    await clock.advance(0);
    job.close();
    job.cancel();
    await job.resume();
    expect(job.getSnapshot()).toEqual({ step: 'idle' });
    expect(begun).toEqual([0, 1, 2]);
  });

  it('ignores a second start while it runs', async () => {
    const { job, start, step, begun } = openJob();
    void start();
    const started = job.getSnapshot();
    expect(started).toEqual({ step: 'running', progress: { steps: 0 }, isCancelled: false });
    await Promise.all([start(), job.resume()]);
    job.close();
    expect(job.getSnapshot()).toBe(started);
    expect(begun).toEqual([0]);
    for (let count = 0; count < 3; count++) await step();
    expect(begun).toEqual([0, 1, 2]);
  });

  it('stops immediately if it is cancelled during a wait, and no longer shows the wait', async () => {
    const { job, show, shown, settle } = await startedJob();
    const wait = { until: Number.POSITIVE_INFINITY, error: limited };
    show({ steps: 1, wait });
    expect(shown.at(-1)).toEqual({ steps: 1, wait });
    job.cancel();
    await settle();
    expect(job.getSnapshot()).toMatchObject({
      step: 'stopped',
      progress: { steps: 1, wait: undefined },
      isCancelled: true,
      error: undefined,
    });
  });

  it('that fails after it has been cancelled says both, until it is closed', async () => {
    const { job, fail } = await startedJob();
    const failing = fail(refused);
    job.cancel();
    const cancelled = job.getSnapshot();
    job.cancel();
    expect(job.getSnapshot()).toBe(cancelled);
    await failing;
    const progress = { steps: 1, wait: undefined };
    const stopped = { step: 'stopped', progress, isCancelled: true, error: refused };
    expect(job.getSnapshot()).toEqual(stopped);
    job.close();
    expect(job.getSnapshot()).toEqual({ step: 'idle' });
  });

  it('that is resumed before it has stopped starts once, after it has stopped', async () => {
    const { job, step, settle, begun } = await startedJob();
    job.cancel();
    expect(job.getSnapshot()).toMatchObject({ step: 'running', isCancelled: true });
    void job.resume();
    void job.resume();
    await settle();
    await step();
    // The work itself expects one run at a time.
    expect(begun).toEqual([0, 1, 1, 2]);
    expect(job.getSnapshot()).toMatchObject({ step: 'running', isCancelled: false });
  });

  it('that a listener starts when another ends is awaited in the same way', async () => {
    const clock = manualClock();
    const job = createJob<Progress, string>({ clock });
    let runs = 0;
    const work = {
      begin: { steps: 0 },
      async run(signal: AbortSignal) {
        if (++runs === 1) return 'done';
        await new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(aborted)),
        );
        return 'never';
      },
    };
    job.subscribe(() => {
      if (runs === 1 && job.getSnapshot().step === 'done') void job.start(work);
    });
    void job.start(work);
    await clock.advance(0);
    job.cancel();
    void job.start(work);
    await clock.advance(0);
    expect([runs, job.getSnapshot().step]).toEqual([3, 'running']);
  });
});

describe('a bug in a job’s work', () => {
  it('rejects the start, and leaves nothing running', async () => {
    const { job, start, fail, kept } = openJob();
    const run = start();
    const bug = new TypeError('A bug');
    await Promise.all([expect(run).rejects.toBe(bug), fail(bug)]);
    expect(job.getSnapshot()).toMatchObject({ step: 'stopped', error: undefined });
    expect(kept).toEqual([0]);
  });

  it('rejects the start even if the job has been cancelled by then', async () => {
    const { job, start, fail } = openJob();
    const run = start();
    const bug = new TypeError('A bug');
    const failing = fail(bug);
    job.cancel();
    await Promise.all([expect(run).rejects.toBe(bug), failing]);
  });
});

describe('the progress of a job', () => {
  it('is shown ten times a second, and always for the last step and for a wait', async () => {
    const { start, show, shown, clock } = openJob();
    void start();
    shown.length = 0;
    for (let steps = 1; steps <= 30; steps++) {
      show({ steps });
      await clock.advance(10);
    }
    expect(shown.map(({ steps }) => steps)).toEqual([1, 11, 21]);
    await clock.advance(100);
    expect(shown.at(-1)).toEqual({ steps: 30 });
    show({ steps: 31 });
    show({ steps: 32, wait: { until: 0 } });
    expect(shown.at(-1)).toEqual({ steps: 32, wait: { until: 0 } });
  });

  it('is saved every few seconds, and at each wait', async () => {
    const { start, show, kept, clock } = openJob();
    void start();
    for (let second = 0; second < 12; second++) {
      await clock.advance(1_000);
      show({ steps: 0 });
    }
    expect(kept).toHaveLength(2);
    show({ steps: 0, wait: { until: 0 } });
    expect(kept).toHaveLength(3);
  });
});

type Stop = (opened: Awaited<ReturnType<typeof startedJob>>) => void | Promise<void>;
const stops: readonly (readonly [string, Stop, Partial<Record<string, unknown>>])[] = [
  ['was cancelled', ({ job }) => job.cancel(), { isCancelled: true, error: undefined }],
  ['failed', ({ fail }) => fail(refused), { isCancelled: false, error: refused }],
  ['lost its session', ({ fail }) => fail(signedOut), { isCancelled: false, error: signedOut }],
  ['was left', ({ leave }) => leave(), { isCancelled: false, error: undefined }],
];

describe.each(stops)('a job that %s', (_name, stop, state) => {
  async function stopped() {
    const opened = await startedJob();
    await stop(opened);
    await opened.settle();
    return opened;
  }

  it('keeps its progress, and continues from there when it is resumed', async () => {
    const { job, begun, watch, step } = await stopped();
    expect(job.getSnapshot()).toMatchObject({ step: 'stopped', progress: { steps: 1 }, ...state });
    watch();
    void job.resume();
    expect(job.getSnapshot()).toMatchObject({ step: 'running', progress: { steps: 1 } });
    await step();
    await step();
    expect(job.getSnapshot()).toEqual({ step: 'done', result: 'all 3' });
    expect(begun).toEqual([0, 1, 1, 2]);
  });

  it('saves the progress that a reload would lose, and continues from there after a reload', async () => {
    const { kept } = await stopped();
    expect(kept).toEqual([1]);
    const { job, begun, start, step } = openJob({ from: kept.at(-1) ?? 0 });
    void start();
    await step();
    await step();
    expect(job.getSnapshot()).toEqual({ step: 'done', result: 'all 3' });
    expect(begun).toEqual([1, 2]);
  });

  it('ignores results that arrive after it has stopped', async () => {
    const { job, latest, watch, clock } = await stopped();
    const before = job.getSnapshot();
    const late = latest();
    late({ steps: 9 });
    job.cancel();
    await clock.advance(1_000);
    expect(job.getSnapshot()).toBe(before);
    watch();
    void job.resume();
    late({ steps: 9 });
    expect(job.getSnapshot()).toMatchObject({ step: 'running', progress: { steps: 1 } });
  });
});

describe('a job without listeners', () => {
  it('does not start again, even if it was resumed before the last listener left', async () => {
    const { job, start, leave, settle, begun } = await startedJob();
    job.cancel();
    void job.resume();
    leave();
    await settle();
    await job.resume();
    await start();
    expect(begun).toEqual([0, 1]);
    expect(job.getSnapshot().step).toBe('stopped');
  });

  it('continues if a listener returns before it has stopped', async () => {
    const { job, step, leave, watch, settle, begun } = await startedJob();
    leave();
    watch();
    void job.resume();
    await settle();
    await step();
    await step();
    expect(job.getSnapshot()).toEqual({ step: 'done', result: 'all 3' });
    expect(begun).toEqual([0, 1, 1, 2]);
  });
});
