import { describe, expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import type { ThingRecord, ThingsApi, ThingsListParams } from '#api/things.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { impactOf } from './assessLock.ts';
import { createGroupReader, readingOf } from './groupReader.ts';

const group = { id: 'ThingsGroupId_1', name: 'North' };

function rows(count: number, own = 'ThingsGroupId_1'): ThingRecord[] {
  return Array.from({ length: count }, (_, index) => ({
    ExternalUniqueId: `${own}-${index}`,
    ThingsGroupId: own,
    IMEI: '356846101234567',
    raw: {},
  }));
}

/** A list service that can fail, and that responds when the test allows it. */
function model(things: readonly ThingRecord[]) {
  const asked: ThingsListParams[] = [];
  const failures: ApiError[] = [];
  let gate = Promise.resolve();
  const api: Pick<ThingsApi, 'list' | 'listBudget'> = {
    listBudget: () => ({}),
    async list(params, options) {
      asked.push(params);
      await gate;
      if (options?.signal?.aborted) throw failure('aborted');
      const failed = failures.shift();
      if (failed) throw failed;
      const { offset, size } = params;
      const page = things.slice(offset, offset + size);
      const edges = [page[0]?.ExternalUniqueId, page.at(-1)?.ExternalUniqueId] as const;
      return { things: page, unreadable: 0, more: 'maybe', edges, requestId: 'call' };
    },
  };
  const clock = manualClock();
  const { job, ...reads } = createGroupReader({ things: api, clock, random: () => 0 }, group);
  const reader = { ...job, ...reads, getSnapshot: () => readingOf(job.getSnapshot()) };
  const leave = reader.subscribe(() => {});
  return {
    asked,
    failures,
    clock,
    reader,
    leave,
    /** Starts reading, with the first response held until it is released. */
    async begin() {
      const { promise, resolve: release } = Promise.withResolvers<void>();
      gate = promise;
      const reading = reader.read();
      await clock.advance(0);
      return { reading, release };
    },
  };
}

function failure(kind: 'aborted' | 'forbidden' | 'rateLimited', retryAfterMs = 0) {
  const limit = kind === 'rateLimited' && { status: 429, retryAfterMs };
  return new ApiError({ kind, method: 'GET', route: '/things', requestId: 'call', ...limit });
}

describe('reading a group', () => {
  it('requests the group’s Things by its name, sorted by name', async () => {
    const { reader, asked } = model(rows(3));
    await reader.read();
    expect(asked[0]).toMatchObject({ filters: { ThingsGroupName: 'North' }, sort: 'ASC' });
    expect(reader.getSnapshot()).toMatchObject({ step: 'ended', others: 0, unsure: 0 });
    expect(reader.getSnapshot().sims).toHaveLength(3);
  });

  it('excludes Things in other groups that the name also finds', async () => {
    const { reader } = model([...rows(70), ...rows(60, 'ThingsGroupId_2')]);
    await reader.read();
    expect(reader.getSnapshot()).toMatchObject({ others: 60 });
    expect(reader.getSnapshot().sims).toHaveLength(70);
  });

  it('R18: waits as long as a 429 asks, says so, and continues with the rows already read', async () => {
    const { reader, failures, clock, asked } = model(rows(120));
    failures.push(failure('rateLimited', 7_000));
    const reading = reader.read();
    await clock.advance(100);
    expect(reader.getSnapshot().wait?.error).toMatchObject({ status: 429 });
    expect(asked).toHaveLength(1);
    await clock.advance(10_000);
    await reading;
    expect(reader.getSnapshot().sims).toHaveLength(120);
    expect(reader.getSnapshot().report?.end.kind).toBe('complete');
  });

  it('stops when cancelled, and continues from there without reading a page twice', async () => {
    const { reader, asked, begin } = model(rows(120));
    const { reading, release } = await begin();
    reader.cancel();
    release();
    await reading;
    expect(reader.getSnapshot()).toMatchObject({ step: 'ended', isCancelled: true });
    await reader.read();
    expect(reader.getSnapshot()).toMatchObject({ step: 'ended', isCancelled: false });
    expect(reader.getSnapshot().sims).toHaveLength(120);
    expect(asked.map(({ offset }) => offset).filter((offset) => offset > 0)).toEqual([49, 98]);
  });

  it('stops when its last listener leaves, without counting that as a cancellation by the user', async () => {
    const { reader, begin, leave, asked } = model(rows(120));
    const { reading, release } = await begin();
    leave();
    release();
    await reading;
    expect(asked).toHaveLength(1);
    expect(reader.getSnapshot()).toMatchObject({ step: 'ended', isCancelled: false });
  });

  it('continues if it is started again before the last run has ended', async () => {
    const { reader, begin, leave } = model(rows(120));
    const { reading, release } = await begin();
    leave();
    reader.subscribe(() => {});
    const again = reader.read();
    release();
    await Promise.all([reading, again]);
    expect(reader.getSnapshot().sims).toHaveLength(120);
    expect(reader.getSnapshot().report?.end.kind).toBe('complete');
  });

  it('reads everything again from the first row on request, and counts nothing twice', async () => {
    const { reader, asked, clock } = model([...rows(70), ...rows(60, 'ThingsGroupId_2')]);
    await reader.read();
    const calls = asked.length;
    await clock.advance(60_000);
    const { startedAt = 0 } = reader.getSnapshot();
    await reader.readAgain();
    expect(asked).toHaveLength(2 * calls);
    expect(reader.getSnapshot()).toMatchObject({ step: 'ended', others: 60, unsure: 0 });
    expect(reader.getSnapshot().sims).toHaveLength(70);
    expect(reader.getSnapshot().startedAt).toBeGreaterThan(startedAt);
  });

  it('keeps its rows after a failure, and reads nothing more once it is complete', async () => {
    const { reader, failures, asked, clock } = model(rows(120));
    failures.push(failure('forbidden'));
    await reader.read();
    expect(reader.getSnapshot().report?.end).toMatchObject({ kind: 'failed' });
    await reader.read();
    expect(reader.getSnapshot().report?.end.kind).toBe('complete');
    const calls = asked.length;
    const { endedAt } = reader.getSnapshot();
    await clock.advance(60_000);
    await reader.read();
    expect(asked).toHaveLength(calls);
    expect(reader.getSnapshot().endedAt).toBe(endedAt);
  });
});

describe('the impact', () => {
  const found = { losing: 3, read: 50, unsure: 0, reportedTotal: 50 };
  const none = { losing: 0, read: 0, unsure: 0, reportedTotal: 0 };
  const otherTotal = { ...found, reportedTotal: 9 };
  const unsure = { ...found, unsure: 1 };
  const noneOf498 = { ...none, reportedTotal: 498 };
  const noneOfUnknown = { ...none, reportedTotal: undefined };
  const complete = { kind: 'complete' } as const;
  const failed = { kind: 'failed', error: failure('forbidden') } as const;
  it.each([
    ['to the end of the list', complete, 0, found, 'complete'],
    ['with a different total reported by the group', complete, 0, otherTotal, 'complete'],
    // A record that could not be read may be a SIM that loses service.
    ['with an unreadable record', complete, 1, found, 'partial'],
    ['of a list that repeats itself', { kind: 'repeating' }, 0, found, 'partial'],
    ['of a list that is too long', { kind: 'full' }, 0, found, 'partial'],
    ['that failed', failed, 0, found, 'partial'],
    ['that was cancelled', { kind: 'cancelled' }, 0, found, 'cancelled'],
    // API document 4.5 does not show how the group name filter matches.
    ['with one SIM that does not report its group', complete, 0, unsure, 'partial'],
    ['without SIMs, of a group with a total of 0', complete, 0, none, 'complete'],
    ['without SIMs, of a group with a total', complete, 0, noneOf498, 'partial'],
    ['without SIMs, of a group without a total', complete, 0, noneOfUnknown, 'partial'],
  ] as const)('of a snapshot %s', (_name, end, unreadable, counts, kind) => {
    const { losing, read } = counts;
    const report = { end, unreadable, duplicates: 0, shifts: 0 };
    expect(impactOf(report, counts)).toEqual({ kind, losing, read });
  });

  it.each([
    ['in which rows appeared twice', { duplicates: 1, shifts: 0 }],
    ['in which a page did not continue where the previous ended', { duplicates: 0, shifts: 1 }],
  ])('of a snapshot %s is not complete: SIMs may be missing', (_name, moved) => {
    const report = { end: complete, unreadable: 0, ...moved };
    expect(impactOf(report, found)).toEqual({ kind: 'partial', losing: 3, read: 50 });
  });
});
