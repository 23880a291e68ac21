import { describe, expect, it } from 'vitest';

import type { AlertNotice } from '#contract/alerts.ts';
import {
  noticedAlert,
  storedMessages,
  testCourier,
  testSender,
  testTargets,
  writeMessages,
} from '#testing/fixtures/alertMessages.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { emptyDatabase, withTables } from '#testing/fixtures/testDatabases.ts';

import { createLog } from '../../ops/log.ts';
import type { Reply } from './courier.ts';
import { createOutbox } from './outbox.ts';

const second = 1000;
const hour = 3600 * second;
const refused: Reply = { kind: 'refused', answer: '500 Internal Server Error' };
const accepted: Reply = { kind: 'sent', answer: '200 OK' };

describe('W8: the sender', () => {
  /** A sender of these messages on a stopped clock; `answer` is the receiver. */
  async function open(
    answer: (id: string, notice: AlertNotice) => Reply | Promise<Reply>,
    names: readonly string[] = ['a'],
  ) {
    const clock = manualClock();
    const database = await withTables(await emptyDatabase('sqlite'), clock);
    await writeMessages(database, names);
    const seen: { readonly id: string; readonly at: number; readonly notice: AlertNotice }[] = [];
    const lines: string[] = [];
    const tried: string[] = [];
    const courier = testCourier((id, notice) => {
      seen.push({ id, at: clock.now(), notice });
      return answer(id, notice);
    });
    const parts = {
      courier,
      database,
      clock,
      log: createLog((line) => void lines.push(line), clock.now),
      onTry: (outcome: string) => void tried.push(outcome),
    };
    const stored = async (name = 'a') => (await storedMessages(database)).get(`msg_${name}`);
    return { clock, database, seen, lines, tried, parts, stored };
  }

  it('retries a receiver that is down for a day after 5 s, 5 min, 30 min, 2 h, 5 h and 10 h', async () => {
    const { clock, seen, lines, tried, parts, stored } = await open(() => refused);
    const { sendNext } = testSender(parts);
    expect(await sendNext()).toBe(true);
    for (const minutes of [5 / 60, 5, 30, 120, 300, 600]) {
      await clock.advance(minutes * 60 * second - 1);
      expect(await sendNext()).toBe(false);
      await clock.advance(1);
      expect(await sendNext()).toBe(true);
    }
    await clock.advance(24 * hour);
    expect(await sendNext()).toBe(false);
    expect(new Set(seen.map(({ id }) => id))).toEqual(new Set(['msg_a']));
    expect(new Set(seen.map(({ notice }) => JSON.stringify(notice))).size).toBe(1);
    expect(await stored()).toMatchObject({ state: 'failed', tries: 7, answer: refused.answer });
    expect(tried).toEqual([...Array.from({ length: 6 }, () => 'again'), 'failed']);
    const line: unknown = JSON.parse(lines.at(-1) ?? '');
    expect(line).toMatchObject({ event: 'alert message', host: 'hooks.example.com', tries: 7 });
    expect(lines.join('')).not.toMatch(/cid_secret|secret-path/);
  });

  it('obeys a longer wait that the receiver asks for, for other messages too, which then follow in order', async () => {
    let reply: Reply = { ...refused, waitMs: hour };
    const { clock, database, seen, parts } = await open(() => reply, ['b']);
    await clock.advance(1);
    await writeMessages(database, ['a']);
    const { sendNext } = testSender(parts);
    expect(await sendNext()).toBe(true);
    await clock.advance(hour - 1);
    expect(await sendNext()).toBe(false);
    await clock.advance(1);
    reply = refused;
    expect([await sendNext(), await sendNext(), await sendNext()]).toEqual([true, true, false]);
    expect(seen.map(({ id }) => id)).toEqual(['msg_b', 'msg_b', 'msg_a']);
  });

  it('tells the other destination when the receiver is gone', async () => {
    const gone: Reply = { kind: 'gone', answer: '410 Gone' };
    const { database, tried, parts, stored } = await open(() => gone, ['a', 'b']);
    const { sendNext } = testSender(parts);
    expect([await sendNext(), await sendNext()]).toEqual([true, false]);
    expect(tried).toEqual(['gone']);
    expect(await stored()).toMatchObject({ state: 'stopped', answer: '410 Gone', tries: 1 });
    expect(await stored('b')).toMatchObject({ state: 'stopped', answer: null, tries: 0 });
    expect(await createOutbox(database).claim(testTargets.mail.target, 'x')).toBeDefined();
  });

  it('sends the others if one message cannot be written or read', async () => {
    const receive = (id: string) => {
      if (id === 'msg_a') throw new TypeError('secret text');
      return accepted;
    };
    const { database, parts, stored } = await open(receive, ['a', 'b', 'c']);
    await database.run((db) =>
      db.updateTable('alertMessages').set({ notice: '{' }).where('id', '=', 'msg_b').execute(),
    );
    const { sendNext } = testSender(parts);
    while (await sendNext());
    const answer = 'The gateway could not write the message';
    for (const name of ['a', 'b']) {
      expect(await stored(name)).toMatchObject({ state: 'pending', tries: 1, answer });
    }
    expect(await stored('c')).toMatchObject({ state: 'sent' });
  });

  it('aborts an attempt that takes too long', async () => {
    const { clock, parts, stored } = await open(() => accepted);
    const courier = testCourier(
      (_id, _notice, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve({ kind: 'refused', answer: 'late' }));
        }),
    );
    const trying = testSender({ ...parts, courier }).sendNext();
    await clock.advance(15 * second, () => new Promise((resolve) => setImmediate(resolve)));
    await trying;
    expect(await stored()).toMatchObject({ state: 'pending', answer: 'late' });
  });

  it('sends nothing if it stalled until its lease was nearly over', async () => {
    const { clock, database, seen, parts } = await open(() => accepted);
    const { claim, note } = createOutbox(database);
    const stalling: typeof claim = async (...given) => {
      const message = await claim(...given);
      await clock.advance(80 * second);
      return message;
    };
    const stalled = testSender({ ...parts, outbox: { claim: stalling, note } });
    expect(await stalled.sendNext()).toBe(false);
    expect(seen).toEqual([]);
    await clock.advance(40 * second);
    expect(await testSender({ ...parts, holder: 'other' }).sendNext()).toBe(true);
  });

  it('leaves out identifiers if they were switched off after the message was written', async () => {
    const { database, seen, parts } = await open(() => accepted, []);
    await writeMessages(database, ['a', 'b'], { alerts: [noticedAlert({ iccids: ['8988'] })] });
    await testSender(parts).sendNext();
    await testSender({ ...parts, identifiers: true }).sendNext();
    expect(seen.map(({ notice }) => notice.alerts[0]?.iccids)).toEqual([undefined, ['8988']]);
  });

  it('shows users which recipients were refused, but does not log them', async () => {
    const answer = 'Accepted, but not for night@example.com';
    const { lines, parts, stored } = await open(() => ({ kind: 'sent', answer }));
    await testSender(parts).sendNext();
    expect(await stored()).toMatchObject({ state: 'sent', answer });
    expect(lines.join('')).toMatch(/^(?!.*night@).*"outcome":"sent"/);
  });

  it('S8: continues after a store outage, and waits for the attempt in progress when it stops', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const { clock, database, seen, lines, parts, stored } = await open(() => promise);
    const away = await withTables(await emptyDatabase('sqlite'), clock);
    await away.close();
    const outboxes = [createOutbox(away), createOutbox(database)];
    const current = () => outboxes[0] ?? createOutbox(database);
    const sender = testSender({
      ...parts,
      outbox: {
        claim: (...given) => current().claim(...given),
        note: (...given) => current().note(...given),
      },
    });
    const settle = () => new Promise<void>((done) => void setImmediate(done));
    sender.start();
    await clock.advance(60 * second, settle);
    expect(seen).toEqual([]);
    outboxes.shift();
    await clock.advance(5 * second, settle);
    expect(seen).toHaveLength(1);
    // The store does not answer while the outcome is being recorded.
    outboxes.unshift(createOutbox(away));
    resolve(accepted);
    await clock.advance(3 * second, settle);
    expect(await stored()).toMatchObject({ state: 'pending' });
    outboxes.shift();
    await clock.advance(second, settle);
    expect(await stored()).toMatchObject({ state: 'sent' });
    expect(lines.filter((line) => line.includes('"failure"'))).toEqual([]);
    await sender.stop();
    await writeMessages(database, ['b']);
    await clock.advance(60 * second, settle);
    expect(seen).toHaveLength(1);
  });
});
