import { describe, expect, it } from 'vitest';

import { openJob, refused, signedOut, startedJob } from '#testing/fixtures/jobFixture.ts';

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
