import { describe, expect, it } from 'vitest';

import { rowNames, scanOver } from '#testing/fixtures/thingsScan.ts';
import type { ScanFault } from '#testing/models/scanServiceModel.ts';

describe('a page that fails', () => {
  it.each<ScanFault>([500, 503, 'network'])(
    '%s is read again after 1, 2 and 4 s, like other reads',
    async (fault) => {
      let left = 3;
      const { run, got, calls } = scanOver(75, {
        fault: (_, offset) => (offset === 49 && left-- > 0 ? fault : undefined),
      });
      expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 75 });
      expect(got).toEqual(rowNames(75));
      const sent = calls.flatMap((call) => (call.offset === 49 ? [call.sentAt] : []));
      const gaps = sent.slice(1).map((at, index) => Math.floor((at - (sent[index] ?? 0)) / 1_000));
      expect(gaps).toEqual([1, 2, 4]);
    },
  );

  it('requests only one page at a time from a service that keeps failing', async () => {
    const { run, calls } = scanOver(5_000, {
      latency: () => 100,
      fault: (call) => (call < 12 ? undefined : 500),
    });
    expect(await run()).toMatchObject({ end: { kind: 'failed' } });
    // The pages in flight, and three retries of the first.
    expect(calls.length).toBeLessThanOrEqual(12 + 6 + 3);
  });

  it('is retried on its own, even after the others that failed with it have been answered', async () => {
    const { run, calls } = scanOver(2_000, {
      latency: () => 100,
      fault: (call) => (call >= 12 && call < 18 ? 503 : undefined),
    });
    await run();
    const failed = new Set(calls.flatMap(({ status, offset }) => (status === 503 ? [offset] : [])));
    const again = calls.filter(({ status, offset }) => status === 200 && failed.has(offset));
    expect(failed.size).toBe(6);
    expect(new Set(again.map(({ sentAt }) => sentAt)).size).toBe(6);
  });

  it('does not fail the scan if another page has shown that the list ends before it', async () => {
    const { run, calls } = scanOver(300, {
      latency: (call) => ({ 5: 500, 6: 50, 7: 100 })[call] ?? 10,
      fault: (_, offset) => (offset === 343 ? 403 : undefined),
    });
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 300 });
    expect(calls.map(({ status }) => status)).toContain(403);
  });

  it('fails the scan if it keeps failing, and another run continues from there', async () => {
    let left = 4;
    const { run, got, calls } = scanOver(330, {
      fault: (_, offset) => (offset === 98 && left-- > 0 ? 503 : undefined),
    });
    const first = await run();
    expect(first).toMatchObject({ end: { kind: 'failed', error: { status: 503 } } });
    expect(got).toEqual(rowNames(first.rows));
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 330, duplicates: 0 });
    expect(got).toEqual(rowNames(330));
    const read = calls.flatMap(({ status, offset }) => (status === 200 ? [offset] : []));
    expect(new Set(read).size).toBe(read.length);
  });

  it.each<ScanFault>([403, 'malformed'])('%s stops it immediately', async (fault) => {
    const { run, calls } = scanOver(500, {
      fault: (_, offset) => (offset === 98 ? fault : undefined),
    });
    expect(await run()).toMatchObject({ end: { kind: 'failed' }, rows: 99 });
    expect(calls.filter(({ offset }) => offset === 98)).toHaveLength(1);
  });
});
