import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { GroupValues } from '#contract/groupValues.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';
import { checkModel, scaled } from '#testing/models/modelRuns.ts';

import { diffSnapshot, type SnapshotTime, settlingMs, type TrackedPut } from './diffSnapshot.ts';

const runs = 3000;
const second = 1000;
const maxPutMs = 75 * second;
/** How far a list may lag. */
const maxLagMs = 60 * second;
/** This long after a round starts, everything has settled. */
const roundMs = 200 * second + 2 * settlingMs;

/** All values that may be set, in the console or elsewhere. */
const states: readonly GroupValues[] = ['Vans', 'Trucks'].flatMap((ThingsGroupName) =>
  [false, true].map((LockMasterImei) =>
    groupBody({
      ThingsGroupName,
      TelephonyProfileId: 'Profile_1',
      IMEIPrefix: '35208115',
      LockMasterImei,
    }),
  ),
);

interface Put {
  readonly recordedAt: number;
  /** Null if the gateway died before the response. */
  readonly answeredAt: number | null;
  readonly outcome: TrackedPut['outcome'];
  /** Null if the service never applied it. */
  readonly doneAt: number | null;
  readonly after: GroupValues;
}

interface Snapshot extends SnapshotTime {
  readonly madeAt: number;
  readonly lagMs: number;
  readonly carriesLock: boolean;
}

const endOf = (put: Put) => put.answeredAt ?? put.recordedAt + maxPutMs;
const lastEffectOf = (put: Put) => endOf(put) + (put.outcome === 'saved' ? 0 : settlingMs);

const seconds = (max: number) => fc.integer({ min: 0, max: max * second });
const state = fc.constantFrom(...states);

const anyPut = fc
  .record({
    at: seconds(60),
    takes: fc.integer({ min: 1, max: 20 * second }),
    outcome: fc.constantFrom('saved', 'saved', 'unknown', 'sending'),
    doneAfter: fc.double({ min: 0, max: 1, noNaN: true }),
    isDone: fc.boolean(),
    after: state,
  })
  .map(({ at, takes, outcome, doneAfter, isDone, after }): Put => {
    const answeredAt = outcome === 'sending' ? null : at + takes;
    const put = { recordedAt: at, answeredAt, outcome, doneAt: null, after } as const;
    const latest = Math.max(endOf(put), lastEffectOf(put) - maxLagMs);
    const doneAt = Math.round(at + doneAfter * (latest - at));
    return { ...put, doneAt: outcome === 'saved' || isDone ? doneAt : null };
  });

const anySnapshot = fc
  .record({
    askedAt: fc.oneof(seconds(90), seconds(600)),
    takes: seconds(5),
    made: fc.double({ min: 0, max: 1, noNaN: true }),
    lagMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: maxLagMs })),
    carriesLock: fc.boolean(),
  })
  .map(({ askedAt, takes, made, lagMs, carriesLock }): Snapshot => {
    const madeAt = Math.round(askedAt + made * takes);
    return { askedAt, answeredAt: askedAt + takes, madeAt, lagMs, carriesLock };
  });

const anyRound = fc
  .record({
    puts: fc.array(anyPut, { maxLength: 3 }),
    elsewhere: fc.array(fc.record({ at: seconds(90), after: state }), { maxLength: 2 }),
    snapshots: fc.array(anySnapshot, { maxLength: 4 }),
  })
  .filter((round) => !isTwofold(round));
interface Round {
  readonly puts: readonly Put[];
  readonly elsewhere: readonly { readonly at: number; readonly after: GroupValues }[];
  readonly snapshots: readonly Snapshot[];
}

/**
 * Whether a change made elsewhere shortly before a PUT set the same values as the PUT. A lagging list cannot tell the
 * two apart.
 */
function isTwofold({ puts, elsewhere }: Round): boolean {
  return puts.some((put) =>
    elsewhere.some(({ at, after }) => {
      const isBefore = at <= (put.doneAt ?? lastEffectOf(put)) && at >= put.recordedAt - maxLagMs;
      return isBefore && key(after) === key(put.after);
    }),
  );
}

