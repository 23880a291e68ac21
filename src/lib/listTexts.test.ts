import { expect, it } from 'vitest';

import { listTexts } from './listTexts.ts';

it('V1: reads each item separately, and shows unknown items unchanged', () => {
  const items = [
    { IP: '10.0.0.1' },
    '10.0.0.2',
    { Address: '10.0.0.3' },
    { IP: 7 },
    { IP: '' },
    4,
    false,
    ['10.0.0.4'],
    {},
  ];
  expect(listTexts(items, 'IP')).toEqual([
    '10.0.0.1',
    '10.0.0.2',
    '{"Address":"10.0.0.3"}',
    '{"IP":7}',
    '{"IP":""}',
    '4',
    'false',
    '["10.0.0.4"]',
    '{}',
  ]);
});

it('omits empty items', () => {
  expect(listTexts([null, '', 'a'])).toEqual(['a']);
});

it('V9: reads no inherited properties', () => {
  expect(listTexts([{}], 'toString')).toEqual(['{}']);
});
