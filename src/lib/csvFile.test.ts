import { expect, it } from 'vitest';

import { recordFileName } from './csvFile.ts';

const at = Date.UTC(2026, 10, 22, 9, 12);

it.each([
  [{ who: 'anna/b', from: '2026-11-01' }, true, 'who-anna-b_from-2026-11-01', 'complete'],
  [{ state: '', tac: undefined, location: 'none' }, true, 'state-none_location-none', 'complete'],
  [{ group: 'x'.repeat(100) }, true, `group-${'x'.repeat(74)}`, 'complete'],
  [{}, false, 'all', 'partial'],
])(
  'a file name has the filters, the time, and whether the file is complete: %j',
  (filters, isComplete, words, state) => {
    expect(recordFileName('changes', Object.entries(filters), at, isComplete)).toBe(
      `changes_${words}_2026-11-22T0912Z_${state}.csv`,
    );
  },
);
