import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fleetChecks, type FleetSummary, type ThingEvent } from '#api/fleet.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { figures, figuresAt, thingChange } from '#testing/fleetFigures.ts';
import { renderRoute } from '#testing/renderRoute.tsx';
import { emptySummary, type FleetCall } from '#testing/sandboxServices.ts';

const list = 'GET /things';

interface Given {
  readonly summary?: Partial<FleetSummary>;
  readonly events?: readonly ThingEvent[];
  readonly answer?: (call: FleetCall) => Response | undefined;
  readonly things?: number;
}

/** Opens the page with a gateway that remembers the given figures, and collects what it is asked. */
async function open({
  summary = figures,
  events = [thingChange],
  answer,
  things = 120,
}: Given = {}) {
  const asked: string[] = [];
  const bodies: unknown[] = [];
  const rendered = await renderRoute(paths.fleet(), {
    sandbox: createSandbox({ things }),
    fleet(call) {
      asked.push(call.call);
      if (call.body !== undefined) bodies.push(call.body);
      const own = answer?.(call);
      if (own) return own;
      if (call.call === 'GET') return Response.json({ ...emptySummary, ...summary });
      if (call.call === 'GET /events') {
        return Response.json({ events, next: null, previous: null, keptDays: 90 });
      }
      if (call.call === 'POST /readings') return Response.json(running, { status: 201 });
      if (call.call === 'PUT /readings/r2') {
        return Response.json({ ...running, ...Object(call.body), endedAt: figuresAt });
      }
      return undefined;
    },
  });
  return { ...rendered, asked, bodies };
}

const running = {
  id: 'r2',
  username: 'writer',
  startedAt: figuresAt,
  endedAt: null,
  state: 'running',
  things: 0,
} as const;

const region = (name: string) => screen.findByRole('region', { name });
const button = (name: string) => screen.getByRole('button', { name });
const scanned = (sandbox: Awaited<ReturnType<typeof open>>['sandbox']) =>
  sandbox.state.requests().filter(({ route }) => route === list).length;