/** What the gateway knows from its store, and the truth that it cannot see. */
function createModel() {
  const history: { readonly at: number; readonly after: GroupValues }[] = [];
  const elsewhereAt: number[] = [];
  let base: { values: GroupValues; askedAt: number; answeredAt: number } | undefined;
  let puts: { readonly put: Put; row: TrackedPut | undefined }[] = [];
  let viewAt = Number.NEGATIVE_INFINITY;
  const found: { readonly since: number; readonly at: number }[] = [];
  const initial = states[0] ?? {};

  function stateAt(time: number): GroupValues {
    const past = history.filter(({ at }) => at <= time).toSorted((a, b) => a.at - b.at);
    return past.at(-1)?.after ?? initial;
  }

  return {
    found,
    elsewhereAt,
    stateAt,
    begin(round: Round, startsAt: number) {
      puts = round.puts.map((given, index) => {
        const put = {
          ...given,
          recordedAt: startsAt + given.recordedAt,
          answeredAt: given.answeredAt === null ? null : startsAt + given.answeredAt,
          doneAt: given.doneAt === null ? null : startsAt + given.doneAt,
        };
        if (put.doneAt !== null) history.push({ at: put.doneAt, after: put.after });
        const row = { ...put, id: String(index), tracking: 'open', checkResult: null } as const;
        return { put, row };
      });
      for (const { at, after } of round.elsewhere) {
        history.push({ at: startsAt + at, after });
        elsewhereAt.push(startsAt + at);
      }
      return puts.map(({ put }) => put);
    },
    read({ askedAt, answeredAt, madeAt, lagMs, carriesLock }: Snapshot): GroupValues {
      viewAt = Math.max(viewAt, madeAt - lagMs);
      const { LockMasterImei, ...rest } = stateAt(viewAt);
      const seen = carriesLock ? { ...rest, LockMasterImei } : rest;
      const rows = puts.flatMap(({ row }) => {
        if (!row || row.recordedAt > answeredAt) return [];
        const isAnswered = row.answeredAt !== null && row.answeredAt <= answeredAt;
        return [isAnswered ? row : { ...row, outcome: 'sending' as const, answeredAt: null }];
      });
      const time = { askedAt, answeredAt };
      const difference = diffSnapshot({ base, puts: rows, seen, time, maxPutMs });
      if (!difference) return seen;
      base = { values: seen, askedAt, answeredAt };
      for (const { id, tracking, check } of difference.updates) {
        const tracked = puts.find(({ row }) => row?.id === id);
        if (!tracked?.row) continue;
        const { row } = tracked;
        tracked.row =
          tracking === 'done'
            ? undefined
            : { ...row, tracking, checkResult: check ?? row.checkResult };
      }
      if (difference.elsewhere) found.push({ since: difference.elsewhere.since, at: answeredAt });
      return seen;
    },
  };
}

/** Every state that the service may be in after these PUTs, found by trying each possible order and time. */
function reachable(from: GroupValues, puts: readonly Put[]): readonly GroupValues[] {
  const moments = puts.flatMap((put) => [put.recordedAt, endOf(put), lastEffectOf(put)]);
  const choices = puts.map((put) => [
    ...moments.filter((at) => put.recordedAt <= at && at <= lastEffectOf(put)),
    ...(put.outcome === 'saved' ? [] : [null]),
  ]);
  let timings: (number | null)[][] = [[]];
  for (const times of choices) {
    timings = timings.flatMap((timing) => times.map((time) => [...timing, time]));
  }
  const ends = timings.flatMap((timing) => {
    const lastAt = Math.max(...timing.map((at) => at ?? Number.NEGATIVE_INFINITY));
    const last = puts.filter((_, index) => timing[index] === lastAt);
    return last.length === 0 ? [from] : last.map(({ after }) => after);
  });
  return ends;
}

const key = (values: GroupValues) => JSON.stringify(Object.entries(values).toSorted());

it('C3: the comparison of lists reports every change made elsewhere that two lists could show, and no others', async () => {
  const seenKinds = { found: 0, quiet: 0 };
  await checkModel(
    fc.asyncProperty(fc.array(anyRound, { minLength: 1, maxLength: 4 }), async (rounds) => {
      const model = createModel();
      const whole = { madeAt: 0, lagMs: 0, carriesLock: true };
      model.read({ ...whole, askedAt: -1000, answeredAt: -900, madeAt: -950 });
      let settled = model.stateAt(-950);
      for (const [index, round] of rounds.entries()) {
        const startsAt = index * (roundMs + 10 * second);
        const puts = model.begin(round, startsAt);
        const before = model.found.length;
        for (const snapshot of round.snapshots.toSorted((a, b) => a.answeredAt - b.answeredAt)) {
          model.read({
            ...snapshot,
            askedAt: startsAt + snapshot.askedAt,
            answeredAt: startsAt + snapshot.answeredAt,
            madeAt: startsAt + snapshot.madeAt,
          });
        }
        const end = startsAt + roundMs;
        const isWhole = round.snapshots.every(({ carriesLock }) => carriesLock);
        const last = model.read({ ...whole, askedAt: end, answeredAt: end, madeAt: end });
        const possible = reachable(settled, puts).map(key);
        const isMissed = isWhole && !possible.includes(key(last)) && model.found.length === before;
        expect(isMissed, 'a change from elsewhere was missed').toBe(false);
        settled = last;
      }
      for (const { since, at } of model.found) {
        const isTrue = model.elsewhereAt.some((time) => since - maxLagMs <= time && time <= at);
        expect(isTrue, `nothing was changed elsewhere between ${since} and ${at}`).toBe(true);
      }
      if (model.found.length > 0) seenKinds.found += 1;
      else seenKinds.quiet += 1;
    }),
    runs,
  );
  // Without rounds of both kinds, the test would prove nothing.
  expect(Math.min(seenKinds.found, seenKinds.quiet)).toBeGreaterThan(scaled(runs) / 20);
}, 600_000);
