import { describe, expect, it } from 'vitest';

import type { ScanReport } from '#api/scan/scan.ts';

import { nextState, type ExportState } from './useExport.ts';

const counts = { rows: 100, pages: 2, duplicates: 0, unreadable: 0, shifts: 0 };
const report: ScanReport = { ...counts, end: { kind: 'cancelled' } };
const stopped: ExportState = { step: 'stopped', report };

describe('the steps of an export', () => {
  it('continue counting after a stop', () => {
    expect(nextState(stopped, { type: 'resumed' })).toMatchObject({
      step: 'running',
      progress: counts,
    });
  });

  it('ignore progress that arrives after the end', () => {
    const late = { type: 'progressed', progress: counts } as const;
    for (const state of [stopped, { step: 'saving' }] satisfies ExportState[]) {
      expect(nextState(state, late)).toBe(state);
    }
  });

  it('start reading once, and again only after a stop', () => {
    const running = nextState({ step: 'choosing' }, { type: 'started' });
    expect(running).toMatchObject({ step: 'running', progress: { rows: 0, pages: 0 } });
    expect(nextState(running, { type: 'resumed' })).toBe(running);
  });
});
