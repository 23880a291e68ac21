import { describe, expect, it } from 'vitest';

import { thingFilterNames } from '#api/things.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

import { cleanFilter, filterAdvice } from './filterAdvice.ts';
import { filterMessages as words } from './filterMessages.ts';

describe('a typed filter (API document 4.5)', () => {
  it.each([
    ['ExternalUniqueId', ' 8988 2280-0001 0485 823F ', '8988228000010485823'],
    ['ActiveMobileSubscriber', '262 01 0070000030', '262010070000030'],
    ['IMEI', '35-693803-564380-9', '356938035643809'],
    ['MSISDN', '+49 151 01000022', '4915101000022'],
    ['MSISDN', '0151 01000022', '015101000022'],
    ['IMEI', 'status:429', 'status:429'],
    ['ThingName', ' A-1 ', 'A-1'],
    ['CellId', '0x1A', '0x1A'],
  ] as const)('%s: %s is sent as %s', (name, typed, sent) => {
    expect(cleanFilter(name, typed)).toBe(sent);
  });

  it.each([
    ['ExternalUniqueId', '89882280', words.part(16, 22)],
    ['ExternalUniqueId', '8988228000010485824', words.checkDigit],
    ['ExternalUniqueId', '8988228000010480000', words.rounded],
    ['ExternalUniqueId', '8'.repeat(23), words.tooLong(22)],
    ['ActiveMobileSubscriber', '26201abc', words.digitsOnly],
    ['IMEI', '356938035643808', words.imeiCheckDigit],
    ['MSISDN', '0151 01000022', words.noCountry],
    ['Lac', '70000', words.tooLarge(65_535)],
    ['CellId', 'x', words.wholeNumber],
  ] as const)('%s: %s gets advice', (name, typed, advice) => {
    expect(filterAdvice(name, typed)).toBe(advice);
  });

  it('gets none when it is empty, or what a record holds', () => {
    for (const name of thingFilterNames) expect(filterAdvice(name, ' ')).toBeUndefined();
    for (const thing of createSandbox({ things: 40 }).state.things()) {
      expect(filterAdvice('ExternalUniqueId', thing.ExternalUniqueId)).toBeUndefined();
      expect(filterAdvice('ActiveMobileSubscriber', thing.ActiveMobileSubscriber)).toBeUndefined();
      expect(filterAdvice('MSISDN', thing.MSISDN ?? '')).toBeUndefined();
      expect(filterAdvice('Lac', String(thing.Lac))).toBeUndefined();
      expect(filterAdvice('CellId', String(thing.CellId))).toBeUndefined();
    }
  });
});
