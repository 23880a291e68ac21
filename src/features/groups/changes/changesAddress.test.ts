import { describe, expect, it } from 'vitest';

import { dayStart } from '#lib/dayStart.ts';
import { writeAddress } from '#lib/filterAddress.ts';

import { queryOf, readChangesAddress } from './changesAddress.ts';

const read = (search: string) => readChangesAddress(new URLSearchParams(search));

describe('the address of the changes', () => {
  it('asks the gateway for whole days, the last one included', () => {
    const { address, invalid } = read(
      'group=vans&who=anna&outcome=not-sent&from=2026-10-24&to=2026-10-25&before=c1',
    );
    expect(invalid).toEqual([]);
    expect(queryOf(address)).toEqual({
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
  ])('leaves out an invalid value and reports it: %s', (search, name) => {
    const { address, invalid } = read(search);
    expect(invalid).toEqual([name]);
    expect(Reflect.get(address, name)).toBe('');
  });

  it('keeps parameters of other tools, and writes nothing for a filter that is not set', () => {
    const current = new URLSearchParams('embed=1&who=anna&before=c1');
    const { address } = readChangesAddress(current);
    expect(String(writeAddress(current, { ...address, who: '', before: '' }))).toBe('embed=1');
  });

  it('counts days of the calendar, not of 24 hours', () => {
    for (let month = 1; month <= 12; month++) {
      const day = `2026-${String(month).padStart(2, '0')}-28`;
      expect(new Date(dayStart(day, 1) ?? Number.NaN).getHours()).toBe(0);
    }
    expect(dayStart('2026-13-01')).toBeUndefined();
    expect(dayStart('')).toBeUndefined();
  });
});
