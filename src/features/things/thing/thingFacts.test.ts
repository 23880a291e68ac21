import { describe, expect, it } from 'vitest';

import type { ThingRecord } from '#api/things.ts';

import { flatFields } from './flatFields.ts';
import { relatedSearches } from './relatedSearches.ts';
import { relativeTime } from './relativeTime.ts';
import { ticketText } from './ticketText.ts';

const thing: ThingRecord = {
  ExternalUniqueId: '89490100000010485908',
  ThingName: 'VAN-1',
  ThingsGroupName: 'Vans & more',
  IMEI: '356846104140054',
  MnoName: 'TIM',
  CellId: 7,
  Lac: 9,
  raw: {},
};

describe('links to related SIMs', () => {
  it('are filters of the list, encoded', () => {
    expect(relatedSearches(thing).map(({ search }) => search)).toEqual([
      'ThingsGroupName=Vans+%26+more',
      'CellId=7&Lac=9',
      'IMEI=356846104140054',
      'MnoName=TIM',
    ]);
  });

  it.each([
    ['a cell without its location area', { Lac: 0 }, 'CellId'],
    ['an IMEI of zeros', { IMEI: '000000000000000' }, 'IMEI'],
    ['no group', { ThingsGroupName: undefined }, 'ThingsGroupName'],
    ['an empty operator', { MnoName: ' ' }, 'MnoName'],
  ])('leave out %s', (_case, change, name) => {
    const searches = relatedSearches({ ...thing, ...change });
    expect(searches.some(({ search }) => search.includes(name))).toBe(false);
    expect(searches).toHaveLength(3);
  });
});

describe('the ticket text', () => {
  it('says who, what, when, and the service’s id of the answer', () => {
    const lines = [{ kind: 'hint', text: 'No IMEI is known.', against: true }] as const;
    const text = ticketText(thing, lines, { at: Date.UTC(2026, 0, 1, 12), requestId: 'req_1' });
    expect(text).toContain('ICCID: 89490100000010485908');
    expect(text).toContain('State: —');
    expect(text).toContain('- HINT: No IMEI is known.');
    expect(text).toContain('Read at 2026-01-01T12:00:00.000Z, request ID req_1');
    expect(text).not.toMatch(/undefined|NaN/);
  });
});

describe('all fields', () => {
  it('are every value at any depth, empty ones too, as they came', () => {
    const raw = { a: 1, b: { c: 'x', d: [] }, e: [{ f: null }, 'y'], g: {}, h: '' };
    expect(flatFields(raw)).toEqual([
      { path: 'a', value: '1' },
      { path: 'b.c', value: 'x' },
      { path: 'b.d', value: '[]' },
      { path: 'e.0.f', value: 'null' },
      { path: 'e.1', value: 'y' },
      { path: 'g', value: '{}' },
      { path: 'h', value: '' },
    ]);
  });
});

describe('relative times', () => {
  it.each([
    [-5_000, '5 seconds ago'],
    [-59 * 60_000, '59 minutes ago'],
    [-26 * 3_600_000, 'yesterday'],
    [-40 * 86_400_000, 'last month'],
    [3 * 86_400_000, 'in 3 days'],
  ])('%i ms is %s', (passed, words) => {
    expect(relativeTime(1e12 + passed, 1e12)).toBe(words);
  });
});
