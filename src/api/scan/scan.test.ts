import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';
import { rowNames, scanOver, scanSandbox } from '#testing/fixtures/thingsScan.ts';
import { createScanServiceModel, type ScanFault } from '#testing/models/scanServiceModel.ts';

import { createThingsScan } from './scan.ts';

describe('R18: a scan of all pages', () => {
  it.each([0, 1, 49, 50, 51, 100, 1_234])(
    'reads each of %i rows once, in list order',
    async (count) => {
      const { run, got } = scanOver(count);
      expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: count, duplicates: 0 });
      expect(got).toEqual(rowNames(count));
    },
  );

  it('starts with one request and rises to six in flight', async () => {
    const { run, calls, maxConcurrency } = scanOver(1_000, { latency: () => 100 });
    await run();
    expect(calls.map(({ sentAt }) => sentAt).filter((at) => at === calls[0]?.sentAt)).toHaveLength(
      1,
    );
    expect(maxConcurrency()).toBe(6);
  });

  it('T14: does not wait longer for a failed page if the clock is set back during the wait', async () => {
    const model = createScanServiceModel({
      rows: rowNames(60),
      fault: (call) => (call === 0 ? 503 : undefined),
    });
    const start = model.clock.now();
    let back = 0;
    const clock = { ...model.clock, now: () => model.clock.now() - back };
    const report = await model.finish(
      createThingsScan(
        { things: model.api.things, clock, random: () => 0 },
        {},
        { onBatch: () => undefined },
      ).run(new AbortController().signal, ({ wait }) => {
        if (wait && back === 0) model.clock.after(500, () => (back = 24 * 3_600_000));
      }),
    );
    expect(report).toMatchObject({ end: { kind: 'complete' }, rows: 60 });
    expect(back).toBeGreaterThan(0);
    expect(model.clock.now() - start).toBeLessThan(60_000);
  });

  it('stops at the first short page', async () => {
    const { run, calls } = scanOver(120, { latency: () => 10 });
    await run();
    const offsets = calls.map(({ offset }) => offset);
    // The page after it was already in flight.
    expect(Math.max(...offsets)).toBeLessThanOrEqual(200);
    expect(offsets).toEqual(expect.arrayContaining([0, 49, 98]));
  });

  it('keeps the order of the list when later pages arrive first', async () => {
    const { run, got } = scanOver(500, { latency: (call) => 200 - (call % 7) * 25 });
    await run();
    expect(got).toEqual(rowNames(500));
  });

  it('requests at most twelve pages beyond a slow one, so that memory stays small', async () => {
    const { run, calls } = scanOver(5_000, { latency: (call) => (call === 5 ? 60_000 : 5) });
    await run();
    const slow = calls[5] ?? { offset: 0, sentAt: 0 };
    const meanwhile = calls.filter(({ sentAt }) => sentAt < slow.sentAt + 60_000);
    expect(Math.max(...meanwhile.map(({ offset }) => offset))).toBe(slow.offset + 11 * 49);
  });
});

describe('R18: limits', () => {
  const limit = { requests: 5, windowMs: 60_000, told: true };

  it('leaves one call per window for the user, and gets no 429', async () => {
    const { run, calls, progress, maxInWindow } = scanOver(600, { limit });
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 600 });
    expect(calls.filter(({ status }) => status !== 200)).toEqual([]);
    expect(maxInWindow()).toBe(4);
    expect(progress.some(({ wait }) => wait !== undefined && wait.error === undefined)).toBe(true);
  });

  it('pauses on a 429 until Retry-After, reports the wait, and continues', async () => {
    const { run, calls, progress } = scanOver(900, { limit: { ...limit, told: false } });
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 900 });
    const refused = calls.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    const waits = progress.flatMap(({ wait }) => (wait ? [wait] : []));
    expect(new Set(waits.map(({ error }) => error?.kind))).toEqual(new Set(['rateLimited']));
    for (const { sentAt } of refused) {
      const after = calls.filter((call) => call.sentAt > sentAt + 20);
      expect(Math.min(...after.map((call) => call.sentAt))).toBeGreaterThan(sentAt + 50_000);
    }
  });

  it('lets a user’s call go first, and requests no page until it has been answered', async () => {
    const latency = (call: number) => (call === 0 ? 500 : 10);
    const { run, api, calls, clock, finish } = scanOver(1_000, { latency });
    const start = clock.now();
    const person = api.things.list({ size: 10, offset: 7 });
    const done = run();
    await finish(person);
    await done;
    const [, ...scans] = calls;
    expect(Math.min(...scans.map(({ sentAt }) => sentAt))).toBe(start + 500);
  });

  it('yields to a user’s hanging call for at most two seconds', async () => {
    const latency = (call: number) => (call === 0 ? 300_000 : 10);
    const { run, api, calls } = scanOver(20, { latency });
    const abort = new AbortController();
    const person = api.things.list({ size: 10, offset: 7 }, { signal: abort.signal });
    await run();
    abort.abort();
    await expect(person).rejects.toMatchObject({ kind: 'aborted' });
    expect((calls[1]?.sentAt ?? 0) - (calls[0]?.sentAt ?? 0)).toBe(2_000);
  });
});

