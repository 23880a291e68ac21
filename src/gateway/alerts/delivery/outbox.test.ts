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

describe.each(engines)('W8: the outbox in %s', (engine) => {
  async function open(names: readonly string[] = ['a']) {
    const { time, first, second } = await twoGateways(engine);
    const outbox = createOutbox(first);
    await writeMessages(first, names);
    /** The gateway `holder` claims a message and notes this outcome. */
    const sendAs = async (holder: string, outcome: Outcome) => {
      const message = await outbox.claim(target, holder);
      if (!message) throw new Error('No message is due');
      await outbox.note(message, { holder, from: webhook, answer: outcome.kind, outcome });
      return message;
    };
    const stored = async (name = 'a') => (await storedMessages(first)).get(`msg_${name}`);
    return { time, first, outbox, other: createOutbox(second), sendAs, stored };
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
    const { time, outbox, other, stored } = await open();
    const slow = await outbox.claim(target, '1');
    time.advance(leaseMs - 1);
    expect(await other.claim(target, '2')).toBeUndefined();
    time.advance(1);
    const quick = await other.claim(target, '2');
    if (!slow || !quick) throw new Error('Not claimed');
    const late = { holder: '1', from: webhook, answer: 'late' };
    await outbox.note(slow, { ...late, outcome: { kind: 'failed' } });
    expect(await stored()).toMatchObject({ state: 'pending', tries: 0, answer: null });
    const noted = { holder: '2', from: webhook, answer: '200 OK' };
    // Repeated after a lost response.
    for (let turn = 0; turn < 2; turn++) {
      await other.note(quick, { ...noted, outcome: { kind: 'sent' } });
    }
    expect(await stored()).toMatchObject({
      state: 'sent',
      tries: 1,
      answer: '200 OK',
      triedAt: time.now(),
    });
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
    const { time, outbox, sendAs } = await open(['a', 'b']);
    time.advance(-minute);
    await sendAs('1', { kind: 'again', waitMs: minute, pauseMs: minute });
    time.advance(-25 * 60 * minute);
    const claims = [await outbox.claim(target, '1'), await outbox.claim(target, '1')];
    expect(claims.map((message) => message?.id).toSorted()).toEqual(['msg_a', 'msg_b']);
  });

  it('waits until the next attempt, and holds back the others only if the receiver asks for it', async () => {
    const { time, outbox, sendAs, stored } = await open(['a', 'b']);
    await sendAs('1', { kind: 'again', waitMs: minute, pauseMs: 0 });
    expect(await stored()).toMatchObject({
      state: 'pending',
      tries: 1,
      dueAt: time.now() + minute,
    });
    await sendAs('1', { kind: 'again', waitMs: 3 * minute, pauseMs: 2 * minute });
    time.advance(2 * minute - 1);
    expect(await outbox.claim(target, '1')).toBeUndefined();
    time.advance(1);
    expect(await outbox.claim(target, '1')).toMatchObject({ id: 'msg_a' });
    expect(await outbox.claim(target, '1')).toBeUndefined();
    time.advance(minute);
    expect(await outbox.claim(target, '1')).toMatchObject({ id: 'msg_b', tries: 1 });
  });

  it('holds back messages that are written while the receiver asks for a pause, however short its next one', async () => {
    const { time, first, outbox, other, sendAs } = await open(['a', 'b']);
    const sent = await other.claim(target, '2');
    await sendAs('1', { kind: 'again', waitMs: 1000, pauseMs: 2 * minute });
    if (!sent) throw new Error('Not claimed');
    const outcome = { kind: 'again', waitMs: 1000, pauseMs: 1000 } as const;
    await other.note(sent, { holder: '2', from: webhook, answer: 'again', outcome });
    await writeMessages(first, ['c']);
    time.advance(2 * minute - 1);
    expect(await other.claim(target, '2')).toBeUndefined();
    time.advance(1);
    const claims = [await outbox.claim(target, '1'), await other.claim(target, '2')];
    claims.push(await outbox.claim(target, '1'));
    const ids = claims.map((message) => message?.id);
    expect(ids.toSorted()).toEqual(['msg_a', 'msg_b', 'msg_c']);
  });

  it('stops after 410, and tells the other destination once', async () => {
    const { time, first, outbox, other, stored } = await open(['a', 'b', 'c']);
    const both = [await outbox.claim(target, '1'), await other.claim(target, '2')];
    for (const [at, message] of both.entries()) {
      if (!message) throw new Error('Not claimed');
      const outcome = { kind: 'gone', other: mail } as const;
      await outbox.note(message, { holder: `${at + 1}`, from: webhook, answer: '410', outcome });
    }
    for (const name of ['a', 'b', 'c'])
      expect(await stored(name)).toMatchObject({ state: 'stopped' });
    const [told, ...more] = [...(await storedMessages(first)).values()].filter(
      ({ destination }) => destination === 'mail',
    );
    expect(more).toEqual([]);
    expect(told).toMatchObject({ target: mail.target, state: 'pending', isTest: 0 });
    expect(JSON.parse(told?.notice ?? '')).toMatchObject({
      kind: 'stopped',
      customerId: 'cid_secret',
      stopped: 'hooks.example.com',
      at: time.now(),
    });
    // Written by a scan that did not know about the 410 yet.
    await writeMessages(first, ['d']);
    expect(await outbox.claim(target, '1')).toBeUndefined();
    await outbox.settle([webhook, mail]);
    expect(await stored('d')).toMatchObject({ state: 'stopped', answer: null });
    expect(await outbox.claim(mail.target, '1')).toMatchObject({ id: told?.id });
  });

  it('fails messages to an old address, and never sends them to the current one', async () => {
    const { time, outbox, stored } = await open();
    const present = alertTargets({
      webhook: { ...testWebhook, url: 'https://hooks.example.com/other' },
      mail: null,
    });
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
    expect(await stored()).toMatchObject({
      state: 'failed',
      answer: 'The destination was changed before this message was sent',
    });
  });

  it('counts pending and failed messages', async () => {
    const { outbox, sendAs } = await open(['a', 'b', 'c']);
    await sendAs('1', { kind: 'failed' });
    await sendAs('1', { kind: 'sent' });
    expect([await outbox.count('pending'), await outbox.count('failed')]).toEqual([1, 1]);
  });
});
