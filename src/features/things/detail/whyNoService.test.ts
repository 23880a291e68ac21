import { describe, expect, it } from 'vitest';

import type { ThingsGroupRecord } from '#api/groups.ts';
import type { ThingRecord } from '#api/things.ts';

import { whyNoService, type LineKind } from './whyNoService.ts';

const now = Date.UTC(2026, 5, 1);
const hour = 3_600_000;

const sound: ThingRecord = {
  ExternalUniqueId: '89490100000010485908',
  State: 'ACTIVE',
  Block: {
    Data: false,
    LTEData: false,
    SMS_MO: false,
    SMS_MO_except_home_country: false,
    SMS_MT: false,
  },
  IMEI: '356846104140054',
  ThingsGroupId: 'g',
  LastLocation: { Timestamp: now - hour },
  raw: {},
};
const open = { ThingsGroupId: 'g', LockMasterImei: false, IMEIPrefix: '', raw: {} };
const locked: ThingsGroupRecord = { ...open, LockMasterImei: true, IMEIPrefix: '35684610' };

function linesOf(change: Partial<ThingRecord> = {}, group?: ThingsGroupRecord | null) {
  const known = group ? { group, readAt: now - hour, requestId: 'req_g' } : undefined;
  return whyNoService({ ...sound, ...change }, known, now, (at) => new Date(at).toISOString());
}

it('Q3: names the only device model that the group’s lock lets in', () => {
  const known = { group: locked, readAt: now - hour };
  const lines = whyNoService(sound, known, now, String, [], (code) =>
    code === '35684610' ? 'Telematics unit T4' : undefined,
  );
  expect(lines.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/begin with 35684610 Telematics unit T4 \(as listed/),
  );
});

type Case = [
  what: string,
  change: Partial<ThingRecord>,
  kind: LineKind,
  against: boolean,
  words: RegExp,
  group?: ThingsGroupRecord | null,
];