describe('the end of a scan', () => {
  it('can be a cancellation, after which another run continues from there', async () => {
    const abort = new AbortController();
    const { run, got, calls, clock } = scanOver(2_000, { latency: () => 50 });
    clock.after(400, () => abort.abort());
    const first = await run(abort.signal);
    expect(first.end).toEqual({ kind: 'cancelled' });
    expect(got).toEqual(rowNames(first.rows));
    expect(first.rows).toBeLessThan(2_000);
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 2_000 });
    const read = calls.flatMap(({ status, offset }) => (status === 200 ? [offset] : []));
    expect(new Set(read).size).toBe(read.length);
  });

  it('can be a cancellation, which, unlike a failure, does not slow down the next run', async () => {
    const abort = new AbortController();
    const { run, calls, clock } = scanOver(5_000, { latency: () => 50 });
    clock.after(410, () => abort.abort());
    await run(abort.signal);
    const again = clock.now();
    await run();
    expect(calls.filter(({ sentAt }) => sentAt === again)).toHaveLength(6);
  });

  it('does not wait for pages beyond it', async () => {
    const { run, clock } = scanOver(300, { latency: (call) => (call === 7 ? 60_000 : 10) });
    const start = clock.now();
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 300 });
    expect(clock.now() - start).toBeLessThan(1_000);
  });

  it('can be a cancellation during a wait', async () => {
    const abort = new AbortController();
    const { run, clock } = scanOver(500, { limit: { requests: 2, windowMs: 60_000, told: true } });
    const start = clock.now();
    clock.after(5_000, () => abort.abort());
    expect(await run(abort.signal)).toMatchObject({ end: { kind: 'cancelled' } });
    expect(clock.now() - start).toBe(5_000);
  });

  it('is "full" after maxRows only if there are more rows', async () => {
    expect(await scanOver(101, { maxRows: 100 }).run()).toMatchObject({
      end: { kind: 'full' },
      rows: 100,
    });
    expect(await scanOver(100, { maxRows: 100 }).run()).toMatchObject({
      end: { kind: 'complete' },
      rows: 100,
    });
  });

  it('is "repeating" for a service that returns the same page forever', async () => {
    const rows = Object.assign(rowNames(50), { toSorted: () => ({ slice: () => rowNames(50) }) });
    const { run, got } = scanOver(rows);
    expect(await run()).toMatchObject({ end: { kind: 'repeating' }, rows: 50 });
    expect(got).toEqual(rowNames(50));
  });
});

