import { describe, expect, it } from 'vitest';

import { fleetChecks, type FleetCheck, type FleetScan, type ListedThing } from '#api/inventory.ts';
import { eventValue, shareWords } from '#api/inventoryWords.ts';
import { createCsvFile } from '#lib/csvFile.ts';
import { figures, figuresAt, remembered, thingChange } from '#testing/fixtures/fleetFigures.ts';

import { checkWords, findings, trendWords, verdict } from './checkWords.ts';
import { callsFor, costWords, coverageWords, latestWords } from './coverage.ts';
import { eventColumns, simColumns } from './inventoryFiles.ts';
import { pictures, stateParts } from './pictures.ts';
import { checkColumn, deviceWords } from './simColumns.ts';

const day = 86_400_000;
const scanOfBen: FleetScan = {
  id: 'r2',
  username: 'ben',
  startedAt: figuresAt - day,
  endedAt: null,
  state: 'running',
  things: 120,
};
const found = (...checks: FleetCheck[]) =>
  checks.map((check) => ({ check, count: 2, of: 10, before: 0 }));

describe('the wording on the Fleet pages', () => {
  it.each([
    [0, 1],
    [49, 1],
    // A full page may not be the last.
    [50, 2],
    [98, 2],
    [99, 3],
    [4_950, 102],
  ])('reading %i SIMs takes %i calls', (sims, calls) => expect(callsFor(sims)).toBe(calls));

  it('states no cost if it is not known', () => {
    expect(costWords({ complete: null, sims: 0 })).toMatch(
      /not known yet\. Reading them takes one call to the service for every 49 SIMs\.$/,
    );
    expect(costWords({ complete: null, sims: 400 })).toMatch(/not known yet.*, so at least 9\.$/);
    expect(costWords(figures)).toBe('Takes about 102 calls to the service.');
    expect(costWords({ complete: null, sims: 400 }, 4_950)).toBe(
      'Takes about 102 calls to the service, assuming that the totals of the Thing Groups (4,950 together) count their SIMs.',
    );
    // The totals cannot count SIMs: lists have already shown more.
    expect(costWords({ complete: null, sims: 400 }, 12)).toMatch(
      /not known yet.*, so at least 9\.$/,
    );
  });

  it('says what the figures cover, even without a complete scan', () => {
    expect(coverageWords(figures, figuresAt)).toMatch(
      /^4,950 SIMs seen since .*, the latest 4 minutes ago\. Last complete scan 3 days ago by anna\.$/,
    );
    expect(coverageWords({ ...figures, complete: null }, figuresAt)).toMatch(
      /\. No complete scan yet, so these are only SIMs seen in lists\.$/,
    );
    expect(coverageWords({ ...figures, seen: null }, figuresAt)).toBe('No SIMs seen yet.');
  });

  it('includes the year in dates', () => {
    const since = (at: Date) =>
      coverageWords({ ...figures, seen: { oldest: at.getTime(), newest: figuresAt } }, figuresAt);
    expect(since(new Date(2025, 10, 14))).toMatch(/seen since [^;]*14[^;]*2025,/);
    expect(since(new Date(2026, 10, 14))).toMatch(/seen since [^;]*14[^;]*2026,/);
  });

  it.each<[FleetScan['state'], string, number?]>([
    ['running', 'has not finished: 120 SIMs so far. It continues only while its page is open.'],
    ['partial', 'read 120 SIMs but may have missed some rows, so it marked no SIM as not found.'],
    [
      'partial',
      'read no SIM, which does not prove that there are none, so it marked no SIM as not found.',
      0,
    ],
    [
      'stopped',
      'was stopped after 120 SIMs. The SIMs read so far are in the inventory. The others were not read.',
    ],
  ])('says that the newest scan is %s', (state, words, things = 120) => {
    expect(latestWords({ ...figures, latest: { ...scanOfBen, state, things } }, figuresAt)).toBe(
      `A scan by ben, started 1 day ago, ${words}`,
    );
    expect(latestWords(figures, figuresAt)).toBeUndefined();
  });

  it.each([
    [9, 'It continues only while its page is open.'],
    [
      12,
      'It last reported progress 12 minutes ago. Its page may be waiting for the service’s rate limit, or may have been closed.',
    ],
  ])('describes a scan without a report for %i minutes', (age, words) => {
    const latest = { ...scanOfBen, heardAt: figuresAt - age * 60_000 };
    expect(latestWords({ ...figures, latest }, figuresAt)).toBe(
      `A scan by ben, started 1 day ago, has not finished: 120 SIMs so far. ${words}`,
    );
  });

  it('lists the worst first, and counts a long silence only once', () => {
    expect(findings(found('silent-7', 'no-imei', 'silent-30', 'outside-lock'))).toMatchObject([
      { check: 'outside-lock' },
      { check: 'silent-30' },
      { check: 'no-imei' },
    ]);
    expect(Object.keys(checkWords).toSorted()).toEqual(fleetChecks.toSorted());
  });

  it.each([
    [[], 'No check found anything.'],
    [['no-imei', 'silent-7'], 'No problems were found. Some findings are for information only.'],
    [['no-imei', 'blocked'], 'Nothing urgent. Some SIMs are worth a look.'],
    [['not-found', 'blocked'], 'One check found SIMs that need attention now.'],
    [['not-found', 'outside-lock'], '2 checks found SIMs that need attention now.'],
  ] as const)('answers with %j: %s', (checks, words) =>
    expect(verdict(found(...checks))).toBe(words),
  );

  it('does not count a check without data as passed', () => {
    const unknown = { count: 0, of: 0, before: null };
    expect(verdict([{ check: 'outside-lock', ...unknown }])).toBe(
      'No check found anything. 1 check has no data yet.',
    );
    const both = (['outside-lock', 'same-data'] as const).map((check) => ({ check, ...unknown }));
    expect(verdict([...found('blocked'), ...both])).toBe(
      'Nothing urgent. Some SIMs are worth a look. 2 checks have no data yet.',
    );
  });

  it('says how a figure has changed', () => {
    expect(trendWords({ count: 3, before: null })).toBe('No earlier scan');
    expect(trendWords({ count: 3, before: 3 })).toBe('No change');
    expect(trendWords({ count: 3, before: 1_003 })).toBe('1,000 fewer');
    expect(trendWords({ count: 4, before: 3 })).toBe('1 more');
  });

  it.each([
    [0, 100, '0 %'],
    [1, 1_000, '< 1 %'],
    [999, 1_000, '> 99 %'],
    [1_000, 1_000, '100 %'],
    [0, 0, ''],
  ])('%i of %i is %j', (count, of, words) => expect(shareWords(count, of)).toBe(words));

  it('does not mistake a property that every object has for a known state', () => {
    expect(stateParts({ constructor: 1, ACTIVE: 2 })).toMatchObject([
      { state: 'ACTIVE', look: 'plain' },
      { state: 'constructor', look: 'other' },
    ]);
  });

  it('counts each SIM exactly once per chart', () => {
    const [ages, models] = pictures(figures);
    const sum = (rows: readonly { readonly sims: number }[] = []) =>
      rows.reduce((total, { sims }) => total + sims, 0);
    expect(sum(stateParts(figures.states ?? {}))).toBe(figures.sims);
    expect(sum(models?.rows)).toBe(figures.sims);
    for (const { sims, states } of figures.groups) expect(sum(stateParts(states))).toBe(sims);
    const [recent, older] = ages?.rows ?? [];
    expect((recent?.sims ?? 0) + (older?.sims ?? 0) + (ages?.rows.at(-1)?.sims ?? 0)).toBe(
      figures.sims,
    );
  });

  it('describes an empty side of a change', () => {
    expect(eventValue({ ...thingChange, before: '' }, 'before')).toBe('No IMEI');
    expect(eventValue({ kind: 'blocks', before: 'Data', after: '' }, 'after')).toBe(
      'Nothing blocked',
    );
    expect(eventValue(thingChange, 'after')).toBe('356846104140054');
  });
});

