import { describe, expect, it } from 'vitest';

import type { ThingRecord } from '#api/things.ts';

import { canMark, cannotTell, isMarked } from './marks.ts';

const now = Date.UTC(2026, 5, 15);
const thing = (fields: Partial<ThingRecord>, raw: Record<string, unknown> = { ...fields }) => ({
  ExternalUniqueId: '8988228066600000001',
  ...fields,
  raw,
});

describe('marks', () => {
  it.each([
    ['an IMEI', thing({ IMEI: '356938035643809' }), false],
    ['none', thing({}), true],
    ['an empty one', thing({ IMEI: '' }), true],
    ['zeros', thing({ IMEI: '000000000000000' }), true],
    ['null', thing({}, { IMEI: null }), true],
    ['one that cannot be read', thing({}, { IMEI: { a: 1 } }), false],
  ])('no IMEI seen: %s', (_case, record, marked) => {
    expect(isMarked('noImei', record, now)).toBe(marked);
  });

  it.each([
    ['data', thing({ Block: { Data: true } }), true],
    ['LTE data', thing({ Block: { LTEData: true } }), true],
    ['SMS only', thing({ Block: { SMS_MO: true, Data: false } }), false],
    ['nothing known', thing({}), false],
  ])('data blocked: %s', (_case, record, marked) => {
    expect(isMarked('dataBlocked', record, now)).toBe(marked);
  });

  it.each([
    ['six days ago', thing({ DateModified: now - 6 * 86_400_000 }), true],
    ['eight days ago', thing({ DateModified: now - 8 * 86_400_000 }), false],
    ['nobody knows when', thing({}), false],
  ])('recently changed: %s', (_case, record, marked) => {
    expect(isMarked('recentlyChanged', record, now)).toBe(marked);
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
  ] as const)('%s cannot be told of %j: %s', (mark, record, isUnknown) => {
    expect(cannotTell(mark, record)).toBe(isUnknown);
  });

  it('can only be told where a record has the field', () => {
    expect(canMark('recentlyChanged', [thing({}), thing({ DateModified: 1 })])).toBe(true);
    expect(canMark('recentlyChanged', [thing({}, { DateModified: null })])).toBe(false);
    expect(canMark('dataBlocked', [])).toBe(false);
  });
});