describe('the page "Fleet"', () => {
  it('says how many SIMs its figures cover, how old they are, and who read them all', async () => {
    await open();
    expect(await screen.findByText(/^4,950 SIMs seen since/)).toHaveTextContent(
      /; last whole reading .* by anna\.$/,
    );
  });

  it('answers in one look whether anything is wrong, the worst first', async () => {
    await open();
    const overview = await region('Overview');
    expect(
      within(overview).getByText('2 checks found something that should be looked at now.'),
    ).toBeVisible();
    const found = within(overview).getByRole('list', { name: 'What the checks found' });
    expect(
      within(found)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual([
      '12 Outside the group’s IMEI lock',
      '4 Same device on several SIMs',
      '3 Another device noticed in the last 7 days',
      '40 No location for 90 days',
      '240 No device known',
    ]);
    expect(
      within(found).getByText(/3 more than in the reading before/, {
        selector: '[data-weight="urgent"] span',
      }),
    ).toBeVisible();
  });

  it('draws each picture as a table whose numbers are those of the lists behind it', async () => {
    await open();
    const overview = await region('Overview');
    const ages = within(overview).getByRole('table', { name: 'Age of the last location' });
    expect(
      within(ages)
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent),
    ).toEqual([
      'Within a day4,30087 %',
      'Older than a day61012 %',
      'Older than 7 days3106 %',
      'Older than 30 days1202 %',
      'Older than 90 days40< 1 %',
      'None reported40< 1 %',
    ]);
    expect(within(ages).getByRole('link', { name: 'Older than 7 days' })).toHaveAttribute(
      'href',
      '/fleet/things?days=7',
    );
    const groups = within(overview).getByRole('table', { name: 'Thing Groups by size and state' });
    expect(within(groups).getByRole('link', { name: 'Parcel Vans' })).toHaveAttribute(
      'href',
      '/fleet/things?group=g1',
    );
    expect(within(groups).getByRole('link', { name: '180 SUSPENDED' })).toHaveAttribute(
      'href',
      '/fleet/things?group=g1&state=SUSPENDED',
    );
    expect(within(groups).getByRole('link', { name: 'Without a group' })).toHaveAttribute(
      'href',
      '/fleet/things?group=',
    );
    expect(within(groups).getByRole('link', { name: '20 RETIRED' })).toHaveAttribute(
      'href',
      '/fleet/things?group=g1&state=RETIRED',
    );
    expect(within(ages).getByRole('link', { name: 'Within a day' })).toHaveAttribute(
      'href',
      '/fleet/things?within=1',
    );
    expect(within(ages).getByRole('link', { name: 'None reported' })).toHaveAttribute(
      'href',
      '/fleet/things?location=none',
    );
    const models = within(overview).getByRole('table', { name: 'Device models (TAC)' });
    expect(within(models).getByRole('link', { name: '35208115' })).toHaveAttribute(
      'href',
      '/fleet/things?tac=35208115',
    );
    expect(within(models).getByRole('link', { name: '12 other models' })).toHaveAttribute(
      'href',
      '/fleet/things?device=other-models',
    );
    expect(within(models).getByRole('link', { name: 'Device not in any list' })).toHaveAttribute(
      'href',
      '/fleet/things?device=unlisted',
    );
    const networks = within(overview).getByRole('table', { name: 'Networks of the last location' });
    expect(within(networks).getByRole('link', { name: 'None reported' })).toHaveAttribute(
      'href',
      '/fleet/things?network=',
    );
  });

  it('lists every check with its count, its share and its trend in words', async () => {
    await open();
    const checks = await region('Checks');
    const rows = within(within(checks).getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(fleetChecks.length + 1);
    const [, first] = rows;
    if (!first) throw new Error('The table has no rows');
    expect(
      within(first)
        .getAllByRole('cell')
        .slice(0, 3)
        .map((cell) => cell.textContent),
    ).toEqual(['12', '< 1 % of 4,950', '▲ 3 more']);
    expect(within(first).getByRole('link')).toHaveAttribute('href', '/fleet/outside-lock');
  });

  it('shows the newest changes, with what was before and after', async () => {
    await open();
    const changed = await screen.findByRole('table', { name: 'Changes of SIMs' });
    expect(within(changed).getByText('Another device model')).toBeVisible();
    expect(within(changed).getByText('352081150000017')).toBeVisible();
    expect(within(changed).getByRole('link', { name: '8988228066600000123' })).toHaveAttribute(
      'href',
      '/things/8988228066600000123',
    );
    expect(screen.getByRole('rowheader', { name: /^between/ })).toBeVisible();
  });

  it('asks the service for nothing by itself', async () => {
    const { sandbox, asked } = await open();
    await region('What changed');
    await waitFor(() => expect(asked.toSorted()).toEqual(['GET', 'GET /events']));
    expect(sandbox.state.requests().map(({ route }) => route)).toEqual(['POST /v1/auth/token']);
  });

  it('says that nothing is known yet, and then has no figures', async () => {
    await open({ summary: emptySummary });
    expect(await screen.findByText(/^Nothing is known of the fleet yet/)).toBeVisible();
    expect(screen.getByText('No SIM has been seen yet.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Checks' })).not.toBeInTheDocument();
    expect(button('Read the fleet')).toHaveAccessibleDescription(
      /^How many calls of the service that takes is not known yet: one for each 49 SIMs\./,
    );
  });

  it('says that the memory is switched off, and offers no reading', async () => {
    await open({ summary: { ...emptySummary, keptDays: 0 } });
    expect(await screen.findByText(/its operators have switched the memory off/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Read the fleet' })).not.toBeInTheDocument();
  });

  it('shows what failed in place of the figures, with the request id', async () => {
    await open({
      answer: ({ call }) =>
        call === 'GET'
          ? Response.json({ message: 'no' }, { status: 403, headers: { 'x-request-id': 'r-403' } })
          : undefined,
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not load what is known of the fleet');
    expect(alert).toHaveTextContent('r-403');
  });

  it('shows the other checks where the gateway knows one that the page does not', async () => {
    await open({
      answer: ({ call }) =>
        call === 'GET'
          ? Response.json({
              ...figures,
              checks: [
                ...figures.checks.slice(1),
                { check: 'haunted', count: 1, of: 1, before: 0 },
              ],
            })
          : undefined,
    });
    const checks = await region('Checks');
    expect(within(within(checks).getByRole('table')).getAllByRole('row')).toHaveLength(
      fleetChecks.length,
    );
    expect(within(checks).getByText(/^1 check came without a figure/)).toBeVisible();
  });
});

describe('reading the fleet', () => {
  it('says what it costs before, reads every SIM once, and tells the memory that it did', async () => {
    const { user, sandbox, asked, bodies } = await open();
    await region('Overview');
    expect(button('Read the fleet')).toHaveAccessibleDescription(
      /^Takes about 102 calls of the service\./,
    );
    expect(scanned(sandbox)).toBe(0);
    await user.click(button('Read the fleet'));
    expect(await screen.findByText(/^120 SIMs read: the whole list\./)).toBeVisible();
    // A few pages beyond the end may be asked for before the end is known.
    expect(scanned(sandbox)).toBeGreaterThanOrEqual(3);
    expect(scanned(sandbox)).toBeLessThanOrEqual(8);
    expect(bodies).toEqual([{ state: 'complete', things: 120 }]);
    expect(asked.indexOf('POST /readings')).toBeLessThan(asked.indexOf('PUT /readings/r2'));
    // The figures are those after the reading.
    await waitFor(() => expect(asked.filter((call) => call === 'GET')).toHaveLength(2));
  });

  it('pauses where the service allows no more for now, and can be cancelled', async () => {
    const { user, sandbox, bodies } = await open();
    await region('Overview');
    sandbox.faults.add({ route: list, count: Infinity, status: 429, retryAfter: '30' });
    await user.click(button('Read the fleet'));
    expect(await screen.findByRole('progressbar', { name: 'Reading the fleet' })).toBeVisible();
    expect(await screen.findByText(/too many requests at this time/)).toBeVisible();
    await user.click(button('Cancel'));
    expect(await screen.findByText(/^Stopped after 0 SIMs\./)).toBeVisible();
    // It may still go on.
    expect(bodies).toEqual([]);
  });

  it('goes on where it stopped, as one reading', async () => {
    const { user, sandbox, asked, bodies } = await open();
    await region('Overview');
    sandbox.faults.add({ route: list, count: 1, status: 403 });
    await user.click(button('Read the fleet'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not read the fleet');
    await user.click(button('Go on'));
    expect(await screen.findByText(/^120 SIMs read: the whole list\./)).toBeVisible();
    expect(bodies).toEqual([{ state: 'complete', things: 120 }]);
    expect(asked.filter((call) => call === 'POST /readings')).toHaveLength(1);
  });

  it('tells the memory when nobody goes on with it', async () => {
    const { user, sandbox, bodies } = await open();
    await region('Overview');
    sandbox.faults.add({ route: list, count: Infinity, status: 403 });
    await user.click(button('Read the fleet'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not read the fleet');
    await user.click(button('Close'));
    await waitFor(() => expect(bodies).toEqual([{ state: 'stopped', things: 0 }]));
    expect(button('Read the fleet')).toBeVisible();
  });

  it('does not call a reading whole that missed a record', async () => {
    const { user, sandbox, bodies } = await open({ things: 60 });
    await region('Overview');
    sandbox.faults.add({ route: list, count: 1, body: '[{"ExternalUniqueId": 7.5}]' });
    await user.click(button('Read the fleet'));
    expect(await screen.findByText(/but not surely all: 1 record could not be read/)).toBeVisible();
    expect(bodies).toEqual([{ state: 'partial', things: 0 }]);
  });

  it('asks before the page is left, and stops there', async () => {
    const { user, sandbox, bodies, router } = await open();
    await region('Overview');
    sandbox.faults.add({ route: list, count: Infinity, status: 429, retryAfter: '30' });
    await user.click(button('Read the fleet'));
    await screen.findByRole('progressbar', { name: 'Reading the fleet' });
    await user.click(screen.getByRole('link', { name: 'Thing Groups' }));
    expect(await screen.findByText(/Leaving this page stops the reading/)).toBeVisible();
    await user.click(button('Leave the page'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups'));
    await waitFor(() => expect(bodies).toEqual([{ state: 'stopped', things: 0 }]));
  });
});

describe('without a gateway', () => {
  it('has no link to the fleet, and says at its address why there is nothing', async () => {
    await renderRoute(paths.fleet());
    expect(await screen.findByRole('heading', { name: 'Fleet' })).toBeVisible();
    expect(screen.getByText(/this installation has none/)).toBeVisible();
    const navigation = screen.getByRole('navigation', { name: 'Main' });
    expect(within(navigation).queryByRole('link', { name: 'Fleet' })).not.toBeInTheDocument();
  });
});
