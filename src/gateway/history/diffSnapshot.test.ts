import { describe, expect, it } from 'vitest';

import type { GroupValues } from '#contract/groupValues.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';

import { diffSnapshot, settlingMs, type TrackedPut } from './diffSnapshot.ts';

const second = 1000;
const maxPutMs = 75 * second;

const unlocked: GroupValues = groupBody({ TelephonyProfileId: 'Profile_1' });
const locked: GroupValues = { ...unlocked, IMEIPrefix: '35208115', LockMasterImei: true };
const renamed: GroupValues = { ...unlocked, ThingsGroupName: 'Trucks' };
const withoutLock = ({ IMEIPrefix: _, LockMasterImei: __, ...rest }: GroupValues) => rest;

/** A PUT, by default recorded at 0 and answered at 1 s. */
const put = (given: Partial<TrackedPut> = {}): TrackedPut => ({
  id: 'put',
  recordedAt: 0,
  answeredAt: second,
  outcome: 'saved',
  tracking: 'open',
  checkResult: null,
  after: locked,
  ...given,
});

function diff(given: {
  readonly base?: GroupValues;
  readonly puts?: readonly TrackedPut[];
  readonly seen: GroupValues;
  /** Requested 10 s after the PUT by default, and received a second later. */
  readonly askedAt?: number;
}) {
  const { base, puts = [], seen, askedAt = 10 * second } = given;
  return diffSnapshot({
    // The previous list.
    base: base && { values: base, askedAt: -10 * second, answeredAt: -9 * second },
    puts,
    seen,
    time: { askedAt, answeredAt: askedAt + second },
    maxPutMs,
  });
}

const afterwards = settlingMs + 60 * second;

describe('a list that differs from the previous one', () => {
  it.each<[string, GroupValues, GroupValues]>([
    ['the lock', unlocked, { ...unlocked, LockMasterImei: true }],
    ['the prefix', unlocked, { ...unlocked, IMEIPrefix: '1' }],
    ['the name', unlocked, renamed],
    ['the profile', unlocked, { ...unlocked, TelephonyProfileId: 'Profile_2' }],
    ['the networks', { ...unlocked, Networks: ['A'] }, { ...unlocked, Networks: ['A', 'B'] }],
  ])('C3: shows a change made elsewhere to %s', (_, base, seen) => {
    expect(diff({ base, seen })).toEqual({
      updates: [],
      elsewhere: { since: -10 * second, beforeAt: -9 * second, before: base, after: seen },
    });
  });

  it.each<[string, GroupValues, GroupValues]>([
    ['the list carries no lock', unlocked, withoutLock(unlocked)],
    ['only the list carries the lock', withoutLock(unlocked), locked],
    ['only one list carries the networks', unlocked, { ...unlocked, Networks: [] }],
    ['the list carries nothing', unlocked, {}],
  ])('C3: shows no change if the lists carry different fields: %s', (_, base, seen) => {
    expect(diff({ base, seen })).toEqual({ updates: [], elsewhere: undefined });
  });

  it.each<[string, readonly string[], readonly string[], boolean]>([
    ['another network appeared', ['A', '{"NetworkId":"1"}'], ['A', 'B', '{"NetworkId":"1"}'], true],
    ['an unnamed network appeared', ['A'], ['A', '{"NetworkId":"1"}'], true],
    ['the only network, unnamed, disappeared', ['{"NetworkId":"1"}'], [], true],
    ['the only network lost its name', ['Net A'], ['{"NetworkId":"NetworkId_1"}'], false],
    ['it may be the same network, with its name', ['A', '{"NetworkId":"1"}'], ['A', 'B'], false],
    ['it may be the same, written differently', ['{"NetworkId":"1"}'], ['{"Id":"1"}'], false],
    ['one more network than could have got its name', ['{"NetworkId":"1"}'], ['A', 'B'], true],
  ])('C3: compares networks with one unnamed network: %s', (_, base, seen, isChange) => {
    const before = { ...unlocked, Networks: base };
    const after = { ...unlocked, Networks: seen };
    const elsewhere = diff({ base: before, seen: after })?.elsewhere;
    const shown = elsewhere && [elsewhere.before, elsewhere.after];
    expect(shown).toEqual(isChange ? [before, after] : undefined);
  });

  it('C3: networks that may be the same are not reported along with another change', () => {
    const base = { ...unlocked, Networks: ['{"NetworkId":"1"}'] };
    const elsewhere = diff({ base, seen: { ...renamed, Networks: ['A'] } })?.elsewhere;
    expect([elsewhere?.before, elsewhere?.after]).toEqual([unlocked, renamed]);
  });

  it('C3: names only the fields that both lists carry', () => {
    const elsewhere = diff({ base: unlocked, seen: withoutLock(renamed) })?.elsewhere;
    expect(elsewhere).toMatchObject({ before: withoutLock(unlocked), after: withoutLock(renamed) });
  });

  it('C3: is not compared for a group that no earlier list has shown', () => {
    expect(diff({ seen: locked })).toEqual({ updates: [], elsewhere: undefined });
  });
});