it('model: with any limits, delays, failures and resumed runs, each row comes once and in order', async () => {
  const fault = fc.constantFrom<ScanFault>('network', 'malformed', 403, 500, 503);
  const given = fc.record({
    count: fc.integer({ min: 0, max: 700 }),
    limit: fc.option(
      fc.record({
        requests: fc.integer({ min: 1, max: 12 }),
        windowMs: fc.constantFrom(10_000, 60_000, 600_000),
        told: fc.boolean(),
      }),
    ),
    faults: fc.array(fc.tuple(fc.integer({ min: 0, max: 25 }), fault), { maxLength: 6 }),
    delays: fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 5 }),
    cancelAfter: fc.option(fc.integer({ min: 1, max: 5_000 })),
  });
  await fc.assert(
    fc.asyncProperty(given, async ({ count, limit, faults, delays, cancelAfter }) => {
      const { run, got, calls, maxConcurrency, clock } = scanOver(count, {
        ...(limit && { limit }),
        fault: (call) => new Map(faults).get(call),
        latency: (call) => delays[call % delays.length] ?? 1,
      });
      const abort = new AbortController();
      if (cancelAfter !== null) clock.after(cancelAfter, () => abort.abort());
      let report = await run(abort.signal);
      for (let tries = 0; report.end.kind !== 'complete' && tries < 9; tries++) {
        report = await run();
      }
      expect(report).toMatchObject({
        end: { kind: 'complete' },
        rows: count,
        duplicates: 0,
        shifts: 0,
      });
      expect(got).toEqual(rowNames(count));
      expect(maxConcurrency()).toBeLessThanOrEqual(6);
      // No 429 if every response arrives and reports the limit, and the window is not longer than usual.
      const isUntold = faults.some(([, kind]) => kind === 'network');
      const mayMeetIt = limit !== null && (!limit.told || isUntold || limit.windowMs > 60_000);
      expect(calls.filter(({ status }) => status === 429 && !mayMeetIt)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('V1: a scan of the sandbox reads every readable Thing that matches a filter, and counts unreadable records', async () => {
  const sandbox = createSandbox({ things: 400, brokenRecords: true, unsortedOrder: 'shifting' });
  const { report, got } = await scanSandbox(sandbox, {
    filters: { ThingsGroupName: 'Scooter Sharing' },
  });
  const stored = sandbox.state.things().filter((t) => t.ThingsGroupName === 'Scooter Sharing');
  expect(report).toMatchObject({ end: { kind: 'complete' }, duplicates: 0 });
  expect(report.unreadable).toBeGreaterThan(0);
  expect(got).toHaveLength(stored.length - report.unreadable);
  const iccids = new Set(stored.map((thing) => thing.ExternalUniqueId));
  expect(got.filter((iccid) => !iccids.has(iccid))).toEqual([]);
});

describe('a page that fails', () => {
  it.each<ScanFault>([500, 503, 'network'])(
    '%s is read again after 1, 2 and 4 s, like other reads',
    async (fault) => {
      let left = 3;
      const { run, got, calls } = scanOver(75, {
        fault: (_, offset) => (offset === 49 && left-- > 0 ? fault : undefined),
      });
      expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 75 });
      expect(got).toEqual(rowNames(75));
      const sent = calls.flatMap((call) => (call.offset === 49 ? [call.sentAt] : []));
      const gaps = sent.slice(1).map((at, index) => Math.floor((at - (sent[index] ?? 0)) / 1_000));
      expect(gaps).toEqual([1, 2, 4]);
    },
  );

  it('requests only one page at a time from a service that keeps failing', async () => {
    const { run, calls } = scanOver(5_000, {
      latency: () => 100,
      fault: (call) => (call < 12 ? undefined : 500),
    });
    expect(await run()).toMatchObject({ end: { kind: 'failed' } });
    // The pages in flight, and three retries of the first.
    expect(calls.length).toBeLessThanOrEqual(12 + 6 + 3);
  });

  it('is retried on its own, even after the others that failed with it have been answered', async () => {
    const { run, calls } = scanOver(2_000, {
      latency: () => 100,
      fault: (call) => (call >= 12 && call < 18 ? 503 : undefined),
    });
    await run();
    const failed = new Set(calls.flatMap(({ status, offset }) => (status === 503 ? [offset] : [])));
    const again = calls.filter(({ status, offset }) => status === 200 && failed.has(offset));
    expect(failed.size).toBe(6);
    expect(new Set(again.map(({ sentAt }) => sentAt)).size).toBe(6);
  });

  it('does not fail the scan if another page has shown that the list ends before it', async () => {
    const { run, calls } = scanOver(300, {
      latency: (call) => ({ 5: 500, 6: 50, 7: 100 })[call] ?? 10,
      fault: (_, offset) => (offset === 343 ? 403 : undefined),
    });
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 300 });
    expect(calls.map(({ status }) => status)).toContain(403);
  });

  it('fails the scan if it keeps failing, and another run continues from there', async () => {
    let left = 4;
    const { run, got, calls } = scanOver(330, {
      fault: (_, offset) => (offset === 98 && left-- > 0 ? 503 : undefined),
    });
    const first = await run();
    expect(first).toMatchObject({ end: { kind: 'failed', error: { status: 503 } } });
    expect(got).toEqual(rowNames(first.rows));
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 330, duplicates: 0 });
    expect(got).toEqual(rowNames(330));
    const read = calls.flatMap(({ status, offset }) => (status === 200 ? [offset] : []));
    expect(new Set(read).size).toBe(read.length);
  });

  it.each<ScanFault>([403, 'malformed'])('%s stops it immediately', async (fault) => {
    const { run, calls } = scanOver(500, {
      fault: (_, offset) => (offset === 98 ? fault : undefined),
    });
    expect(await run()).toMatchObject({ end: { kind: 'failed' }, rows: 99 });
    expect(calls.filter(({ offset }) => offset === 98)).toHaveLength(1);
  });
});
