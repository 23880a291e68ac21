import { setImmediate } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { createFixture, signedInFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createChangeDetector } from '../history/changeDetector.ts';
import { createCustomerQueues } from '../http/customerQueues.ts';
import { ownTurn } from '../http/ownTurn.ts';
import { createInventory } from '../inventory/inventory.ts';
import { isReadableList } from './readableList.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const mebibyte = 1024 * 1024;

describe('a list that is recorded for the inventory or the history', () => {
  it.each<readonly [string, string, boolean]>([
    ['is shallow', nested(20), true],
    ['is not deep', nested(21), false],
    ['is not deep in objects', `${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, false],
    ['may have brackets in its texts', JSON.stringify([`${nested(50)}"\\${nested(50)}`]), true],
    ['is deep behind a text that ends with a backslash', `["\\\\",${nested(25)}]`, false],
    ['has up to 3 MiB', `["${'a'.repeat(3 * mebibyte - 4)}"]`, true],
    ['has no more', `["${'a'.repeat(3 * mebibyte)}"]`, false],
    ['does not have hundreds of thousands of values', `[${'{},'.repeat(150_000)}1]`, false],
  ])('%s', (_, json, isReadable) => expect(isReadableList(bytes(json))).toBe(isReadable));

  it.each([
    ['/api/things', 'list of Things'],
    ['/api/thingsgroup/listWithMeasures', 'group list'],
  ])('at %s is forwarded, and is counted as dropped if nested too deeply', async (path, record) => {
    let list = '[{"ThingsGroupId":"1","ExternalUniqueId":"8988"}]';
    const service = fakeService(() => new Response(list));
    const { fixture, cookie } = await signedInFixture({ service });
    // Lists are not recorded until a list has confirmed the customer id.
    await fixture.send('GET', path, { cookie });
    list = nested(100_000);
    expect(await (await fixture.send('GET', path, { cookie })).text()).toHaveLength(200_000);
    await fixture.pass(0);
    const counted = `sim_console_records_dropped_total{record="${record}"} 1`;
    expect(await fixture.metrics()).toContain(counted);
  });
});

it('a list that is nested too deeply confirms no customer id', async () => {
  const { fixture, cookie } = await signedInFixture({
    service: fakeService(() => new Response(`[{"ThingsGroupId":"1","Networks":${nested(30)}}]`)),
  });
  await fixture.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
  expect((await fixture.send('GET', '/records/changes', { cookie })).status).toBe(403);
});

/** Counts the turns of the event loop that other work gets during this time. */
async function turnsUntil(work: Promise<void>): Promise<number> {
  let turns = 0;
  let isOver = false;
  void work.then(() => (isOver = true));
  // oxlint-disable-next-line no-unmodified-loop-condition -- set by the awaited work
  for (; !isOver; turns++) await setImmediate();
  return turns;
}

describe('waiting lists', () => {
  it('let other work run between a list’s groups and between long lists', async () => {
    const { store } = await createFixture();
    const clock = manualClock();
    const onDropped = () => expect.unreachable();
    const limits = { historyMs: 1e9, maxPutMs: 60_000 };
    const detector = createChangeDetector({ store, limits, clock, onDropped });
    const groups = Array.from({ length: 1000 }, (_, at) => ({ ThingsGroupId: `${at}` }));
    const time = { askedAt: 1, answeredAt: 2 };
    detector.detect('cid_1', time, bytes(JSON.stringify(groups)));
    expect(await turnsUntil(detector.idle())).toBeGreaterThanOrEqual(20);
    expect((await store.snapshots.load('cid_1', ['0', '999'])).snapshots.size).toBe(2);

    const fleet = createInventory({ store, isOn: true, clock, onDropped });
    const things = [{ ExternalUniqueId: '8988', ThingName: 'a'.repeat(mebibyte) }];
    for (let list = 0; list < 6; list++) fleet.record('cid_1', time, bytes(JSON.stringify(things)));
    // One turn for each list, besides the six turns in which the lists wait until their responses have been sent.
    expect(await turnsUntil(fleet.idle())).toBeGreaterThanOrEqual(12);
  });

  it('get their turns one after another', async () => {
    let over = 0;
    const all = Array.from({ length: 5 }, () => ownTurn().then(() => over++));
    // oxlint-disable-next-line no-unmodified-loop-condition -- counted by the awaited work
    for (let before = 0; over < 5; before = over) {
      await setImmediate();
      expect(over - before).toBeLessThanOrEqual(1);
    }
    await Promise.all(all);
  });

  it('are limited in bytes, per customer and in total', async () => {
    let dropped = 0;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const queues = createCustomerQueues({
      clock: manualClock(),
      maxWaiting: 1000,
      maxWaitingOfOne: 1000,
      onDropped: () => (dropped += 1),
    });
    const push = (customer: string) => queues.push(customer, 3 * mebibyte, () => over);
    expect(Array.from({ length: 5 }, () => push('a'))).toEqual([true, true, true, true, false]);
    for (const customer of ['b', 'c', 'd']) for (let at = 0; at < 4; at++) push(customer);
    expect(push('e')).toBe(false);
    expect(dropped).toBe(2);
    resolve();
    await queues.idle();
    expect(push('a')).toBe(true);
    await queues.idle();
  });
});
