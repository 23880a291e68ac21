import { describe, expect, it } from 'vitest';

import type { ThingRecord } from '#api/things.ts';
import { ago, relativeTime } from '#lib/relativeTime.ts';
import { flatFields } from '#ui/AllFields.tsx';

import { relatedSearches } from './RelatedSims.tsx';
import { simTicketText, ticketText } from './ticketText.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const thing: ThingRecord = {
  ExternalUniqueId: '89490100000010485908',
  ThingName: 'VAN-1',
  ThingsGroupName: 'Vans & more',
  IMEI: '356846104140054',
  MnoName: 'TIM',
  CellId: 7,
  Lac: 9,
  raw: { CellId: 7, Lac: 9 },
};

describe('links to related SIMs', () => {
  it('are encoded list filters', () => {
    expect(relatedSearches(thing).map(({ search }) => search)).toEqual([
      'ThingsGroupName=Vans+%26+more',
      'CellId=7&Lac=9',
      'IMEI=356846104140054',
      'MnoName=TIM',
    ]);
  });

  it.each([
    ['a cell without its location area', { raw: { CellId: 7, Lac: 0 } }, 'CellId'],
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
  const readAt = Date.UTC(2026, 0, 1, 12);
  const read = { at: readAt, requestId: 'req_1' };

  it('contains the SIM, the record’s facts, the time of the read, and the service’s request id', () => {
    const text = ticketText({ ...thing, IMEI: '' }, undefined, read);
    expect(text).toContain('ICCID: 89490100000010485908');
    expect(text).toContain('State: —');
    expect(text).toContain('- HINT: No IMEI is known');
    expect(text).toContain('Read at 2026-01-01T12:00:00.000Z, request ID req_1');
    expect(text).not.toMatch(/undefined|NaN/);
  });

  it('contains the time at which the group’s lock was read', () => {
    const group = { ThingsGroupId: 'g', LockMasterImei: false, raw: {} };
    const text = ticketText(thing, { group, readAt: readAt - hour, requestId: 'req_2' }, read);
    expect(text).toContain(
      'lock of its Thing Group is off (as listed at 2026-01-01T11:00:00.000Z)',
    );
    expect(text).toContain('Thing Groups read at 2026-01-01T11:00:00.000Z, request ID req_2');
  });

  it('has all times in UTC and ages in English, in any time zone and language', () => {
    const seen = { ...thing, LastLocation: { Timestamp: readAt - 3 * day } };
    const text = ticketText(seen, undefined, read);
    expect(text).toContain('Last location: 2025-12-29T12:00:00.000Z');
    expect(text).toContain('reported a location 3 days ago (2025-12-29T12:00:00.000Z).');
    // A time without Z would be in the time zone of the user who copied it.
    expect(text).not.toMatch(/\d:\d\d(?![:\d.]*Z)/);
  });

  it('H14: does not let a name add a line or a spreadsheet cell', () => {
    const named = { ...thing, ThingName: "VAN\r\nState: ACTIVE\t=cmd|'/C calc'!A0\u2028=1" };
    const text = ticketText(named, undefined, read);
    expect(text).toContain("Name: VAN State: ACTIVE =cmd|'/C calc'!A0 =1\n");
    expect(text.split('\n').filter((line) => line.startsWith('State:'))).toEqual(['State: —']);
  });

  it.each([
    [{}, 'Its record has not been read.'],
    [{ notFoundAt: readAt }, 'The SIM was no longer found at 2026-01-01T12:00:00.000Z.'],
  ])('says why it has no record: %j', (found, words) => {
    expect(simTicketText({ iccid: '1', read: undefined, ...found }, () => undefined)).toBe(
      `ICCID: 1\n${words}`,
    );
  });

  it('shows an implausible time as the raw number', () => {
    const odd = { ...thing, LastLocation: { Timestamp: 1_700_000_000 } };
    expect(ticketText(odd, undefined, read)).toContain('Last location: 1700000000');
  });
});

describe('all fields', () => {
  it('include every value at any depth, even empty ones, unchanged', () => {
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

  it('have unique paths, whatever their names', () => {
    const all = flatFields({ 'a.b': 1, a: { b: 2 }, '["a.b"]': 3, '': 4 }).map(({ path }) => path);
    expect(all).toEqual(['["a.b"]', 'a.b', '["[\\"a.b\\"]"]', '[""]']);
  });
});

describe('relative times', () => {
  it.each([
    [0, 'just now'],
    [-999, 'just now'],
    [-5_000, '5 seconds ago'],
    [-minute, '1 minute ago'],
    [-59 * minute, '59 minutes ago'],
    [-60 * minute, '1 hour ago'],
    [-23.99 * hour, '23 hours ago'],
    [-26 * hour, '1 day ago'],
    [-48 * hour, '2 days ago'],
    [-40 * day, '1 month ago'],
    [-400 * day, '1 year ago'],
    [26 * hour, 'in 1 day'],
    [3 * day, 'in 3 days'],
  ])('%d ms is %s', (passed, words) => expect(relativeTime(1e12 + passed, 1e12)).toBe(words));

  it('are never in the future for something that has happened, by whichever clock', () => {
    expect(ago(1e12 + hour, 1e12)).toBe('just now');
    expect(ago(1e12 - hour, 1e12)).toBe('1 hour ago');
  });

  it('count elapsed time rather than calendar days', () => {
    // The dates are two days apart, but less than 48 hours have passed.
    expect(relativeTime(Date.UTC(2026, 10, 19, 11), Date.UTC(2026, 10, 21, 10))).toBe('1 day ago');
  });
});
