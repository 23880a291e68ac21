import { describe, expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import type { ScanReport } from '#api/scan/scan.ts';

import { exportFileName, factRows, reportLines, type ExportFacts } from './exportFacts.ts';

const none = { filters: {}, tags: [], state: undefined };
const complete: ScanReport = {
  end: { kind: 'complete' },
  rows: 234,
  pages: 25,
  duplicates: 0,
  unreadable: 0,
  shifts: 0,
};

function factsOf(change: Partial<ExportFacts> = {}): ExportFacts {
  return {
    filters: none,
    report: complete,
    cutCells: 0,
    startedAt: Date.UTC(2026, 10, 21, 8, 29),
    endedAt: Date.UTC(2026, 10, 21, 8, 30),
    columns: 'All fields',
    ...change,
  };
}

describe('the file name', () => {
  it('contains the filter, the time, and whether the file is complete', () => {
    expect(exportFileName(factsOf(), 'csv')).toBe('things_all_2026-11-21T0830Z_complete.csv');
    const filters: ExportFacts['filters'] = {
      filters: { ThingsGroupName: 'Scooter Sharing' },
      tags: ['t1'],
      state: 'ACTIVE',
    };
    const report: ScanReport = { ...complete, end: { kind: 'cancelled' } };
    expect(exportFileName(factsOf({ filters, report }), 'xlsx')).toBe(
      'things_ThingsGroupName-Scooter-Sharing_State-ACTIVE_Tags-t1_2026-11-21T0830Z_partial.xlsx',
    );
  });

  it.each(['../../etc/passwd', 'a\0b', 'c:\\x', '‮exe.csv', '💣'.repeat(200), 'x'.repeat(500)])(
    'contains no dangerous characters of the filter %j',
    (ThingName) => {
      const name = exportFileName(factsOf({ filters: { ...none, filters: { ThingName } } }), 'csv');
      expect(name).toMatch(/^things_[\p{L}\p{N}_-]+_2026-11-21T0830Z_complete\.csv$/u);
      expect(name.length).toBeLessThan(140);
    },
  );
});

describe('the report about a file', () => {
  it('calls it complete only if every record could be read', () => {
    const report = { ...complete, unreadable: 2 };
    expect(exportFileName(factsOf({ report }), 'csv')).toContain('_partial');
    expect(reportLines(factsOf({ report }))).toEqual([
      'All pages were read: 234 rows.',
      '2 records could not be read and are not in the file.',
    ]);
    expect(reportLines(factsOf())).toEqual(['Complete: 234 rows.']);
  });

  it('calls it incomplete if a cell was truncated', () => {
    const facts = factsOf({ cutCells: 1 });
    expect(exportFileName(facts, 'xlsx')).toContain('_partial');
    expect(reportLines(facts)).toEqual([
      'All pages were read: 234 rows.',
      expect.stringMatching(/^1 cell is truncated to 32,767 characters/),
    ]);
  });

  it.each([
    [{ duplicates: 1 }, /^1 row appeared twice and was skipped: .* other rows may be missing\.$/],
    [{ duplicates: 3 }, /^3 rows appeared twice and were skipped: .* other rows may be missing\.$/],
    [{ shifts: 2 }, /^The list changed while it was read, so rows may be missing\.$/],
  ])('calls it incomplete if rows moved while they were being read: %j', (moved, words) => {
    const facts = factsOf({ report: { ...complete, ...moved } });
    expect(exportFileName(facts, 'csv')).toContain('_partial');
    expect(reportLines(facts)).toEqual([
      'All pages were read: 234 rows.',
      expect.stringMatching(words),
    ]);
    expect(factRows(facts)).toContainEqual(['Complete', 'no']);
  });

  it('is also a sheet in the workbook, with the id of a failed request', () => {
    const error = new ApiError({ kind: 'server', method: 'GET', route: '/a', requestId: 'req_9' });
    const report: ScanReport = { ...complete, end: { kind: 'failed', error } };
    const rows = new Map(factRows(factsOf({ report })).map(([fact, value]) => [fact, value]));
    expect(rows.get('Complete')).toBe('no');
    expect(rows.get('Filter')).toBe('none');
    expect(rows.get('Rows')).toBe('234');
    expect(rows.get('Request ID of the error')).toBe('req_9');
    expect(rows.get('Reading ended (UTC)')).toBe('2026-11-21T08:30:00.000Z');
  });
});
