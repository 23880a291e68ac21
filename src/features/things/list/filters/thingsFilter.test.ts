import { describe, expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';

import { filterFields, filterWords, noFilter, type FilterName } from './thingsFilter.ts';

function fieldOf(name: FilterName) {
  const field = filterFields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`There is no filter ${name}`);
  return field;
}

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
  ] as const)('%s: “%s” is sent as %s', (name, typed, sent) => {
    expect(fieldOf(name).parse(typed)).toEqual([sent]);
  });

  it.each([
    ['ExternalUniqueId', '89882280', 'Usually 16 to 22 digits. Partial numbers may not match.'],
    ['ExternalUniqueId', '8988228000010485824', 'The check digit is not valid.'],
    [
      'ExternalUniqueId',
      '8988228000010480000',
      'Ends in zeros, as if rounded by a spreadsheet: check it.',
    ],
    ['ExternalUniqueId', '8'.repeat(23), 'At most 22 digits.'],
    ['ActiveMobileSubscriber', '26201abc', 'Usually digits only.'],
    ['IMEI', '356938035643808', 'The IMEI check digit is not valid.'],
    ['MSISDN', '0151 01000022', 'Begins with 0: is the country code missing?'],
    ['Lac', '70000', 'Usually at most 65535.'],
    ['CellId', '1A2B', 'Usually digits only.'],
  ] as const)('%s: “%s” gets advice', (name, typed, advice) => {
    expect(fieldOf(name).advice?.(typed)).toBe(advice);
  });

  it('gets no advice if it is empty or a value from a record', () => {
    for (const field of filterFields) expect(field.advice?.(' ')).toBeUndefined();
    const filterAdvice = (name: FilterName, value: string) => fieldOf(name).advice?.(value);
    for (const thing of createSandbox({ things: 40 }).state.things()) {
      expect(filterAdvice('ExternalUniqueId', thing.ExternalUniqueId)).toBeUndefined();
      expect(filterAdvice('ActiveMobileSubscriber', thing.ActiveMobileSubscriber)).toBeUndefined();
      expect(filterAdvice('MSISDN', thing.MSISDN ?? '')).toBeUndefined();
      expect(filterAdvice('Lac', String(thing.Lac))).toBeUndefined();
      expect(filterAdvice('CellId', String(thing.CellId))).toBeUndefined();
    }
  });
});

it('a filter in words names each applied value, in the form’s order', () => {
  const words = filterWords({
    filters: { CellId: '7', ThingName: 'EM' },
    tags: ['a', 'b'],
    state: 'ACTIVE',
  });
  expect(words.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Thing name: EM',
    'Cell ID: 7',
    'State: ACTIVE',
    'Tags: a, b',
  ]);
  expect(filterWords(noFilter)).toEqual([]);
});
