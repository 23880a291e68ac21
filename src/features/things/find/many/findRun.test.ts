import { describe, expect, it } from 'vitest';

import { createApi } from '#api/client.ts';
import type { Thing } from '#contract/thing.ts';
import { createSessionRecords } from '#lib/sessionRecords.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { sandboxServices, signInTo } from '#testing/fixtures/sandboxServices.ts';
import { untilDone } from '#testing/fixtures/untilDone.ts';

import { createFindRun, type FindMode, type FindProgress } from './findRun.ts';
import { exportedFound, foundRows, missingRows } from './foundRows.ts';
import { keepResults, restoreResults } from './keptResults.ts';
import type { Outcome } from './outcomes.ts';
import { planFind } from './PlanForm.tsx';
import { createLineReadings, readList, type IdentifierItem } from './readList.ts';
import { reasonNotes } from './words.ts';

async function itemsOf(text: string): Promise<readonly IdentifierItem[]> {
  const parsed = await readList(text, {
    clock: manualClock(),
    pause: () => Promise.resolve(),
    known: createLineReadings(),
    signal: new AbortController().signal,
  });
  return (parsed?.items ?? []).filter((item) => item.kind === 'identifier');
}

/** A sandbox, and searches in it that collect their progress. */
async function fixture(options: Parameters<typeof createSandbox>[0] = {}) {
  const clock = manualClock();
  const sandbox = createSandbox({ things: 300, clock, ...options });
  const { http, session } = sandboxServices(sandbox, clock);
  await signInTo(sandbox, session, 'writer');
  const progress: FindProgress[] = [];
  const { things } = createApi(http);
  const watch = { onProgress: (_: FindProgress): unknown => undefined };
  return {
    sandbox,
    progress,
    watch,
    async start(text: string, mode: FindMode) {
      const items = await itemsOf(text);
      const run = createFindRun({ things, clock, random: () => 0 }, items, mode);
      const show = (seen: FindProgress) => {
        progress.push(seen);
        watch.onProgress(seen);
      };
      return {
        ...run,
        items,
        /** Advances the clock until the run has ended. */
        run: ({ signal } = new AbortController()) =>
          untilDone(run.run(signal, show), () => clock.advance(50)),
      };
    },
  };
}

type Found = Awaited<ReturnType<Awaited<ReturnType<typeof fixture>>['start']>>;

/** In list order, because responses may arrive in any order. */
const outcomesOf = (run: Pick<Found, 'items' | 'outcomes'>): readonly Outcome[] =>
  run.items.flatMap((item) => run.outcomes().get(item) ?? []);

/** SIMs that share no identifier with any other SIM. */
function clearThings(sandbox: Sandbox, count?: number): readonly Thing[] {
  return sandbox.state
    .things()
    .filter(({ IMEI, MSISDN = '' }) => /^35\d{13}$/.test(IMEI) && MSISDN.length > 9)
    .slice(0, count);
}

const spellings: readonly ((thing: Thing) => string)[] = [
  (thing) => `"${thing.ExternalUniqueId}F"`,
  (thing) => `IMEI ${thing.IMEI}`,
  (thing) => thing.ActiveMobileSubscriber,
  (thing) => `+${thing.MSISDN}`,
  (thing) => `name: ${thing.ThingName}`,
];

