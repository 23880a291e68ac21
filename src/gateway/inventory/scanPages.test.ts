import { describe, expect, it } from 'vitest';

import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { createScans } from './scans.ts';
import { createThingSnapshots } from './thingSnapshots.ts';

const limits = { fleetMs: 3_600_000 };
const customerId = 'cid_1';

describe.each(engines)('F4: a scan’s pages that are written together, in %s', (engine) => {
  const listOf = (readingId: string, facts: object = {}) => {
    const page = { readingId, page: 0, rows: 3, first: 'a', last: 'c', isSound: true, ...facts };
    return { customerId, askedAt: 1, answeredAt: 2, snapshots: [], page: { ...page, iccids: [] } };
  };

  it.each([
    ['alike', {}, true],
    ['with other rows', { rows: 2 }, false],
    ['with a different first row', { first: 'b' }, false],
    ['with a different last row', { last: 'b' }, false],
    ['with a row that cannot be stored', { isSound: false }, false],
  ])('contain the same page twice, %s', async (_, other, isWhole) => {
    const { first } = await twoGateways(engine);
    const scans = createScans(first, limits);
    const things = createThingSnapshots(first, limits);
    const { id } = await scans.begin({ customerId, username: 'anna' });
    await things.accept(listOf(id), listOf(id, other));
    expect(await scans.coverage(id)).toMatchObject({ isWhole });
    const again = await scans.begin({ customerId, username: 'bert' });
    await things.accept(listOf(again.id, other), listOf(again.id));
    expect(await scans.coverage(again.id)).toMatchObject({ isWhole });
    // One after another, like writes from two gateways.
    const apart = await scans.begin({ customerId, username: 'carl' });
    await things.accept(listOf(apart.id));
    await things.accept(listOf(apart.id, other));
    expect(await scans.coverage(apart.id)).toMatchObject({ isWhole });
  });

  it('are removed once the scan has ended', async () => {
    const { first } = await twoGateways(engine);
    const scans = createScans(first, limits);
    const { id } = await scans.begin({ customerId, username: 'anna' });
    await createThingSnapshots(first, limits).accept(listOf(id));
    await scans.begin({ customerId, username: 'anna' });
    expect(await scans.coverage(id)).toMatchObject({ pages: 1 });
    await scans.removeOld();
    expect(await scans.coverage(id)).toMatchObject({ pages: 0 });
  });
});

describe.each(engines)('F4: a scan’s pages that have been forwarded, in %s', (engine) => {
  /** Its number, how many rows it has, and the first and the last of them. */
  type Page = readonly [number, number, string, string];
  const full: Page = [0, 50, 'a', 'b'];
  const last: Page = [1, 3, 'b', 'c'];
  const only: Page = [0, 3, 'a', 'c'];

  it.each<readonly [string, readonly Page[], number | null]>([
    ['one short page', [only], 3],
    ['a full page and a short one that begins with its last row', [full, last], 52],
    ['a full page alone', [full], null],
    ['a page behind a short one', [[0, 20, 'a', 'b'], last], null],
    ['a page that begins with another row', [full, [1, 3, 'x', 'c']], null],
    ['a gap', [full, [2, 3, 'b', 'c']], null],
    ['no first page', [last], null],
    ['a page beyond the end', [only, [7, 50, 'x', 'y']], null],
    ['an empty list', [[0, 0, '', '']], null],
  ])('are %s: whole or not', async (_, pages, things) => {
    const { first: database } = await twoGateways(engine);
    const scans = createScans(database, limits);
    const { id: readingId } = await scans.begin({ customerId, username: 'anna' });
    const time = { askedAt: 1, answeredAt: 2 };
    const lists = pages.map(([page, rows, from, to]) => {
      const about = { readingId, page, rows, first: from, last: to };
      const shown = { ...about, isSound: true, iccids: [] };
      return { customerId, ...time, snapshots: [], page: shown };
    });
    await createThingSnapshots(database, limits).accept(...lists);
    const { isWhole, things: count } = await scans.coverage(readingId);
    expect(isWhole ? count : null).toBe(things);
  });
});
