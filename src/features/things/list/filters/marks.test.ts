import { expect, it } from 'vitest';

import type { ThingRecord } from '#api/things.ts';

import { canMark, marks } from './marks.ts';

const now = Date.UTC(2026, 5, 15);
const thing = (fields: Partial<ThingRecord>, raw: Record<string, unknown> = { ...fields }) => ({
  ExternalUniqueId: '8988228066600000001',
  ...fields,
  raw,
});

it.each([
  ['an IMEI is there', thing({ IMEI: '356938035643809' }), false],
  ['it is missing', thing({}), true],
  ['it is empty', thing({ IMEI: '' }), true],
  ['it is all zeros', thing({ IMEI: '000000000000000' }), true],
  ['it is null', thing({}, { IMEI: null }), true],
  ['it cannot be read', thing({}, { IMEI: { a: 1 } }), false],
])('the mark “No IMEI seen” is right when %s', (_case, record, marked) => {
  expect(marks.noImei.matches(record, now)).toBe(marked);
});

it.each([
  ['data is blocked', thing({ Block: { Data: true } }), true],
  ['LTE data is blocked', thing({ Block: { LTEData: true } }), true],
  ['only SMS are blocked', thing({ Block: { SMS_MO: true, Data: false } }), false],
  ['no flag is known', thing({}), false],
])('the mark “Data blocked” is right when %s', (_case, record, marked) => {
  expect(marks.dataBlocked.matches(record, now)).toBe(marked);
});

it.each([
  ['the SIM changed six days ago', thing({ DateModified: now - 6 * 86_400_000 }), true],
  ['the SIM changed eight days ago', thing({ DateModified: now - 8 * 86_400_000 }), false],
  ['the time is unknown', thing({}), false],
  ['the time is implausible', thing({ DateModified: 9e15 }), false],
])('the mark “Recently changed” is right when %s', (_case, record, marked) => {
  expect(marks.recentlyChanged.matches(record, now)).toBe(marked);
});

it.each([
  ['noImei', thing({}), false],
  ['noImei', thing({}, { IMEI: { a: 1 } }), true],
  ['dataBlocked', thing({ Block: { Data: true } }), false],
  ['dataBlocked', thing({ Block: { Data: false, LTEData: false } }), false],
  ['dataBlocked', thing({ Block: { Data: false } }), true],
  ['dataBlocked', thing({}), true],
  ['recentlyChanged', thing({ DateModified: now }), false],
  ['recentlyChanged', thing({ DateModified: 1_700_000_000 }), true],
  ['recentlyChanged', thing({}), true],
] as const)('the mark %s is unknown for %j: %s', (mark, record, isUnknown) => {
  expect(marks[mark].isUnknown(record)).toBe(isUnknown);
});

it('a mark on a row is offered only if a record has its field', () => {
  expect(canMark('recentlyChanged', [thing({}), thing({ DateModified: 1 })])).toBe(true);
  expect(canMark('recentlyChanged', [thing({}, { DateModified: null })])).toBe(false);
  expect(canMark('dataBlocked', [])).toBe(false);
});
