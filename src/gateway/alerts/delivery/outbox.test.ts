import { describe, expect, it } from 'vitest';

import {
  storedMessages,
  testTargets,
  testWebhook,
  writeMessages,
} from '#testing/fixtures/alertMessages.ts';
import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { alertTargets } from '../targets.ts';
import { createOutbox, leaseMs, type Outcome } from './outbox.ts';

const minute = 60_000;
const { webhook, mail } = testTargets;
const { target } = webhook;
type Claimed = Awaited<ReturnType<ReturnType<typeof createOutbox>['claim']>>;

describe.each(engines)('W8: the outbox in %s', (engine) => {
  async function open(names: readonly string[] = ['a']) {
    const { time, first, second } = await twoGateways(engine);
    const outbox = createOutbox(first);
    await writeMessages(first, names);
    const other = createOutbox(second);
    /** The gateway `holder`, which has claimed this message, stores its outcome. */
    async function note(message: Claimed, holder: string, outcome: Outcome) {
      if (!message) throw new Error('Not claimed');
      const by = holder === '1' ? outbox : other;
      await by.note(message, { holder, from: webhook, answer: `to ${holder}`, outcome });
    }
    /** The first gateway claims a message, and notes this outcome. */
    const send = async (outcome: Outcome) => note(await outbox.claim(target, '1'), '1', outcome);
    const stored = async (name = 'a') => (await storedMessages(first)).get(`msg_${name}`);
    return { time, first, outbox, other, note, send, stored };
  }

  it('gives each message to one gateway, the one due longest first', async () => {
    const { time, first, outbox, other } = await open(['b']);
    time.advance(1);
    await writeMessages(first, ['a']);
    const claimed = await Promise.all([outbox.claim(target, '1'), other.claim(target, '2')]);
    expect(claimed.flatMap((message) => message?.id ?? []).toSorted()).toEqual(['msg_a', 'msg_b']);
    expect(await outbox.claim(target, '1')).toBeUndefined();
    expect(await outbox.claim(mail.target, '1')).toBeUndefined();
  });

  it('gives each message to one gateway if many ask at the same time', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `${number}`);
    const { outbox, other } = await open(names);
    const claims = await Promise.all(
      names.flatMap((name) => [outbox.claim(target, name), other.claim(target, `${name}'`)]),
    );
    const ids = claims.flatMap((message) => message?.id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });

  it('gives it to another gateway once the lease expires; then only that outcome counts', async () => {
    const { time, outbox, other, note, stored } = await open();
    const slow = await outbox.claim(target, '1');
    time.advance(leaseMs - 1);
    expect(await other.claim(target, '2')).toBeUndefined();
    time.advance(1);
    const quick = await other.claim(target, '2');
    await note(slow, '1', { kind: 'failed' });
    expect(await stored()).toMatchObject({ state: 'pending', tries: 0, answer: null });
    // Repeated after a lost response.
    for (let turn = 0; turn < 2; turn++) await note(quick, '2', { kind: 'sent' });
    const sent = { state: 'sent', tries: 1, answer: 'to 2', triedAt: time.now() };
    expect(await stored()).toMatchObject(sent);
  });

  it('sends test messages last, however long they have been due', async () => {
    const { first, time, outbox } = await open(['a', 'b']);
    const test = { isTest: 1, dueAt: time.now() - 1 };
    await first.run((db) =>
      db.updateTable('alertMessages').set(test).where('id', '=', 'msg_a').execute(),
    );
    expect(await outbox.claim(target, '1')).toMatchObject({ id: 'msg_b' });
    expect(await outbox.claim(target, '1')).toMatchObject({ id: 'msg_a' });
  });

  it('frees a lease that was written before the clock was set back', async () => {
    const { time, outbox, other } = await open();
    time.advance(minute);
    await outbox.claim(target, '1');
    time.advance(-1);
    expect(await other.claim(target, '2')).toMatchObject({ id: 'msg_a' });
  });

  it('does not wait for the clock to catch up after it was set back', async () => {
    const { time, outbox, send } = await open(['a', 'b']);
    time.advance(-minute);
    await send({ kind: 'again', waitMs: minute, pauseMs: minute });
    time.advance(-25 * 60 * minute);
    const claims = [await outbox.claim(target, '1'), await outbox.claim(target, '1')];
    expect(claims.map((message) => message?.id).toSorted()).toEqual(['msg_a', 'msg_b']);
  });

  it('waits until the next attempt, and holds back the others only if the receiver asks for it', async () => {
    const { time, outbox, send, stored } = await open(['a', 'b']);
    await send({ kind: 'again', waitMs: minute, pauseMs: 0 });
    const again = { state: 'pending', tries: 1, dueAt: time.now() + minute };
    expect(await stored()).toMatchObject(again);
    await send({ kind: 'again', waitMs: 3 * minute, pauseMs: 2 * minute });
    time.advance(2 * minute - 1);
    expect(await outbox.claim(target, '1')).toBeUndefined();
    time.advance(1);
    expect(await outbox.claim(target, '1')).toMatchObject({ id: 'msg_a' });
    expect(await outbox.claim(target, '1')).toBeUndefined();
    time.advance(minute);
    expect(await outbox.claim(target, '1')).toMatchObject({ id: 'msg_b', tries: 1 });
  });

  it('holds back messages that are written while the receiver asks for a pause, however short its next one', async () => {
    const { time, first, outbox, other, note, send } = await open(['a', 'b']);
    const sent = await other.claim(target, '2');
    await send({ kind: 'again', waitMs: 1000, pauseMs: 2 * minute });
    await note(sent, '2', { kind: 'again', waitMs: 1000, pauseMs: 1000 });
    await writeMessages(first, ['c']);
    time.advance(2 * minute - 1);
    expect(await other.claim(target, '2')).toBeUndefined();
    time.advance(1);
    const claims = [await outbox.claim(target, '1'), await other.claim(target, '2')];
    claims.push(await outbox.claim(target, '1'));
    expect(claims.map((message) => message?.id).toSorted()).toEqual(['msg_a', 'msg_b', 'msg_c']);
  });

  it('stops after 410, and tells the other destination once', async () => {
    const { time, first, outbox, other, note, stored } = await open(['a', 'b', 'c']);
    const both = [await outbox.claim(target, '1'), await other.claim(target, '2')];
    for (const [at, one] of both.entries())
      await note(one, `${at + 1}`, { kind: 'gone', other: mail });
    for (const name of ['a', 'b', 'c'])
      expect(await stored(name)).toMatchObject({ state: 'stopped' });
    const [told, ...more] = [...(await storedMessages(first)).values()].filter(
      ({ destination }) => destination === 'mail',
    );
    expect(more).toEqual([]);
    expect(told).toMatchObject({ target: mail.target, state: 'pending', isTest: 0 });
    const news = { kind: 'stopped', customerId: 'cid_secret', stopped: 'hooks.example.com' };
    expect(JSON.parse(told?.notice ?? '')).toMatchObject({ ...news, at: time.now() });
    // Written by a scan that did not know about the 410 yet.
    await writeMessages(first, ['d']);
    expect(await outbox.claim(target, '1')).toBeUndefined();
    await outbox.settle([webhook, mail]);
    expect(await stored('d')).toMatchObject({ state: 'stopped', answer: null });
    expect(await outbox.claim(mail.target, '1')).toMatchObject({ id: told?.id });
  });

  it('fails messages to an old address, and never sends them to the current one', async () => {
    const { time, outbox, stored } = await open();
    const moved = { ...testWebhook, url: 'https://hooks.example.com/other' };
    const present = alertTargets({ webhook: moved, mail: null });
    expect(await outbox.claim(present[0]?.target ?? '', '1')).toBeUndefined();
    await outbox.settle(present);
    time.advance(10 * minute - 1);
    await outbox.settle(present);
    expect(await stored()).toMatchObject({ state: 'pending' });
    time.advance(1);
    await outbox.settle([webhook]);
    expect(await stored()).toMatchObject({ state: 'pending' });
    // The same applies if no destination is left.
    await outbox.settle([]);
    const answer = 'The destination was changed before this message was sent';
    expect(await stored()).toMatchObject({ state: 'failed', answer });
  });

  it('keeps the last answer to a message that it gives up', async () => {
    const { time, outbox, send, stored } = await open();
    await send({ kind: 'again', waitMs: 0, pauseMs: 0 });
    time.advance(10 * minute);
    await outbox.settle([]);
    expect(await stored()).toMatchObject({ state: 'failed', tries: 1, answer: 'to 1' });
  });

  it('counts pending and failed messages', async () => {
    const { outbox, send } = await open(['a', 'b', 'c']);
    await send({ kind: 'failed' });
    await send({ kind: 'sent' });
    expect([await outbox.count('pending'), await outbox.count('failed')]).toEqual([1, 1]);
  });
});