const cases: readonly Case[] = [
  ['ACTIVE', {}, 'fact', false, /state is ACTIVE/],
  ['SUSPENDED', { State: 'SUSPENDED' }, 'fact', true, /cannot be used until it is ACTIVE/],
  ['an undocumented state', { State: 'RETIRED' }, 'hint', true, /RETIRED.*not documented/],
  ['no state', { State: undefined }, 'unknown', false, /has no state/],
  ['no block flag set', {}, 'fact', false, /No block flag is set/],
  ['data blocked', { Block: { ...sound.Block, Data: true } }, 'fact', true, /^Data is blocked/],
  ['SMS abroad blocked', { Block: { ...sound.Block, SMS_MO_except_home_country: true } }, 'fact', true, /outside the home country/],
  ['a flag missing', { Block: { Data: true } }, 'unknown', false, /4 of 5 block flags/],
  ['no block flags', { Block: undefined }, 'unknown', false, /has no block flags/],
  ['an IMEI', {}, 'fact', false, /IMEI is 356846104140054/],
  ['an IMEI with software version', { IMEI: '3568461041400501' }, 'fact', false, /IMEI is 3568461041400501/],
  ['no IMEI', { IMEI: '' }, 'hint', true, /No IMEI is known/],
  ['an IMEI of zeros', { IMEI: '000000000000000' }, 'hint', true, /all zeros/],
  ['an invalid IMEI', { IMEI: 'n/a' }, 'hint', true, /n\/a, does not have the form of an IMEI/],
  ['an IMEI that may have lost a zero', { IMEI: '12345678901234', raw: { IMEI: 12_345_678_901_234 } }, 'hint', true, /was sent as a number, which drops leading zeros/],
  ['a locked group, an IMEI that may have lost a zero', { IMEI: '12345678901234', raw: { IMEI: 12_345_678_901_234 } }, 'unknown', false, /The IMEI of this SIM is not known/, locked],
  ['its own lock, same device', { LockMasterImei: true, MasterIMEI: '35684610414005' }, 'fact', false, /locked to the IMEI 35684610414005, the last known/],
  ['its own lock, another device', { LockMasterImei: true, MasterIMEI: '869999999999999' }, 'hint', true, /is not the last known IMEI/],
  ['a group that was not read', {}, 'unknown', false, /not looked up/, null],
  ['a group without a lock', {}, 'fact', false, /lock of its Thing Group is off \(as listed at 2026-05-31T23:00/, open],
  ['a group that does not report its lock', {}, 'unknown', false, /does not report/, { ThingsGroupId: 'g', raw: {} }],
  ['a locked group, inside', {}, 'fact', false, /The last known IMEI does\.$/, locked],
  ['a locked group, outside', { IMEI: '869999999999999' }, 'hint', true, /does not. The lock is checked when a session starts/, locked],
  ['a locked group, no IMEI', { IMEI: '' }, 'unknown', false, /The IMEI of this SIM is not known/, locked],
  ['a locked group without a prefix', {}, 'unknown', false, /reports no prefix/, { ThingsGroupId: 'g', LockMasterImei: true, raw: {} }],
  ['a state that cannot be read', { State: undefined, raw: { State: 7.5 } }, 'unknown', false, /state cannot be read/],
  ['block flags that cannot be read', { Block: undefined, raw: { Block: 'all' } }, 'unknown', false, /block flags cannot be read/],
  ['an IMEI that cannot be read', { IMEI: undefined, raw: { IMEI: { a: 1 } } }, 'unknown', false, /IMEI cannot be read/],
  ['an IMEI of null', { IMEI: undefined, raw: { IMEI: null } }, 'hint', true, /No IMEI is known/],
  ['no field for the IMEI', { IMEI: undefined, raw: {} }, 'unknown', false, /has no IMEI/],
  ['a last location that cannot be read', { LastLocation: undefined, raw: { LastLocation: 'Berlin' } }, 'unknown', false, /last location cannot be read/],
  ['its own lock, an IMEI that is not known', { IMEI: '', LockMasterImei: true, MasterIMEI: '869999999999999' }, 'unknown', false, /869999999999999, which cannot be compared/],
  ['its own lock, to an invalid IMEI', { LockMasterImei: true, MasterIMEI: 'n/a' }, 'unknown', false, /IMEI n\/a, which cannot be compared/],
  ['its own lock, to an IMEI missing from the record', { LockMasterImei: true }, 'unknown', false, /master IMEI that the record does not include/],
  ['a group without an ID', { ThingsGroupId: undefined }, 'unknown', false, /has no Thing Group ID/, null],
  ['a prefix with a check digit, an IMEI without one', { IMEI: '35684610414005' }, 'unknown', false, /It is unclear whether the last known IMEI begins with it/, { ...locked, IMEIPrefix: '356846104140054' }],
  ['a locked group with a non-numeric prefix', {}, 'unknown', false, /It is unclear whether the last known IMEI begins with it/, { ...locked, IMEIPrefix: '3568-4610' }],
  ['a location in the future', { LastLocation: { Timestamp: now + 24 * hour } }, 'unknown', false, /in the future when the record was read/],
  ['seen by a clock that is ahead', { LastLocation: { Timestamp: now + 60_000 } }, 'fact', false, /last reported a location just now/],
  ['seen lately', {}, 'fact', false, /last reported a location 1 hour ago/],
  ['seen long ago', { LastLocation: { Timestamp: now - 8 * 24 * hour } }, 'hint', true, /8 days ago.*may be off/],
  ['never seen', { LastLocation: undefined }, 'unknown', false, /does not say when the network last/],
  ['seen at an invalid time', { LastLocation: { Timestamp: 0 } }, 'unknown', false, /does not say when the network last/],
]; // prettier-ignore

describe('why a SIM might have no service', () => {
  it.each(cases)('%s', (_what, change, kind, against, words, group = open) => {
    const found = linesOf(change, group).filter(({ text }) => words.test(text));
    expect(found).toMatchObject([{ kind, against }]);
  });

  it('lists reasons for having no service first, and facts before hints', () => {
    const lines = linesOf({ State: 'SUSPENDED', IMEI: '', Block: { ...sound.Block, Data: true } });
    const order = lines.map(({ against }) => against);
    expect(order).toEqual(order.toSorted((a, b) => Number(b) - Number(a)));
    expect(lines.slice(0, 3).map(({ kind }) => kind)).toEqual(['fact', 'fact', 'hint']);
  });

  it('states only facts that the record contains', () => {
    const empty: ThingRecord = { ExternalUniqueId: '89', raw: {} };
    const kinds = whyNoService(empty, undefined, now).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['unknown']));
  });

  it('distinguishes a group missing from the list from one that was not looked up', () => {
    const known = { group: undefined, readAt: now - hour, requestId: 'req_g' };
    const texts = whyNoService(sound, known, now).map(({ text }) => text);
    expect(texts.join(' ')).toMatch(/not among the readable groups \(as listed at/);
    expect(texts.join(' ')).not.toMatch(/not looked up/);
  });
});
