import { describe, expect, it } from 'vitest';

import { cellCode } from './cellCode.ts';
import type { ListedThing } from './listedThings.ts';
import { nextSnapshot } from './nextSnapshot.ts';
import type { ThingSnapshot } from './thingRow.ts';

const device = '352081150000016';
const otherDevice = '352081150000024';

/** The result of lists received at 1000, 2000 and so on. */
function after(...lists: readonly Omit<ListedThing, 'iccid'>[]): ThingSnapshot {
  let known: ThingSnapshot | undefined;
  for (const [index, list] of lists.entries()) {
    const time = { askedAt: 1000 * (index + 1) - 500, answeredAt: 1000 * (index + 1) };
    const next = nextSnapshot({ iccid: '1', ...list }, known, time);
    if (!next) continue;
    known = { ...next, ...time, revision: (next.revision ?? 0) + 1 };
  }
  if (!known) throw new Error('There is a list');
  return known;
}

const suspended = (data: number) => ({ values: { state: 'SUSPENDED', data } });

describe('data kept about a SIM besides its values', () => {
  it('includes when Data last changed, and the last list that carried it', () => {
    const known = after({ values: {} });
    expect([known.dataSince, known.dataAt]).toEqual([null, null]);
    const lists = [{ data: 5 }, { data: 6 }, { data: 6 }, {}].map((values) => ({ values }));
    expect(after(...lists)).toMatchObject({ dataSince: 2000, dataAt: 3000 });
  });

  it('includes the smallest Data while the SIM is suspended', () => {
    expect(after(suspended(5), suspended(7)).suspended).toEqual({ data: 5, since: 1000 });
    const restarted = after(suspended(5), suspended(0), suspended(2));
    expect(restarted.suspended).toEqual({ data: 0, since: 1000 });
    expect(after({ values: { data: 5 } }).suspended).toBeNull();
    const late = after({ values: { state: 'suspended' } }, suspended(3));
    expect(late.suspended).toEqual({ data: 3, since: 2000 });
  });

  it('starts over once the SIM has been active', () => {
    const active = { values: { state: 'ACTIVE', data: 9 } };
    expect(after(suspended(5), active).suspended).toBeNull();
    expect(after(suspended(5), active, suspended(9)).suspended).toEqual({ data: 9, since: 3000 });
  });

  it('includes when a different device was detected', () => {
    const lists = [{ imei: '' }, { imei: device }, { imei: otherDevice }, { imei: otherDevice }];
    const known = lists.map((_, index) =>
      after(...lists.slice(0, index + 1).map((values) => ({ values }))),
    );
    expect(known.map(({ deviceChangedAt }) => deviceChangedAt)).toEqual([null, null, 3000, 3000]);
  });

  it('includes the cell of the last location, or none if that location has no cell', () => {
    const located = { values: { locatedAt: 7 }, cell: 'code' };
    expect(after(located, { values: {} }).cell).toBe('code');
    expect(after(located, { values: { locatedAt: 8 } }).cell).toBeNull();
  });

  it('includes the time since which the SIM has been listed with the same values', () => {
    const known = after({ values: { state: 'ACTIVE' } });
    const next = (values: ListedThing['values']) =>
      nextSnapshot({ iccid: '1', values }, known, { askedAt: 1500, answeredAt: 2000 })?.alikeSince;
    const times = [next({ state: 'ACTIVE' }), next({}), next({ state: 'SUSPENDED' })];
    expect(times).toEqual([1000, 1000, null]);
  });

  it('is not changed by a list that may be older', () => {
    const time = { askedAt: 1000, answeredAt: 2000 };
    expect(nextSnapshot({ iccid: '1', values: {} }, after({ values: {} }), time)).toBeUndefined();
  });
});

describe('a cell’s code', () => {
  const item = { CellId: 7, Lac: 3, LastLocation: { MCC: 262, MNC: 1, Latitude: 52.5 } };
  const code = cellCode('cid_1', item);

  it('is the same for the same cell, however its numbers are written, and contains none of them', () => {
    expect(code).toMatch(/^[\w-]{16}$/);
    const texts = { CellId: '7', Lac: '3', LastLocation: { MCC: '262', MNC: '01' } };
    expect(cellCode('cid_1', texts)).toBe(code);
  });

  it('V13: is computed from any text as is, such as hexadecimal digits', () => {
    const codes = ['1A2B', '1a2b', '1A2C', '6699', 'a/b', 'ü'].map((CellId) =>
      cellCode('cid_1', { ...item, Lac: '0FA1', CellId }),
    );
    expect(codes).not.toContain(null);
    expect(new Set(codes).size).toBe(codes.length);
    expect(cellCode('cid_1', { ...item, Lac: '0FA1', CellId: '1A2B' })).toBe(codes[0]);
  });

  it.each([
    ['another cell', 'cid_1', { ...item, CellId: 8 }],
    ['another area', 'cid_1', { ...item, Lac: 4 }],
    ['another network', 'cid_1', { ...item, LastLocation: { MCC: 262, MNC: 2 } }],
    ['another country', 'cid_1', { ...item, LastLocation: { MCC: 228, MNC: 1 } }],
    ['another customer', 'cid_2', item],
  ])('is different for %s', (_name, customerId, other) => {
    expect(cellCode(customerId, other)).not.toBe(code);
    expect(cellCode(customerId, other)).not.toBeNull();
  });

  it.each([
    ['no cell', { ...item, CellId: null }],
    ['no area', { ...item, Lac: undefined }],
    ['the area code that stands for none', { ...item, Lac: 0 }],
    ['the other area code that stands for none', { ...item, Lac: 65_534 }],
    ['no network', { ...item, LastLocation: { MCC: 262 } }],
    ['no location', { ...item, LastLocation: null }],
    ['an empty cell', { ...item, CellId: '' }],
    ['a blank area', { ...item, Lac: ' ' }],
    ['the area code that stands for none, in another form', { ...item, Lac: 'FFFE' }],
    ['a cell of any length', { ...item, CellId: 'a'.repeat(65) }],
    ['a network that is not a number', { ...item, LastLocation: { MCC: 262, MNC: 'x' } }],
  ])('is not computed from %s', (_name, other) => {
    expect(cellCode('cid_1', other)).toBeNull();
  });
});
