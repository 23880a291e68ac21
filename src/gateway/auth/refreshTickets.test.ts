import { describe, expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';
import { engines, twoGateways, typedSession } from '#testing/fixtures/testDatabases.ts';

import { createRefreshTickets, type Turn } from './refreshTickets.ts';
import { createSessionRows } from './sessionRows.ts';
import { createSharedRefreshQueue } from './sharedRefreshQueue.ts';

/** Accepts every turn. */
const claimed = async () => 'claimed' as const;

const second = 1000;
const window = 61 * second;

describe.each(engines)('S6: refreshes by all gateways behind one address, in %s', (engine) => {
  async function open() {
    const { first, second: other, time } = await twoGateways(engine);
    const one = createRefreshTickets(first, 'default', claimed);
    const two = createRefreshTickets(other, 'default', claimed);
    const elsewhere = createRefreshTickets(first, 'elsewhere', claimed);
    const joinOn = (gateway: typeof one, holder: string, sessionKey: string, given = {}) =>
      gateway.join({ sessionKey, holder, generation: 1, isWaitedFor: true, ...given });
    const join = (sessionKey: string, given: { isWaitedFor?: boolean; isFirst?: boolean } = {}) =>
      joinOn(one, 'one', sessionKey, given);
    const ask = (sessionKey: string) => one.ask({ sessionKey, holder: 'one', generation: 1 });
    async function fill() {
      for (const key of ['f1', 'f2', 'f3', 'f4', 'f5']) await join(key);
    }
    const rows = createSessionRows(first, { idleMs: window, maxMs: window });
    /** Sessions with a typed customer id not confirmed by the service. */
    const type = (...keys: string[]) =>
      Promise.all(keys.map((key) => rows.create(typedSession(key, 'typed'), [])));
    return { one, two, elsewhere, time, joinOn, join, ask, fill, rows, type };
  }

  it('are limited to five per window, whichever gateway sends them', async () => {
    const { one, two, time, joinOn } = await open();
    const turns: Turn[] = [];
    for (let index = 0; index < 8; index++) {
      const [gateway, holder] = index % 2 === 0 ? [one, 'one'] : [two, 'two'];
      turns.push(await joinOn(gateway, holder, `s${index}`));
      time.advance(second);
    }
    expect(turns.slice(0, 5).map(({ kind }) => kind)).toEqual(['now', 'now', 'now', 'now', 'now']);
    // Each joined five seconds after the refresh whose slot it will get; a slot is free again 61 s after its refresh.
    expect(turns.slice(5)).toMatchObject([
      { kind: 'waiting', ahead: 0, inMs: window - 5 * second },
      { kind: 'waiting', ahead: 1, inMs: window - 5 * second },
      { kind: 'waiting', ahead: 2, inMs: window - 5 * second },
    ]);
    expect(await two.length()).toBe(3);
  });

  it('never exceed five when many sessions ask at the same time', async () => {
    const { one, two, joinOn } = await open();
    const turns = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        joinOn(index % 2 === 0 ? one : two, `gateway ${index % 2}`, `s${index}`),
      ),
    );
    expect(turns.filter(({ kind }) => kind === 'now')).toHaveLength(5);
    const places = turns.flatMap((turn) => (turn.kind === 'waiting' ? [turn.ahead] : []));
    expect(places.toSorted((a, b) => a - b)).toEqual([...Array(19).keys()]);
  });

  it('are counted separately for each address', async () => {
    const { elsewhere, fill, joinOn } = await open();
    await fill();
    expect(await joinOn(elsewhere, 'one', 's')).toEqual({ kind: 'now' });
  });

  it('are sent in order for many sessions, five a minute, with an estimated wait for each', async () => {
    const { one, two, time, joinOn } = await open();
    const begun = time.now();
    const waiting = new Map<string, { gateway: typeof one; holder: string; askAt: number }>();
    const served: { key: string; at: number }[] = [];
    const promised = new Map<string, number>();
    function note(key: string, turn: Turn, gateway: typeof one, holder: string) {
      if (turn.kind === 'now') {
        served.push({ key, at: time.now() - begun });
        waiting.delete(key);
      } else if (turn.kind === 'waiting') {
        if (!promised.has(key)) promised.set(key, time.now() - begun + turn.inMs);
        waiting.set(key, { gateway, holder, askAt: time.now() + turn.askAgainMs });
      } else throw new Error('a ticket was lost');
    }
    for (let index = 0; index < 30; index++) {
      const [gateway, holder] = index % 2 === 0 ? [one, 'one'] : [two, 'two'];
      const sessionKey = `s${String(index).padStart(3, '0')}`;
      note(sessionKey, await joinOn(gateway, holder, sessionKey), gateway, holder);
    }
    while (waiting.size > 0) {
      const next = Math.min(...[...waiting.values()].map(({ askAt }) => askAt));
      time.advance(Math.max(0, next - time.now()));
      for (const [sessionKey, { gateway, holder, askAt }] of Array.from(waiting)) {
        if (askAt > time.now()) continue;
        note(sessionKey, await gateway.ask({ sessionKey, holder, generation: 1 }), gateway, holder);
      }
    }
    expect(served.map(({ key }) => key)).toEqual(served.map(({ key }) => key).toSorted());
    for (const [index, { key, at }] of served.entries()) {
      expect(at).toBe(Math.floor(index / 5) * window);
      expect(promised.get(key) ?? 0).toBe(at);
    }
  });

  it('come before early renewals if users are waiting for them, in order within each group', async () => {
    const { time, join, ask, fill } = await open();
    await fill();
    expect(await join('early 1', { isWaitedFor: false })).toMatchObject({ ahead: 0 });
    expect(await join('early 2', { isWaitedFor: false })).toMatchObject({ ahead: 1 });
    expect(await join('person 1')).toMatchObject({ ahead: 0 });
    expect(await ask('early 1')).toMatchObject({ ahead: 1 });
    // Now a user is waiting for this refresh.
    expect(await join('early 2')).toMatchObject({ ahead: 1 });
    expect(await join('early 2')).toMatchObject({ ahead: 1 });
    expect(await ask('person 1')).toMatchObject({ ahead: 0 });
    expect(await ask('early 1')).toMatchObject({ ahead: 2 });
    time.advance(30 * second);
    for (const key of ['early 1', 'early 2', 'person 1']) await ask(key);
    time.advance(window - 30 * second);
    expect(await ask('early 1')).toEqual({ kind: 'now' });
  });

  it('T13: go to no caller of a gateway that will soon have stopped', async () => {
    const { one, time, fill } = await open();
    await fill();
    const clock = manualClock();
    const queue = createSharedRefreshQueue({ tickets: one, holder: 'one', clock });
    const taken: string[] = [];
    const join = (key: string) =>
      queue
        .forSession(key)
        .join({ generation: 1, isWaitedFor: false, onTurn: () => taken.push(key) });
    const [soon, late, asked] = [await join('soon'), await join('late'), await join('asked')];
    time.advance(window);
    await clock.advance(1000);
    const standing = typeof asked === 'object' && asked.standing();
    queue.stop();
    await standing;
    if (typeof soon === 'object') await soon.promote();
    await clock.advance(10_000);
    if (typeof late === 'object') await late.promote();
    expect(taken).toEqual(['soon']);
  });

  it('T23: queue behind all others while the customer id is unconfirmed, and move up when the service confirms it', async () => {
    const { one, time, join, ask, fill, rows, type } = await open();
    await fill();
    await type('typed 1', 'typed 2', 'typed 3');
    expect(await join('typed 1', { isWaitedFor: false })).toMatchObject({ ahead: 0 });
    expect(await join('typed 2')).toMatchObject({ ahead: 0 });
    expect(await join('typed 3')).toMatchObject({ ahead: 1 });
    expect(await join('early', { isWaitedFor: false })).toMatchObject({ ahead: 0 });
    expect(await join('person')).toMatchObject({ ahead: 0 });
    expect(await ask('typed 3')).toMatchObject({ ahead: 3 });

    await rows.noteConfirmed('typed 3', 'typed');
    // It joined before the session "person", so it stays ahead.
    expect([await ask('typed 3'), await ask('person')]).toMatchObject([{ ahead: 0 }, { ahead: 1 }]);
    const early = { sessionKey: 'typed 1', holder: 'one', generation: 1 };
    expect(await one.promote(early)).toMatchObject({ ahead: 4 });
    await rows.noteConfirmed('typed 1', 'typed');
    expect(await one.promote(early)).toMatchObject({ ahead: 2 });
    // The new id is unconfirmed too.
    await rows.setCustomer('typed 3', 'mistyped');
    expect([await ask('typed 3'), await ask('person')]).toMatchObject([{ ahead: 4 }, { ahead: 0 }]);

    time.advance(window);
    for (const key of ['person', 'typed 1', 'early']) {
      expect(await ask(key)).toEqual({ kind: 'now' });
    }
    expect(await ask('typed 2')).toMatchObject({ kind: 'waiting', ahead: 0, inMs: window });
  });

  it('T23: leave two turns per window to other sessions while the customer id is unconfirmed', async () => {
    const { time, join, ask, type } = await open();
    const typed = ['t1', 't2', 't3', 't4', 't5'];
    await type(...typed);
    const turns = [];
    for (const key of typed) turns.push(await join(key));
    expect(turns.map(({ kind }) => kind)).toEqual(['now', 'now', 'now', 'waiting', 'waiting']);
    expect(turns.slice(3)).toMatchObject([
      { ahead: 0, inMs: window },
      { ahead: 1, inMs: window },
    ]);
    expect([await join('a'), await join('b')]).toEqual([{ kind: 'now' }, { kind: 'now' }]);
    expect(await join('c')).toMatchObject({ kind: 'waiting', ahead: 0 });
    time.advance(window);
    for (const key of ['t4', 't5', 'c']) expect(await ask(key)).toEqual({ kind: 'now' });
  });

  it('T12: queue behind all others from the fourth session of a user on, however often they are asked for', async () => {
    const { time, join, ask, fill, rows } = await open();
    await fill();
    const own = ['o1', 'o2', 'o3', 'o4', 'o5', 'o6', 'o7'];
    for (const [index, key] of own.entries()) {
      const username = index % 2 === 0 ? 'anna' : 'ANNA';
      await rows.create({ ...typedSession(key), username, customerSource: 'known' }, []);
      await join(key);
    }
    expect(await join('early', { isWaitedFor: false })).toMatchObject({ ahead: 3 });
    expect(await join('person')).toMatchObject({ ahead: 3 });
    expect(await ask('o4')).toMatchObject({ ahead: 5 });
    expect(await join('o7')).toMatchObject({ ahead: 8 });
    time.advance(window);
    // Two turns are left to other sessions.
    for (const key of own.slice(0, 3)) expect(await ask(key)).toEqual({ kind: 'now' });
    expect(await ask('o4')).toMatchObject({ kind: 'waiting', ahead: 2 });
    for (const key of ['person', 'early']) expect(await ask(key)).toEqual({ kind: 'now' });
    expect(await ask('o4')).toMatchObject({ kind: 'waiting', ahead: 0, inMs: window });
  });

  it('go to the front of the queue after a turn that got no response', async () => {
    const { join, ask, fill } = await open();
    await fill();
    await join('a');
    await join('b');
    expect(await join('f1', { isFirst: true })).toMatchObject({ ahead: 0 });
    expect([await ask('a'), await ask('b')]).toMatchObject([{ ahead: 1 }, { ahead: 2 }]);
  });

  it('move up when another session gives up', async () => {
    const { one, join, ask, fill } = await open();
    await fill();
    await join('a');
    await join('b');
    await one.leave({ sessionKey: 'a', holder: 'somebody else' });
    expect(await ask('b')).toMatchObject({ ahead: 1 });
    await one.leave({ sessionKey: 'a', holder: 'one' });
    expect(await ask('b')).toMatchObject({ ahead: 0 });
    expect(await ask('a')).toEqual({ kind: 'gone' });
  });

  it('leave turns for sessions ahead that have not asked for them yet', async () => {
    const { time, join, ask, fill } = await open();
    await fill();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await join(key);
    time.advance(50 * second);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await ask(key);
    time.advance(window - 50 * second);
    expect(await ask('f')).toMatchObject({ kind: 'waiting', ahead: 5 });
    expect(await ask('e')).toEqual({ kind: 'now' });
    expect(await ask('f')).toMatchObject({ kind: 'waiting', ahead: 4 });
    expect(await ask('a')).toEqual({ kind: 'now' });
  });

  it('do not hold up other sessions if their gateway dies, and another gateway can take over their place', async () => {
    const { one, two, time, joinOn, join, ask } = await open();
    await one.block(600 * second);
    for (const key of ['dead', 'saved']) await joinOn(two, 'two', key);
    await join('a');
    expect(await join('saved', { isWaitedFor: false })).toMatchObject({ ahead: 1 });
    expect(await two.ask({ sessionKey: 'saved', holder: 'two', generation: 1 })).toEqual({
      kind: 'gone',
    });
    time.advance(119 * second);
    expect([await ask('saved'), await ask('a')]).toMatchObject([{ ahead: 1 }, { ahead: 2 }]);
    time.advance(second);
    expect(await ask('saved')).toMatchObject({ ahead: 0 });
    expect(await one.length()).toBe(2);
  });

  it('keep their places when the store is unavailable for longer than a ticket lives', async () => {
    const { time, join, ask, fill, one } = await open();
    await fill();
    const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    for (const key of keys) await join(key);
    await one.block(9 * 60 * second);
    time.advance(5 * 60 * second);
    for (const key of keys.toReversed()) await ask(key);
    const places = await Promise.all(keys.map(ask));
    expect(places).toMatchObject(keys.map((_key, ahead) => ({ kind: 'waiting', ahead })));
  });

  it('wait on all gateways when the service asks one of them to pause', async () => {
    const { one, two, time, join, ask } = await open();
    await one.block(90 * second);
    await two.block(30 * second);
    expect(await join('a')).toMatchObject({ kind: 'waiting', ahead: 0, inMs: 90 * second });
    time.advance(59 * second);
    expect(await ask('a')).toMatchObject({ inMs: 31 * second, askAgainMs: 5000 });
    time.advance(31 * second);
    expect(await ask('a')).toEqual({ kind: 'now' });
  });

  it('T14: wait no longer than usual once the database’s clock has been set back', async () => {
    const { two, elsewhere, time, joinOn, join, ask, fill } = await open();
    const hour = 3600 * second;
    await fill();
    for (let index = 0; index < 6; index++) await joinOn(two, 'dead', `d${index}`);
    await join('a');
    time.advance(-hour);
    expect(await ask('a')).toMatchObject({ ahead: 6, inMs: 2 * window });
    time.advance(window);
    expect(await joinOn(two, 'two', 'd0')).toEqual({ kind: 'now' });
    expect(await ask('a')).toMatchObject({ ahead: 5 });
    time.advance(120 * second - window);
    expect(await ask('a')).toEqual({ kind: 'now' });

    await elsewhere.block(90 * second);
    time.advance(-hour);
    await elsewhere.block(30 * second);
    expect(await joinOn(elsewhere, 'one', 'b')).toMatchObject({ inMs: 30 * second });
    time.advance(-hour);
    expect(await joinOn(elsewhere, 'one', 'b')).toEqual({ kind: 'now' });
  });
});