describe('what a check says about one SIM', () => {
  const about = (check: FleetCheck, thing: Partial<ListedThing>) =>
    checkColumn(check)?.text({ ...remembered, ...thing }, figuresAt);
  const lock = { prefix: '35208115', seenAt: figuresAt - 3_600_000 };
  const located = (locatedAt?: number) => ({
    values: { ...remembered.values, ...(locatedAt !== undefined && { locatedAt }) },
  });

  it('never presents a guess about service as a fact', () => {
    expect(about('outside-lock', { lock, ...located(figuresAt - 3_600_000) })).toBe(
      'Locked to 35208115, as listed 1 hour ago. Located 1 hour ago: it may lose service at its next session.',
    );
    expect(about('outside-lock', { lock, ...located(figuresAt - 9 * day) })).toMatch(
      /Last located 9 days ago: it may already be cut off\.$/,
    );
    expect(about('outside-lock', { lock, ...located(figuresAt + 60_000) })).toMatch(/ed just now:/);
    const imei = '356846104140054';
    expect(about('outside-lock', { lock, values: { imei } })).toMatch(/is not known\.$/);
    expect(about('outside-lock', { lock, values: { imei: '' } })).toMatch(
      /No IMEI is known, so it is unclear whether the SIM keeps its service\.$/,
    );
  });

  it('names the subject of each check', () => {
    expect(about('shared-imei', { alsoOn: 1 })).toBe('On 1 other SIM');
    expect(about('no-imei', { lastImei: '35' })).toBe('35');
    expect(about('no-imei', {})).toBe('Never reported');
    expect(about('silent-30', {})).toBe('1,234, first listed 3 days ago and unchanged since');
    expect(about('blocked', { values: { blocks: ['Data', 'SMS_MO'] } })).toBe('Data, SMS_MO');
    expect(about('other-device', {})).toBe('Not known; see the SIM’s history');
    const at = new Date(2026, 10, 22, 11, 15).getTime();
    const deviceChange = { before: '352081150000017', since: at - 73 * 60_000, at };
    expect(checkColumn('other-device')?.text({ ...remembered, deviceChange }, at)).toMatch(
      /^352081150000017, replaced between .*\b10.02.* and .*\b11.15/,
    );
    expect(
      about('other-device', { deviceChange: { before: null, since: null, at: figuresAt } }),
    ).toMatch(/^No longer kept, replaced before /);
    expect(about('not-found', { notFoundSince: figuresAt - day })).toBe('1 day ago');
    expect(checkColumn(undefined)).toBeUndefined();
    expect(deviceWords({ ...remembered, values: { imei: '' }, lastImei: '35' })).toBe(
      'None reported now',
    );
  });
});

describe('the files exported from the Fleet pages', () => {
  it('have a cell for each value, and none that a spreadsheet would run', async () => {
    const file = createCsvFile(simColumns);
    file.add([{ ...remembered, values: { ...remembered.values, name: '=cmd' } }]);
    const [heads = '', row = ''] = (await file.blob().text()).split('\r\n');
    expect(heads).toMatch(/^ICCID,Name,/);
    expect(row).toMatch(/^8988228066600000123,'=cmd,g1,Parcel Vans,ACTIVE,,356846104140054,/);
    expect(row.split(',')).toHaveLength(heads.split(',').length);
  });

  it('give the two times between which a change happened', async () => {
    const file = createCsvFile(eventColumns);
    file.add([thingChange]);
    expect((await file.blob().text()).split('\r\n')[1]).toBe(
      '2026-11-22T07:12:00.000Z,2026-11-22T08:12:00.000Z,8988228066600000123,Different device model,352081150000017,356846104140054,,',
    );
  });
});
