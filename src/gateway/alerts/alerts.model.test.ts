import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  blocked,
  customerId,
  iccidOf,
  openAlerts,
  plain,
} from '#testing/fixtures/alertsFixture.ts';
import { engines } from '#testing/fixtures/testDatabases.ts';
import { createCheckOracle, DeadError, unlucky } from '#testing/models/alertsModel.ts';
import { checkModel, modelTimeout, stepOf } from '#testing/models/modelRuns.ts';

const sims = [0, 1, 2, 3];
const checks = ['blocked', 'not-found'] as const;

/** How each SIM is listed by a scan; most are unchanged. */
const listed = fc.array(
  fc.constantFrom('same', 'same', 'same', 'plain', 'blocked', 'missing', 'missing'),
  { minLength: sims.length, maxLength: sims.length },
);
const step = fc.oneof(
  stepOf(5, 'scan', {
    listed,
    state: fc.constantFrom('complete', 'complete', 'complete', 'complete', 'partial', 'stopped'),
    gateway: fc.nat(1),
    mishap: fc.option(
      fc.record({ at: fc.nat(16), how: fc.constantFrom('dies before', 'dies after', 'freezes') }),
      { freq: 2 },
    ),
    /** Whether both gateways compare it at the same time. */
    isTwice: fc.boolean(),
  }),
  stepOf(2, 'acknowledge', { check: fc.constantFrom(...checks) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type ScanStep = Extract<Step, { kind: 'scan' }>;

const met = { opened: 0, grown: 0, resolved: 0, died: 0, froze: 0, ended: 0, reopened: 0 };

async function createScenario(engine: (typeof engines)[number]) {
  const opened = await openAlerts(engine);
  const { first, second, on, gateway, other, all, messages, scans, list, time } = opened;
  const oracles = { blocked: createCheckOracle(), 'not-found': createCheckOracle() };
  const shown = new Map<number, 'plain' | 'blocked' | 'missing'>();
  const frozen: { readonly thaw: () => void; readonly done: Promise<void> }[] = [];
  let seenMessages = 0;
  /** Starts of the complete scans since the one that was compared last. */
  let dueScans: number[] = [];

  /** The messages since the last comparison: the same for both destinations. */
  async function newMessages() {
    const some = (await messages()).slice(seenMessages);
    seenMessages += some.length;
    const [one, two, ...others] = some;
    expect(others).toEqual([]);
    expect(two?.notice).toEqual(one?.notice);
    expect(two?.destination).not.toBe(one?.destination ?? 'none');
    return one?.notice.alerts ?? [];
  }

  async function checkAll() {
    const rows = await first.run((db) => db.selectFrom('alertChecks').selectAll().execute());
    if (rows.length > 0 && rows.every((row) => row.scanStartedAt === dueScans.at(-1))) {
      dueScans = [];
      await endedScan();
    } else expect(await newMessages()).toEqual([]);
    const alerts = await all();
    for (const check of checks) {
      const newest = alerts.find((alert) => alert.check === check);
      const expected = oracles[check].expected();
      expect([check, newest !== undefined]).toEqual([check, expected !== undefined]);
      if (expected) {
        // SIMs that a newer scan no longer finds may be gone before its comparison ends.
        const gone = dueScans.length === 0 ? 0 : expected.fresh - (newest?.fresh ?? 0);
        expect(gone).toBeGreaterThanOrEqual(0);
        expect(newest).toMatchObject({ ...expected, fresh: expected.fresh - gone });
      }
      const live = alerts.filter((alert) => alert.check === check && alert.state !== 'resolved');
      expect(live.length).toBeLessThan(2);
    }
  }

  async function readFleet({ listed: some, state }: ScanStep) {
    const isComplete = state === 'complete';
    // The next complete scan shows what another scan has seen.
    const next = isComplete ? some : sims.map(() => 'same' as const);
    time.advance(1);
    const { id, startedAt } = await scans.begin({ customerId, username: 'anna' });
    for (const sim of sims) {
      const now = next[sim] ?? 'same';
      const known = shown.get(sim);
      // A SIM is known only once a list has shown it.
      if (now === 'missing' && known === undefined) continue;
      if (now !== 'same') shown.set(sim, now);
      else if (known === undefined) shown.set(sim, 'plain');
    }
    const there = sims.filter((sim) => (shown.get(sim) ?? 'missing') !== 'missing');
    await list(...there.map((sim) => (shown.get(sim) === 'blocked' ? blocked(sim) : plain(sim))));
    time.advance(1);
    await scans.end({ customerId, id, state, things: there.length });
    if (!isComplete) return;
    dueScans.push(startedAt);
    for (const check of checks) {
      const wanted = check === 'blocked' ? 'blocked' : 'missing';
      const found = sims.filter((sim) => shown.get(sim) === wanted);
      oracles[check].completed(new Set(found.map(iccidOf)));
    }
  }

  async function compare({ gateway: number, mishap, isTwice }: ScanStep): Promise<void> {
    const database = number === 0 ? first : second;
    if (mishap) {
      const bad = unlucky(database, mishap);
      const done = on(bad.database)
        .compareScan(customerId)
        .catch((error: unknown) => {
          if (!(error instanceof DeadError)) throw error;
          met.died += 1;
        });
      const hasFrozen = await Promise.race([done.then(() => false), bad.frozen.then(() => true)]);
      if (hasFrozen) frozen.push({ thaw: bad.thaw, done });
      return;
    }
    await Promise.all([
      on(database).compareScan(customerId),
      isTwice ? on(number === 0 ? second : first).compareScan(customerId) : undefined,
    ]);
  }

  async function wakeUp() {
    for (const { thaw, done } of frozen.splice(0)) {
      met.froze += 1;
      thaw();
      await done;
    }
  }

  async function endedScan() {
    const noticed = await newMessages();
    for (const check of checks) {
      const notice = noticed.find((one) => one.check === check);
      const { expected, events, ended } = oracles[check];
      const before = expected()?.state;
      expect(ended(new Set(notice?.iccids))).toBe(true);
      if (before === 'acknowledged' && expected()?.state === 'open') met.reopened += 1;
      if (notice) met[notice.event] += 1;
      if (notice) expect(notice.event).toBe(events.at(-1));
    }
    met.ended += 1;
    // Those that were frozen have been overtaken.
    await wakeUp();
    await gateway.compareScan(customerId);
    await other.compareScan(customerId);
    expect(await newMessages()).toEqual([]);
  }

  return {
    async take(given: Step): Promise<void> {
      if (given.kind === 'acknowledge') {
        const alert = (await all()).find(({ check }) => check === given.check);
        if (!alert) return;
        const { id, revision } = alert;
        await other.acknowledge({ customerId, id }, { username: 'ben', note: '', revision });
        oracles[given.check].acknowledge();
        await checkAll();
        return;
      }
      await readFleet(given);
      await compare(given);
      await checkAll();
    },
    async end() {
      // A gateway that froze with an older scan would report that one now, unless somebody claims the newest.
      if (dueScans.length > 1) {
        await gateway.compareScan(customerId);
        await checkAll();
      }
      await wakeUp();
      await checkAll();
      const sent = await messages();
      const said = sent
        .filter(({ destination }) => destination === 'mail')
        .flatMap(({ notice }) => notice.alerts);
      for (const check of checks) {
        const told = said.filter((one) => one.check === check).map(({ event }) => event);
        expect([check, told]).toEqual([check, oracles[check].events]);
      }
    },
  };
}

describe.each(engines)('W6, W8: alerts in %s, whatever gateways do', (engine) => {
  const runs = engine === 'sqlite' ? 6 : 1;

  it(
    'open exactly when a complete scan finds more SIMs, each with one message per destination',
    async () => {
      const steps = fc.array(step, { minLength: 8, maxLength: 20 });
      const property = fc.asyncProperty(steps, async (chosen) => {
        const scenario = await createScenario(engine);
        for (const one of chosen) await scenario.take(one);
        await scenario.end();
      });
      await checkModel(property, runs, { few: Math.ceil(runs * 0.6), endOnFailure: true });
      if (engine === 'postgres') return;
      for (const [what, times] of Object.entries(met)) {
        expect([what, times > 0]).toEqual([what, true]);
      }
    },
    modelTimeout(runs),
  );
});
