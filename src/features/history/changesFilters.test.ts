import { expect, it } from 'vitest';

import { dayStart } from '#lib/dayStart.ts';
import { readAddress, writeAddress } from '#lib/filterAddress.ts';

import { changesAddress } from './changesFilters.ts';

const read = (search: string) => readAddress(new URLSearchParams(search), changesAddress);

it('the address of the changes requests whole days, including the last one', () => {
  const { query, invalid } = read(
    'group=vans&who=anna&outcome=not-sent&from=2026-10-24&to=2026-10-25&before=c1',
  );
  expect(invalid).toEqual([]);
  expect(query).toEqual({
    group: 'vans',
    who: 'anna',
    outcome: 'not-sent',
    from: new Date(2026, 9, 24).getTime(),
    to: new Date(2026, 9, 26).getTime(),
    before: 'c1',
  });
});

it.each([
  ['outcome=lost', 'outcome'],
  ['from=2026-02-30', 'from'],
  ['from=yesterday', 'from'],
  ['to=22.11.2026', 'to'],
  ['from=2026-11-22&to=2026-11-21', 'to'],
  ['who=a%00b', 'who'],
  [`group=${'x'.repeat(201)}`, 'group'],
  [`before=${'x'.repeat(201)}`, 'before'],
])('the address of the changes leaves out an invalid value and reports it: %s', (search, name) => {
  const { query, texts, invalid } = read(search);
  expect(invalid).toEqual([name]);
  expect(query).not.toHaveProperty(name);
  expect(texts).not.toHaveProperty(name);
});

it('the address of the changes keeps other tools’ parameters, and writes nothing for an empty filter', () => {
  const current = new URLSearchParams('embed=1&who=anna&before=c1');
  const { texts } = readAddress(current, changesAddress);
  const none = { ...texts, who: '', before: '' };
  expect(String(writeAddress(current, changesAddress, none))).toBe('embed=1');
});

it('the address of the changes counts calendar days, not periods of 24 hours', () => {
  for (let month = 1; month <= 12; month++) {
    const day = `2026-${String(month).padStart(2, '0')}-28`;
    expect(new Date(dayStart(day, 1) ?? Number.NaN).getHours()).toBe(0);
  }
  expect(dayStart('2026-13-01')).toBeUndefined();
  expect(dayStart('')).toBeUndefined();
});
