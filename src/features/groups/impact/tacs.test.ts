import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lastDevice } from '#identifiers/lastDevice.ts';

import type { Sim } from './sim.ts';
import { countTacs, suggestPrefix } from './tacs.ts';

function sims(counts: Readonly<Record<string, number>>): Sim[] {
  return Object.entries(counts).flatMap(([start, count]) =>
    Array.from({ length: count }, (_, index) => {
      const reported = start.length < 14 ? start.padEnd(14, '7') : start;
      return { iccid: String(index), name: '', state: '', reported, device: lastDevice(reported) };
    }),
  );
}

const suggested = (counts: Readonly<Record<string, number>>) =>
  suggestPrefix(countTacs(sims(counts)));

describe('TACs', () => {
  it('are counted across all forms of an IMEI, and sorted by number of SIMs, then by TAC', () => {
    const counted = countTacs(
      sims({
        '86056704': 2,
        '35684611': 1,
        '3568461012345601': 1,
        '356846101234567': 1,
        '01580400': 1,
      }),
    );
    expect(counted).toEqual([
      { tac: '35684610', sims: 2 },
      { tac: '86056704', sims: 2 },
      { tac: '01580400', sims: 1 },
      { tac: '35684611', sims: 1 },
    ]);
  });

  it('leave out SIMs without an IMEI', () => {
    expect(countTacs(sims({ '000000000000000': 3, 'no IMEI at all': 2 }))).toEqual([]);
  });
});

describe('the suggested prefix', () => {
  it.each([
    [{ '86056704': 100 }, '86056704', 100, 95],
    [{ '86056704': 95, '35171609': 5 }, '86056704', 95, 95],
    [{ '86056704': 94, '86056799': 6 }, '860567', 100, 95],
    [{ '35684610': 50, '35684611': 50 }, '3568461', 100, 95],
    [{ '35684610': 48, '35684611': 47, '86990304': 5 }, '3568461', 95, 95],
    [{ '35684610': 81, '35684611': 19 }, '3568461', 100, 95],
    [{ '86056704': 94, '35171609': 6 }, '86056704', 94, 80],
    [{ '86056704': 80, '35171609': 20 }, '86056704', 80, 80],
    [{ '86056704': 1 }, '86056704', 1, 95],
  ])('is the longest prefix that matches enough IMEIs: %j', (counts, prefix, covers, enough) => {
    const known = Object.values(counts).reduce((sum, count) => sum + count, 0);
    expect(suggested(counts)).toEqual({ prefix, covers, known, enough });
  });

  it.each([
    ['no IMEI is known', {}],
    ['the devices are of two models', { '86056704': 79, '35171609': 21 }],
    ['the TACs share only their first five digits', { '86056704': 50, '86056104': 50 }],
  ])('does not exist if %s', (_why, counts: Record<string, number>) => {
    expect(suggested(counts)).toBeUndefined();
  });

  it('covers the stated share, and no longer prefix covers enough', () => {
    const anyCounts = fc.dictionary(
      fc.constantFrom('35684610', '35684611', '35684699', '35680000', '86056704'),
      fc.integer({ min: 1, max: 60 }),
    );
    fc.assert(
      fc.property(anyCounts, (counts) => {
        const found = suggested(counts);
        const begun = (prefix: string) =>
          Object.entries(counts).reduce((n, [tac, c]) => n + (tac.startsWith(prefix) ? c : 0), 0);
        const known = begun('');
        const reaches = (percent: number) => (prefix: string) =>
          begun(prefix) * 100 >= known * percent;
        const all = Object.keys(counts).flatMap((tac) =>
          [6, 7, 8].map((length) => tac.slice(0, length)),
        );
        const prefixes = found ? [found.prefix] : [];
        expect(prefixes.map(begun)).toEqual(found ? [found.covers] : []);
        expect(prefixes.filter(reaches(found?.enough ?? 0))).toEqual(prefixes);
        const longer = all.filter((prefix) => prefix.length > (found?.prefix.length ?? 0));
        expect(longer.filter(reaches(found?.enough ?? 80))).toEqual([]);
        expect(found?.enough === 80 ? all.filter(reaches(95)) : []).toEqual([]);
      }),
    );
  });
});
