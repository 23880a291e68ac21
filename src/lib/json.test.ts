import { expect, it } from 'vitest';

import { parseJson } from './json.ts';

it('V5: keeps every digit of an ICCID sent as a number', () => {
  expect(parseJson('[{"ExternalUniqueId":89882280666000001234}]')).toEqual([
    { ExternalUniqueId: '89882280666000001234' },
  ]);
});

it('V5: keeps safe numbers as numbers, even alongside unsafe ones', () => {
  expect(parseJson('{"a":12,"b":-0.5,"c":9007199254740993}')).toEqual({
    a: 12,
    b: -0.5,
    c: '9007199254740993',
  });
});

it('V5: keeps digits inside strings', () => {
  expect(parseJson('{"note":": 12345678901234567890"}')).toEqual({
    note: ': 12345678901234567890',
  });
});

it('V5: returns undefined for text that is not JSON', () => {
  expect([parseJson('<html>'), parseJson('[{"a":1')]).toEqual([undefined, undefined]);
});