describe.each(['lookups', 'scan'] as const)('by %s', (mode) => {
  it('finds SIMs by every kind of identifier, and reports the matching kind', async () => {
    const { sandbox, start } = await fixture();
    const things = clearThings(sandbox, 5);
    const run = await start(things.map((one, index) => spellings[index]?.(one)).join('\n'), mode);
    expect(await run.run()).toEqual({ kind: 'complete' });
    const as = ['iccid', 'imei', 'imsi', 'msisdn', 'name'].map((kind) => ({ kind }));
    expect(outcomesOf(run)).toMatchObject(
      things.map(({ ExternalUniqueId: iccid }, at) => ({ kind: 'found', iccid, as: as[at] })),
    );
    expect([...run.reads().keys()].toSorted()).toEqual(
      things.map(({ ExternalUniqueId }) => ExternalUniqueId).toSorted(),
    );
  });

  it('reports identifiers that belong to no SIM', async () => {
    const { start } = await fixture();
    const run = await start('8988999999999999999\nNo such van\nIMEI 350000000000000', mode);
    await run.run();
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['nobody', 'nobody', 'nobody']);
    const notes = reasonNotes(outcomesOf(run)).join(' ');
    expect(notes).toMatch(/^Even if an IMEI is not found, the SIM may exist/);
    expect(notes.includes('The IMEI filter may expect an IMSI.')).toBe(mode === 'lookups');
  });

  it('waits as long as a 429 requires, loses nothing, and leaves a call for the user', async () => {
    const consoleLimit = { requests: 5, windowSeconds: 60 };
    const { sandbox, start, progress } = await fixture({ consoleLimit });
    const text = clearThings(sandbox, 12).map((thing) => thing.ExternalUniqueId);
    const run = await start(text.join('\n'), mode);
    expect(await run.run()).toEqual({ kind: 'complete' });
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(text.map(() => 'found'));
    expect(progress.some(({ wait }) => wait !== undefined)).toBe(true);
    expect(callsTo(sandbox, 'GET /things').filter(({ status }) => status === 429)).toEqual([]);
  });

  it('continues after a 429 that no earlier response warned of', async () => {
    const { sandbox, start, progress } = await fixture();
    sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '7' });
    const [thing] = clearThings(sandbox);
    const run = await start(thing?.ExternalUniqueId ?? '', mode);
    expect(await run.run()).toEqual({ kind: 'complete' });
    expect(progress.find(({ wait }) => wait?.error)?.wait?.error?.status).toBe(429);
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(['found']);
  });

  it('does not repeat finished calls when it continues after a cancellation', async () => {
    const { sandbox, start, watch } = await fixture();
    sandbox.setOptions({ latencyMs: 100 });
    const things = clearThings(sandbox, 30);
    const run = await start(things.map((one) => one.ExternalUniqueId).join('\n'), mode);
    const cancelling = new AbortController();
    watch.onProgress = ({ calls }) => calls >= 2 && cancelling.abort();
    expect(await run.run(cancelling)).toEqual({ kind: 'cancelled' });
    watch.onProgress = () => undefined;
    const before = callsTo(sandbox, 'GET /things').length;
    expect(run.outcomes().size).toBeLessThan(things.length);
    expect(await run.run()).toEqual({ kind: 'complete' });
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(things.map(() => 'found'));
    // Only calls that were in flight at the time of the cancellation are sent again.
    const inFlight = 6;
    const beyondTheEnd = 6;
    const needed = mode === 'scan' ? 7 + beyondTheEnd : 30;
    expect(callsTo(sandbox, 'GET /things').length).toBeLessThanOrEqual(needed + inFlight);
    expect(before).toBeLessThan(callsTo(sandbox, 'GET /things').length);
  });
});

describe('R19: lookups', () => {
  it('for a row make a single call for all identifiers of the same SIM', async () => {
    const { sandbox, start } = await fixture();
    const [a] = clearThings(sandbox);
    const row = [a?.ExternalUniqueId, a?.ActiveMobileSubscriber, a?.IMEI, a?.ThingName];
    const run = await start(row.join(';'), 'lookups');
    await run.run();
    expect(outcomesOf(run).map(({ kind }) => kind)).toEqual(Array(4).fill('found'));
    expect(callsTo(sandbox, 'GET /things')).toHaveLength(1);
  });

  it('that fail do not end the run, and keep their request id', async () => {
    const { sandbox, start } = await fixture();
    const [a, b] = clearThings(sandbox);
    const lines = [a?.ExternalUniqueId, 'status:400', b?.ExternalUniqueId];
    const run = await start(lines.join('\n'), 'lookups');
    expect(await run.run()).toEqual({ kind: 'complete' });
    const outcomes = [...run.outcomes()].map(([item, outcome]) => [item.line, outcome.kind]);
    expect(Object.fromEntries(outcomes)).toEqual({ 1: 'found', 2: 'failed', 3: 'found' });
    const failed = outcomesOf(run).find(({ kind }) => kind === 'failed');
    expect(failed?.kind === 'failed' && failed.error.requestId).toMatch(/.+/);
  });

  it('continue however many of them fail, as long as others in between succeed', async () => {
    const { sandbox, start } = await fixture();
    const things = clearThings(sandbox, 6);
    const lines = things.flatMap((one, at) => [one.ExternalUniqueId, `status:400:${at}`]);
    const run = await start(lines.join('\n'), 'lookups');
    expect(await run.run()).toEqual({ kind: 'complete' });
    const byKind = Object.groupBy(outcomesOf(run), ({ kind }) => kind);
    expect([byKind.found?.length, byKind.failed?.length]).toEqual([6, 6]);
  });

  it('end the run when all of them fail, and resume with those still without an outcome', async () => {
    const { sandbox, start } = await fixture();
    sandbox.faults.add({ route: 'GET /things', status: 403, count: 5 });
    const things = clearThings(sandbox, 20);
    const run = await start(things.map((one) => one.ExternalUniqueId).join('\n'), 'lookups');
    expect((await run.run()).kind).toBe('failed');
    expect(await run.run()).toEqual({ kind: 'complete' });
    const byKind = Object.groupBy(outcomesOf(run), ({ kind }) => kind);
    expect([byKind.found?.length, byKind.failed?.length]).toEqual([16, 4]);
  });

  it('do not accept a SIM whose record does not show the requested identifier', async () => {
    const { sandbox, start } = await fixture({ thingFields: 'documented' });
    const [a] = clearThings(sandbox);
    const run = await start(`+${a?.MSISDN}`, 'lookups');
    await run.run();
    expect(outcomesOf(run)).toMatchObject([
      { kind: 'unverified', iccids: [a?.ExternalUniqueId], isShown: false },
    ]);
  });

  it('by name do not accept a longer name, and report several SIMs with the same name', async () => {
    const { sandbox, start } = await fixture();
    const [a, b, longer] = sandbox.state.things();
    const run = await start(`name: ${longer?.ThingName?.slice(0, -1)}\nname: Van 7`, 'lookups');
    const rows = [
      { ...a, ThingName: 'Van 7' },
      { ...b, ThingName: 'Van 7' },
      { ...longer, ThingName: 'Van 71' },
    ];
    sandbox.faults.add({ route: 'GET /things', skip: 1, body: JSON.stringify(rows) });
    await run.run();
    const as = { kind: 'name', form: 'text', value: 'Van 7' };
    expect(outcomesOf(run)).toMatchObject([
      { kind: 'nobody' },
      { kind: 'several', iccids: [a?.ExternalUniqueId, b?.ExternalUniqueId], as },
    ]);
  });

  it('by name say that other SIMs may have it if the page is full, even after a reload', async () => {
    const { sandbox, start } = await fixture();
    const things = sandbox.state.things().slice(0, 50);
    const names = { 'Van 7': 'Van 7', 'Van 8': 'Van 81', 'Van 91': 'Van 91' };
    for (const [first, others] of Object.entries(names)) {
      const rows = things.map((one, at) => ({ ...one, ThingName: at === 0 ? first : others }));
      sandbox.faults.add({ route: 'GET /things', body: JSON.stringify(rows) });
    }
    const run = await start('Van 7\nVan 8\nVan 9', 'lookups');
    await run.run();
    const parsed = { items: run.items, leftOut: 0 };
    const drafts = createSessionRecords(memoryTextStore(), 'drafts', 'somebody');
    keepResults(drafts, 'lookups', { parsed, outcomes: run.outcomes(), reads: run.reads() });
    const { results } = restoreResults(drafts, parsed) ?? {};
    expect(results && foundRows(results)[0]?.as).toBe('Thing name (perhaps not the only one)');
    expect(results && missingRows(results)[0]?.why).toMatch(/^At least 50 SIMs have this Thing/);
    expect(results && missingRows(results)[1]?.why).toMatch(
      /lists 50 or more SIMs for this Thing name\. No readable one of the first 50 matches exactly\.$/,
    );
    // As the previous version of the console stored the ICCID.
    const kept = JSON.stringify(drafts.read('find many results'));
    drafts.keep('find many results', JSON.parse(kept.replace(/"iccid":("\d+")/, '"iccids":[$1]')));
    expect(restoreResults(drafts, parsed)?.results).toEqual(results);
  });
});

