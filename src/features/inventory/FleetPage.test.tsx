import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import {
  fleetChecks,
  type FleetTrends,
  type WatchProblem,
  type WatchStanding,
} from '#api/inventory.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { addressOf, expectText, expectTextSoon, textsOf } from '#testing/fixtures/expectText.ts';
import { figures, figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { refusal } from '#testing/fixtures/groupChange.ts';
import { openFleetPage as open, region, runningScan } from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';
import { emptySummary } from '#testing/fixtures/sandboxServices.ts';

import { latestWords } from './coverage.ts';
import { problemWords, watchWords } from './watchWords.ts';

describe('the page "Fleet"', () => {
  it('says how many SIMs its figures cover, how old they are, and who ran the last complete scan', async () => {
    await open();
    expect(await screen.findByText(/^4,950 SIMs seen since/)).toHaveTextContent(
      /\. Last complete scan .* by anna\.$/,
    );
  });

  it('Q4: begins with the number of SIMs in each state, across the whole fleet', async () => {
    await open();
    const overview = await region('Overview');
    expectText('4,950 SIMs', overview);
    const states = within(overview).getByRole('list', { name: 'States' });
    expect(textsOf(within(states).getAllByRole('listitem'))).toEqual([
      '4,700 ACTIVE 95 %',
      '180 SUSPENDED 4 %',
      '20 RETIRED < 1 %',
      '50 State not reported 1 %',
    ]);
    expect(addressOf(states, '180 SUSPENDED')).toBe('/fleet/sims?where=state.is.SUSPENDED');
    expect(addressOf(states, '50 State not reported')).toBe('/fleet/sims?where=state.unknown');
    const headings = screen.getAllByRole('heading', { level: 2 });
    expect(textsOf(headings)).toEqual(['Overview', 'Checks', 'Composition', 'What changed']);
    const [first] = within(overview).getAllByRole('list');
    expect(first).toBe(states);
  });

  it('Q4: shows no states if the gateway sends none', async () => {
    const { states: _, ...older } = figures;
    await open({ summary: { ...emptySummary, ...older } });
    const overview = await region('Overview');
    expect(within(overview).queryByRole('list', { name: 'States' })).toBeNull();
    expectText('2 checks found SIMs that need attention now.', overview);
  });

  it('Q4: lists the groups in a table with a column for each state', async () => {
    await open();
    const area = within(await region('Composition'));
    const groups = area.getByRole('table', { name: 'Thing Groups by size and state' });
    expect(textsOf(within(groups).getAllByRole('row'))).toEqual([
      'Thing GroupSIMsShareACTIVESUSPENDEDRETIREDState not reported',
      'Parcel Vans3,10063 %2,900180200',
      'Water Meters1,80036 %1,800000',
      'Without a group501 %00050',
    ]);
    expect(addressOf(groups, 'Parcel Vans')).toBe('/fleet/sims?where=group.is.g1');
    expect(addressOf(groups, '180')).toBe('/fleet/sims?where=group.is.g1&where=state.is.SUSPENDED');
    expect(addressOf(groups, '20')).toBe('/fleet/sims?where=group.is.g1&where=state.is.RETIRED');
    expect(addressOf(groups, 'Without a group')).toBe('/fleet/sims?where=group.unknown');
    expect(within(groups).queryByRole('link', { name: '0' })).toBeNull();
  });

  it('Q4: says that only the largest groups are listed', async () => {
    const groups = Array.from({ length: 200 }, (_, index) => {
      return { id: `g${index}`, name: null, sims: 1, states: {} };
    });
    await open({ summary: { ...figures, groups } });
    const composition = await region('Composition');
    expect(within(composition).getByRole('button', { name: 'Show all 200' })).toBeVisible();
    expectText('At most 200 are listed: those with the most SIMs.', composition);
  });

  it('V9: counts a state whose name is also a property of every object only in groups that have it', async () => {
    const groups: typeof figures.groups = [
      { id: 'g1', name: 'Parcel Vans', sims: 100, states: { constructor: 100 } },
      { id: 'g2', name: 'Water Meters', sims: 50, states: { ACTIVE: 50 } },
    ];
    await open({ summary: { ...figures, groups } });
    const table = await screen.findByRole('table', { name: 'Thing Groups by size and state' });
    expect(textsOf(within(table).getAllByRole('row'))).toEqual([
      'Thing GroupSIMsShareACTIVEconstructor',
      'Parcel Vans1002 %0100',
      'Water Meters501 %500',
    ]);
  });

  it('Q3: shows the names of device models and networks after their numbers', async () => {
    await open();
    const area = within(await region('Composition'));
    const models = area.getByRole('table', { name: 'Device models (TAC)' });
    const heads = textsOf(within(models).getAllByRole('rowheader'));
    expect(heads.slice(0, 2)).toEqual(['35208115 Tracker T1', '86832605']);
    const networks = area.getByRole('table', { name: 'Networks of the last location' });
    const codes = textsOf(within(networks).getAllByRole('rowheader'));
    expect(codes).toEqual(['262-01 Telekom', '232-1', 'None reported']);
  });

  it('Q4: asks for the groups once to estimate the first scan', async () => {
    const { sandbox } = await open({ summary: emptySummary });
    const total = sandbox.state.things().length;
    await waitFor(() =>
      expect(button('Read the fleet')).toHaveAccessibleDescription(
        new RegExp(
          `^Takes about 3 calls to the service, assuming that the totals of the Thing Groups \\(${total} together\\) count their SIMs\\.`,
        ),
      ),
    );
    expect(sandbox.state.requests().map(({ route }) => route)).toEqual([
      'POST /v1/auth/token',
      'GET /thingsgroup/listWithMeasures',
    ]);
  });

  it('shows at a glance whether anything is wrong, worst first', async () => {
    await open();
    const overview = await region('Overview');
    expectText('2 checks found SIMs that need attention now.', overview);
    const found = within(overview).getByRole('list', { name: 'Findings' });
    expect(textsOf(within(found).getAllByRole('link'))).toEqual([
      '12 May lose service because of the group’s IMEI lock',
      '4 Same device on several SIMs',
      '3 Device change seen in the last 7 days',
      '40 No location for 90 days',
      '240 No device known',
    ]);
    expect(
      within(found).getByText(/3 more than in the previous scan/, {
        selector: '[data-weight="urgent"] span',
      }),
    ).toBeVisible();
  });

  it('draws each chart as a table, and its numbers match the linked lists', async () => {
    await open();
    const charts = await region('Composition');
    const ages = within(charts).getByRole('table', { name: 'Age of the last location' });
    expect(textsOf(within(ages).getAllByRole('row')).slice(1)).toEqual([
      'Within a day4,30087 %',
      'Older than a day61012 %',
      'Older than 7 days3106 %',
      'Older than 30 days1202 %',
      'Older than 90 days40< 1 %',
      'None reported40< 1 %',
    ]);
    expect(addressOf(ages, 'Older than 7 days')).toBe('/fleet/sims?where=located.older-than.7');
    expect(addressOf(ages, 'Within a day')).toBe('/fleet/sims?where=located.within.1');
    expect(addressOf(ages, 'None reported')).toBe('/fleet/sims?where=located.unknown');
    const models = within(charts).getByRole('table', { name: 'Device models (TAC)' });
    expect(addressOf(models, '35208115')).toBe('/fleet/sims?where=tac.is.35208115');
    expect(addressOf(models, '12 other models')).toBe(
      '/fleet/sims?where=tac.none-of.35208115,86832605&where=tac.not-empty',
    );
    expect(addressOf(models, 'Device not in any list')).toBe('/fleet/sims?where=imei.unknown');
    const networks = within(charts).getByRole('table', { name: 'Networks of the last location' });
    expect(addressOf(networks, 'None reported')).toBe('/fleet/sims?where=network.unknown');
  });

  it('lists every check with its count, its share and its trend in words', async () => {
    await open();
    const rows = within(within(await region('Checks')).getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(fleetChecks.length + 1);
    const [, first] = rows;
    if (!first) throw new Error('The table has no rows');
    const cells = textsOf(within(first).getAllByRole('cell'));
    expect(cells.slice(0, 3)).toEqual(['12', '< 1 % of 4,950', '▲ 3 more']);
    expect(within(first).getByRole('link')).toHaveAttribute('href', '/fleet/outside-lock');
  });

  it('shows the newest changes with old and new values', async () => {
    await open();
    const changed = await screen.findByRole('table', { name: 'SIM changes' });
    expectText('Different device model', changed);
    expectText('352081150000017', changed);
    expect(addressOf(changed, '8988228066600000123')).toBe('/things/8988228066600000123');
    expect(screen.getByRole('rowheader', { name: /^between/ })).toBeVisible();
  });

  it('sends no calls to the service on its own', async () => {
    const { sandbox, asked } = await open();
    await region('What changed');
    await waitFor(() => expect(asked.toSorted()).toEqual(['GET', 'GET /events', 'GET /trends']));
    expect(sandbox.state.requests().map(({ route }) => route)).toEqual(['POST /v1/auth/token']);
  });

  it('says that nothing is known yet, and shows no figures', async () => {
    const sandbox = createSandbox({ things: 120 });
    const route = 'GET /thingsgroup/listWithMeasures';
    sandbox.faults.add({ route, status: 403, count: Infinity });
    await open({ summary: emptySummary, sandbox });
    await expectTextSoon(/^Nothing is known about the fleet yet/);
    expectText('No SIMs seen yet.');
    expect(screen.queryByRole('region', { name: 'Checks' })).not.toBeInTheDocument();
    expect(button('Read the fleet')).toHaveAccessibleDescription(
      /^The number of SIMs is not known yet\. Reading them takes one call to the service for every 49 SIMs\./,
    );
  });

  it('says that the inventory is switched off, and offers no scan', async () => {
    await open({ summary: { ...emptySummary, keptDays: 0 } });
    await expectTextSoon(/its operators have switched it off/);
    expect(screen.queryByRole('button', { name: 'Read the fleet' })).not.toBeInTheDocument();
  });

  it('shows the error in place of the figures, with its request ID', async () => {
    await open({
      answer: ({ call }) =>
        call === 'GET'
          ? Response.json({ message: 'no' }, { status: 403, headers: { 'x-request-id': 'r-403' } })
          : undefined,
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not load the fleet data');
    expect(alert).toHaveTextContent('r-403');
    expect(screen.queryByText('Loading the fleet…')).toBeNull();
  });

  it('shows the other checks if the gateway sends one that the page does not know', async () => {
    await open({
      answer: ({ call }) =>
        call === 'GET'
          ? Response.json({
              ...figures,
              checks: [...figures.checks.slice(1), { check: 'new', count: 1, of: 1, before: 0 }],
            })
          : undefined,
    });
    const checks = await region('Checks');
    const rows = within(within(checks).getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(fleetChecks.length);
    expectText(/^1 check has no figure/, checks);
  });
});

const minute = 60_000;
const watch: WatchStanding = {
  username: 'watcher',
  everyMinutes: 60,
  nextAt: figuresAt + 20 * minute,
  problem: null,
};
const problem: WatchProblem = {
  kind: 'refused',
  status: 401,
  message: 'Wrong password',
  requestId: 'r-9',
  since: figuresAt - 5 * minute,
  retryAt: figuresAt + 25 * minute,
};

describe('W4: the technical user that reads the fleet', () => {
  it.each([
    [{}, /^watcher reads the fleet every 60 minutes\. The next scan is due at \d\d:\d\d\.$/],
    [{ everyMinutes: 1 }, /every minute\. /],
    [{ nextAt: figuresAt }, /The next scan is due now\.$/],
    [{ nextAt: figuresAt + 1440 * minute }, /due at 23 Nov 2026, \d\d:\d\d\.$/],
    [{ nextAt: null }, /The first scan has not been scheduled yet\.$/],
    [{ problem }, /^watcher reads the fleet every 60 minutes, whenever it can\.$/],
  ])('is described with %j', (given, words) =>
    expect(watchWords({ ...watch, ...given }, null, figuresAt)).toMatch(words),
  );

  it.each([
    [{}, /: the service refuses it \(401\)\.$/, /^Next attempt at \d\d:.*WATCH_PASSWORD_FILE/],
    [
      { kind: 'unreachable', status: null, retryAt: figuresAt } as const,
      /: the service does not answer, or fails\.$/,
      /^The next attempt is due now\.$/,
    ],
    [
      { kind: 'no-customer', status: null } as const,
      /: its customer ID is not known\.$/,
      /CUSTOMER_ID_CLAIM/,
    ],
  ])('has a problem, %j', (given, title, advice) => {
    const words = problemWords({ ...problem, ...given }, 'watcher', figuresAt);
    expect(words.title).toMatch(/^watcher has not been able to read the fleet since \d\d:\d\d: /);
    expect(words.title).toMatch(title);
    expect(words.advice).toMatch(advice);
  });

  it('runs its scan in the gateway, not in a page', () => {
    const latest = { ...runningScan, username: 'watcher', things: 120 };
    expect(watchWords(watch, latest, figuresAt)).toMatch(/minutes, and is reading it now\.$/);
    const words = latestWords({ ...figures, latest, watch }, figuresAt);
    expect(words).toMatch(/so far\. The gateway runs it, and lets users’ calls go first\.$/);
    const quiet = { ...latest, heardAt: figuresAt - 12 * minute };
    expect(latestWords({ ...figures, latest: quiet, watch }, figuresAt)).toMatch(
      /It last reported progress 12 minutes ago\. The gateway runs it/,
    );
    expect(latestWords({ ...figures, latest, watch: null }, figuresAt)).toMatch(
      /It continues only while its page is open\.$/,
    );
  });

  it('is named on the Fleet page, with its problem and the service’s words', async () => {
    await open({ summary: { ...figures, watch: { ...watch, problem } } });
    const overview = await region('Overview');
    expectText('watcher reads the fleet every 60 minutes, whenever it can.', overview);
    expectText(/^watcher has not been able to read the fleet since .* \(401\)\.$/, overview);
    expectText('The service said:', overview);
    expectText(/WATCH_PASSWORD_FILE/, overview);
    expect(screen.getByText('Wrong password')).toHaveAttribute('lang', '');
    expect(within(overview).getByText('r-9', { selector: 'code' })).toBeVisible();
    expect(within(overview).getByRole('button', { name: 'Copy request ID' })).toBeVisible();
    expect(within(overview).queryByRole('button', { name: 'Show recent calls' })).toBeNull();
    for (const status of within(overview).getAllByRole('status')) {
      expect(status).not.toHaveTextContent('r-9');
    }
  });

  it('is not said to quote the service if the service did not answer', async () => {
    const message = 'The service could not be reached.';
    const silent = { ...problem, kind: 'unreachable', status: null, message } as const;
    await open({ summary: { ...figures, watch: { ...watch, problem: silent } } });
    const overview = await region('Overview');
    expectText(message, overview);
    expect(within(overview).queryByText(/The service said/)).toBeNull();
  });

  it('is explained where none is configured', async () => {
    await open();
    expectText(/^The fleet is read only when somebody asks for it\./, await region('Overview'));
  });
});

const day = 86_400_000;
const trends: FleetTrends = {
  points: [
    { at: figuresAt - 9 * day, counts: { 'outside-lock': 3 }, states: {} },
    { at: figuresAt - 2 * day, counts: { 'outside-lock': 9, blocked: 0 }, states: { ACTIVE: 7 } },
    {
      at: figuresAt - day,
      counts: { 'outside-lock': 12, blocked: 1 },
      states: { ACTIVE: 6, '': 1 },
    },
  ],
  gapMs: 2 * day,
  from: figuresAt - 30 * day,
  to: figuresAt,
};

async function findChecks() {
  const part = await region('Checks');
  return { part, table: within(part).getByRole('table', { name: 'Checks' }) };
}

const hiddenLines = (table: HTMLElement) => table.innerHTML.match(/<svg aria-hidden="true"/g);

const tableButton = () => screen.findByRole('button', { name: 'Trends as a table' });

describe('W5: trends on the Fleet page', () => {
  it('draws a line for each check, broken at a gap, which screen readers skip', async () => {
    await open({ trends });
    await tableButton();
    const { table } = await findChecks();
    expect(hiddenLines(table)).toHaveLength(fleetChecks.length);
    const paths = [...table.innerHTML.matchAll(/ d="(.*?)"/g)].map(([, path]) => path);
    expect(paths.slice(1, 3)).toEqual(['M108.3 6L112.1 0', 'M81.2 18h0M112.1 0h0']);
    expect(within(table).queryByRole('columnheader', { name: 'Last 30 days' })).toBeNull();
    expect(table).toHaveTextContent('Last 30 days');
  });

  it('has the same figures as a table, and those of the states, newest first', async () => {
    const { user } = await open({ trends });
    await user.click(await tableButton());
    const table = screen.getByRole('table', { name: 'Trends' });
    const rows = within(table).getAllByRole('row').slice(1);
    const cells = rows.map((row) => textsOf(within(row).getAllByRole('cell')));
    const [first] = cells;
    const heads = textsOf(within(table).getAllByRole('columnheader')).slice(1);
    expect(cells.map((row) => row[heads.indexOf('Data or SMS blocked')])).toEqual(['1', '0', '—']);
    expect(first?.[0]).toBe('12');
    expect(cells.map((row) => row.slice(fleetChecks.length).join())).toEqual(['6,1', '7,—', '—,—']);
    expect(heads.slice(fleetChecks.length)).toEqual(['ACTIVE', 'State not reported']);
  });

  it('has neither lines nor a table before the first complete scan', async () => {
    await open();
    const { table } = await findChecks();
    await waitFor(() => expect(hiddenLines(table)).toHaveLength(fleetChecks.length));
    expect(screen.queryByRole('button', { name: 'Trends as a table' })).not.toBeInTheDocument();
  });

  it('reads them again with "Refresh"', async () => {
    const { user, asked } = await open({ trends });
    await tableButton();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(asked.filter((call) => call === 'GET /trends')).toHaveLength(2));
  });

  it('shows the figures, and why there are no lines, if only the trends cannot be read', async () => {
    await open({ answer: ({ call }) => (call === 'GET /trends' ? refusal('r-403') : undefined) });
    const { part, table } = await findChecks();
    expect(await within(part).findByRole('alert')).toHaveTextContent(
      /^Could not load the trends: .*r-403/,
    );
    expect(within(table).getAllByRole('row')).toHaveLength(fleetChecks.length + 1);
  });
});
