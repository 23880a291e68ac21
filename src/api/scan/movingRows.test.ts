import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { callerOf } from '#testing/fixtures/sandboxClient.ts';
import { rowNames, scanOver, scanSandbox } from '#testing/fixtures/thingsScan.ts';

import { isWhole } from './scan.ts';

/** A scan of rows that change while it runs, by default with 100 ms per page. */
const scanSlowly = (rows: string[], latency = (_call: number) => 100) =>
  scanOver(rows, { latency });

/** This many rows, of which those at these places cannot be read. */
const withUnreadable = (count: number, places: readonly number[]) =>
  rowNames(count).map((name, index) => (places.includes(index) ? `${name}?` : name));

describe('a list that changes while it is read', () => {
  it('a row that moves to a later page is taken once and counted, and the list is incomplete', async () => {
    const rows = rowNames(200);
    const { run, got, clock } = scanSlowly(rows);
    clock.after(150, () => void rows.push('0000001'));
    const report = await run();
    expect(report).toMatchObject({ end: { kind: 'complete' }, rows: 200 });
    expect(report.duplicates).toBeGreaterThan(0);
    expect(isWhole(report)).toBe(false);
    expect(new Set(got).size).toBe(got.length);
  });

  it('rows missed because others were removed are detected even though no row appears twice', async () => {
    const rows = rowNames(200);
    const { run, got, clock } = scanSlowly(rows);
    clock.after(150, () => void rows.splice(10, 3));
    const report = await run();
    expect(rowNames(200).filter((name) => !got.includes(name))).toEqual(['8900050', '8900051']);
    expect(report).toMatchObject({ end: { kind: 'complete' }, duplicates: 0, shifts: 1 });
    expect(isWhole(report)).toBe(false);
  });

  it('rows missed are detected, even if the next page begins with an unreadable record', async () => {
    const rows = withUnreadable(100, [52]);
    const { run, clock } = scanSlowly(rows);
    clock.after(150, () => void rows.splice(10, 3));
    const report = await run();
    expect(report).toMatchObject({ end: { kind: 'complete' }, unreadable: 1, shifts: 1 });
    expect(isWhole(report)).toBe(false);
  });

  it('rows missed between a cancelled run and the next one are detected', async () => {
    const rows = rowNames(500);
    const { run, clock } = scanSlowly(rows);
    const abort = new AbortController();
    clock.after(250, () => abort.abort());
    expect(await run(abort.signal)).toMatchObject({ end: { kind: 'cancelled' }, shifts: 0 });
    rows.splice(10, 3);
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, duplicates: 0, shifts: 1 });
  });

  it('a short page followed by more rows is detected', async () => {
    const rows = rowNames(400);
    // The service omits a row from the third page, which is not the last.
    const all = rows.toSorted();
    const page = (offset: number, end: number) =>
      all.slice(offset, end).filter((_, index) => offset !== 98 || index !== 7);
    const holed = Object.assign(rows, { toSorted: () => Object.assign([...all], { slice: page }) });
    const report = await scanSlowly(holed, (call) => (call === 2 ? 500 : 100)).run();
    expect(report).toMatchObject({ end: { kind: 'complete' }, rows: 147, duplicates: 0 });
    expect(isWhole(report)).toBe(false);
  });

  it('an end that comes earlier than the previous page showed is detected', async () => {
    const rows = rowNames(99);
    const { run, clock } = scanSlowly(rows);
    clock.after(150, () => void rows.splice(0, 60));
    expect(await run()).toMatchObject({ end: { kind: 'complete' }, rows: 50, shifts: 1 });
  });

  it('an unreadable record that two pages share is counted once, and is not a sign of a change', async () => {
    const { run } = scanSlowly(withUnreadable(120, [49, 98]));
    expect(await run()).toMatchObject({ rows: 118, unreadable: 2, duplicates: 0, shifts: 0 });
  });

  it('a service that ignores the requested order is not a sign of a change', async () => {
    const rows = rowNames(300).toReversed();
    const { run, got } = scanSlowly(Object.assign(rows, { toSorted: () => [...rows] }));
    const report = await run();
    expect(report).toMatchObject({ rows: 300, duplicates: 0, shifts: 0 });
    expect(isWhole(report)).toBe(true);
    expect(got).toEqual([...rows]);
  });

  it('model: a list that lacks a row that was there the whole time is never called complete', async () => {
    const change = fc.record({
      at: fc.integer({ min: 50, max: 900 }),
      place: fc.nat({ max: 400 }),
      comes: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 400 }),
        fc.array(change, { maxLength: 4 }),
        async (count, changes) => {
          const rows = rowNames(count);
          const stayed = new Set(rows);
          const { run, got, clock } = scanSlowly(rows);
          for (const [index, { at, place, comes }] of changes.entries()) {
            clock.after(at, () => {
              const [gone] = comes ? [] : rows.splice(place, 1);
              if (gone !== undefined) stayed.delete(gone);
              if (comes) rows.push(`${8_900_000 + place}.${index}`);
            });
          }
          const report = await run();
          expect([...stayed].some((row) => !got.includes(row)) && isWhole(report)).toBe(false);
          expect(new Set(got).size).toBe(got.length);
          expect(changes.length === 0 && !isWhole(report)).toBe(false);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('on the sandbox', () => {
  const inOrder = (sandbox: Sandbox, state: string) =>
    sandbox.state
      .things()
      .filter((thing) => thing.State === state)
      .toSorted((a, b) => ((a.ThingName ?? '') < (b.ThingName ?? '') ? -1 : 1));

  async function activateSuspended(sandbox: Sandbox, count: number) {
    const caller = await callerOf(sandbox);
    for (const { ExternalUniqueId } of inOrder(sandbox, 'SUSPENDED').slice(0, count)) {
      await caller.post(`/v1/things/${ExternalUniqueId}/activate`);
    }
  }

  it('SIMs that leave the filter: others are missed, and the list is incomplete', async () => {
    const sandbox = createSandbox({ things: 3_000 });
    const before = inOrder(sandbox, 'SUSPENDED').length;
    const { report, got } = await scanSandbox(sandbox, { state: 'SUSPENDED' }, () =>
      activateSuspended(sandbox, 3),
    );
    expect(got).toHaveLength(before - 2);
    expect(report).toMatchObject({ end: { kind: 'complete' }, duplicates: 0, shifts: 1 });
    expect(isWhole(report)).toBe(false);
  });

  it('a SIM that enters the filter: one appears twice, and the list is incomplete', async () => {
    const sandbox = createSandbox({ things: 3_000 });
    const before = inOrder(sandbox, 'ACTIVE').length;
    const { report, got } = await scanSandbox(sandbox, { state: 'ACTIVE' }, () =>
      activateSuspended(sandbox, 1),
    );
    expect(got).toHaveLength(before);
    expect(report).toMatchObject({ end: { kind: 'complete' }, duplicates: 1 });
    expect(isWhole(report)).toBe(false);
  });
});