it('a scan of a list that changed says so wherever it says that nobody has an identifier', async () => {
  const { sandbox, start } = await fixture();
  const [gone, ...others] = sandbox.state.things();
  for (const page of [others.slice(0, 50), others.slice(52, 60)])
    sandbox.faults.add({ route: 'GET /things', body: JSON.stringify(page) });
  const run = await start(gone?.ExternalUniqueId ?? '', 'scan');
  expect(await run.run()).toEqual({ kind: 'unsure', why: 'moved' });
  const results = {
    parsed: { items: run.items, leftOut: 0 },
    outcomes: run.outcomes(),
    reads: run.reads(),
  };
  const notes = reasonNotes(results.outcomes.values());
  expect(notes).toEqual([expect.stringMatching(/^The list changed while it was being read/)]);
  const { second } = exportedFound([], missingRows(results), notes);
  expect(second?.rows.slice(2)).toEqual([['', '', notes[0]]]);
});

it('a scan that did not read the whole list says that other SIMs may match, except by ICCID', async () => {
  const { sandbox, start } = await fixture();
  const rows = sandbox.state.things().slice(0, 50);
  const named = rows.map((one, at) => ({ ...one, ThingName: at < 2 ? 'Van 7' : `Van ${at}0` }));
  sandbox.faults.add({ route: 'GET /things', body: JSON.stringify(named) });
  sandbox.faults.add({ route: 'GET /things', status: 403, count: Number.POSITIVE_INFINITY });
  const run = await start(`Van 7\nVan 80\n${rows[9]?.ExternalUniqueId}`, 'scan');
  expect((await run.run()).kind).toBe('failed');
  expect(outcomesOf(run)).toMatchObject([
    { kind: 'several', more: true },
    { kind: 'found', more: true },
    { kind: 'found', more: false },
  ]);
});

describe('the plan', () => {
  it('counts a lookup per interpretation, and chooses the cheaper way', async () => {
    const items = await itemsOf('8988228066600012343\n356846100043219');
    expect(planFind(items, 5_000)).toEqual({
      lookups: { least: 2, most: 5 },
      scan: 103,
      cheaper: 'lookups',
    });
    expect(planFind(items, 100).cheaper).toBe('scan');
  });

  it('looks up one by one while the length of the list is unknown', async () => {
    const items = await itemsOf('8988228066600012343');
    expect(planFind(items, undefined)).toMatchObject({ scan: undefined, cheaper: 'lookups' });
  });
});