describe('whether a list counts', () => {
  it('does not count if it was requested before the response to the last list arrived', () => {
    expect(diff({ base: unlocked, seen: locked, askedAt: -9 * second })).toBeUndefined();
    expect(diff({ base: unlocked, seen: locked, askedAt: -9 * second + 1 })).toBeDefined();
    // Unless the clock was set back in between; but then a PUT may have come after the last list.
    const setBack = { base: unlocked, seen: locked, askedAt: -afterwards * 2 };
    expect(diff(setBack)?.elsewhere).toBeDefined();
    expect(diff({ ...setBack, puts: [put()] })).toBeUndefined();
  });

  it('does not count if it overlapped a PUT to the group', () => {
    for (const askedAt of [-second, 0, second]) {
      expect(diff({ base: unlocked, puts: [put()], seen: locked, askedAt })).toBeUndefined();
    }
    expect(diff({ base: unlocked, puts: [put()], seen: locked, askedAt: 1001 })).toBeDefined();
  });

  it('does not count while a PUT may be in progress after its gateway died', () => {
    const puts = [put({ outcome: 'sending', answeredAt: null })];
    expect(diff({ base: unlocked, puts, seen: locked, askedAt: maxPutMs })).toBeUndefined();
    expect(diff({ base: unlocked, puts, seen: locked, askedAt: maxPutMs + 1 })).toEqual({
      updates: [{ id: 'put', tracking: 'done', check: 'confirmed' }],
      elsewhere: undefined,
    });
  });

  it('does not count against a PUT that was recorded after its response', () => {
    const later = put({ recordedAt: 20 * second, answeredAt: 21 * second });
    expect(diff({ base: unlocked, puts: [later], seen: unlocked })?.updates).toEqual([]);
    expect(diff({ base: unlocked, puts: [later], seen: locked })?.elsewhere).toBeDefined();
  });
});

describe('the check of a PUT', () => {
  it.each<[string, TrackedPut['outcome'], GroupValues, string]>([
    ['saved and shown', 'saved', locked, 'confirmed'],
    ['unknown and shown', 'unknown', locked, 'confirmed'],
    ['saved and not shown', 'saved', unlocked, 'different'],
    ['unknown and not shown', 'unknown', unlocked, 'different'],
    ['in a list without the lock', 'saved', withoutLock(locked), 'not-confirmable'],
    ['with something else shown', 'saved', renamed, 'different'],
  ])('C2: has a result for a PUT that was %s', (_, outcome, seen, check) => {
    const difference = diff({ base: unlocked, puts: [put({ outcome })], seen });
    expect(difference?.updates).toMatchObject([{ id: 'put', check }]);
  });

  it('C2: can still turn into a confirmation through a later list for a few minutes, and is then final', () => {
    const late = put({ checkResult: 'different' });
    expect(diff({ base: unlocked, puts: [late], seen: locked })?.updates).toEqual([
      { id: 'put', tracking: 'done', check: 'confirmed' },
    ]);
    const settled = diff({ base: unlocked, puts: [late], seen: unlocked, askedAt: afterwards });
    expect(settled?.updates).toEqual([{ id: 'put', tracking: 'done', check: undefined }]);
  });

  it('C2: says that a PUT cannot be confirmed if another PUT replaced it before a list arrived', () => {
    const replacing = put({ id: 'second', recordedAt: 3000, answeredAt: 4000, after: renamed });
    expect(diff({ base: unlocked, puts: [put(), replacing], seen: renamed })?.updates).toEqual([
      { id: 'put', tracking: 'done', check: 'not-confirmable' },
      { id: 'second', tracking: 'done', check: 'confirmed' },
    ]);
  });

  it('C2: also works for a group that no earlier list has shown', () => {
    expect(diff({ puts: [put()], seen: locked })?.updates).toMatchObject([{ check: 'confirmed' }]);
  });
});

describe('the lists that a PUT explains', () => {
  it('C3: for a few minutes, a list that lags behind a saved PUT does not count as a change made elsewhere', () => {
    const given = { base: unlocked, puts: [put()], seen: unlocked };
    expect(diff(given)?.elsewhere).toBeUndefined();
    const undone = { since: 0, beforeAt: second, before: locked, after: unlocked };
    expect(diff({ ...given, askedAt: afterwards })?.elsewhere).toEqual(undone);
  });

  it('C3: a PUT with an unknown outcome may never have been applied, however late the list', () => {
    const puts = [put({ outcome: 'unknown' })];
    for (const seen of [unlocked, locked]) {
      expect(diff({ base: unlocked, puts, seen, askedAt: afterwards })?.elsewhere).toBeUndefined();
    }
  });

  it('C3: any other value is a change made elsewhere, relative to the saved values', () => {
    expect(diff({ base: unlocked, puts: [put()], seen: renamed })).toEqual({
      updates: [{ id: 'put', tracking: 'contested', check: 'different' }],
      elsewhere: { since: 0, beforeAt: second, before: locked, after: renamed },
    });
  });

  it('C3: changed networks are a change made elsewhere, whatever was sent', () => {
    const seen = { ...locked, Networks: ['A', 'B'] };
    const before = { ...locked, Networks: ['A'] };
    expect(diff({ base: { ...unlocked, Networks: ['A'] }, puts: [put()], seen })).toEqual({
      updates: [{ id: 'put', tracking: 'done', check: 'confirmed' }],
      elsewhere: { since: -10 * second, beforeAt: -9 * second, before, after: seen },
    });
  });

  it('C3: a replaced PUT does not explain a later list', () => {
    const difference = diff({
      base: unlocked,
      puts: [put(), put({ id: 'next', recordedAt: 3000, answeredAt: 4000, after: renamed })],
      seen: locked,
      askedAt: afterwards,
    });
    const reverted = { since: 3000, beforeAt: 4000, before: renamed, after: locked };
    expect(difference?.elsewhere).toEqual(reverted);
  });

  it('C3: either of two simultaneous PUTs may be the last', () => {
    const other = put({ id: 'other', recordedAt: 500, answeredAt: 1500, after: renamed });
    for (const seen of [locked, renamed]) {
      const difference = diff({ base: unlocked, puts: [put(), other], seen, askedAt: afterwards });
      expect(difference?.elsewhere).toBeUndefined();
    }
  });

  it('C3: a PUT missing from a lagging list must still appear, and other values were set elsewhere', () => {
    const first = put({ id: 'first' });
    const last = put({
      id: 'last',
      recordedAt: 3000,
      answeredAt: 4000,
      tracking: 'contested',
      after: renamed,
    });
    const lagging = diff({ base: renamed, puts: [first, last], seen: locked });
    expect(lagging?.updates).toContainEqual({ id: 'last', tracking: 'open', check: 'different' });

    const due = [first, { ...last, tracking: 'open' as const }];
    const later = diff({ base: locked, puts: due, seen: locked, askedAt: afterwards });
    expect(later?.elsewhere).toMatchObject({ since: 3000, before: renamed, after: locked });
  });
});
