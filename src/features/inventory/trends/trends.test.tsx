import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { fleetChecks, type FleetTrends } from '#api/inventory.ts';
import { textsOf } from '#testing/fixtures/expectText.ts';
import { figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { refusal } from '#testing/fixtures/groupChange.ts';
import { openFleetPage as open, region } from '#testing/fixtures/openFleetPage.tsx';

const day = 86_400_000;
const trends: FleetTrends = {
  points: [
    { at: figuresAt - 9 * day, counts: { 'outside-lock': 3 }, states: null },
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

async function checks() {
  const part = await region('Checks');
  return { part, table: within(part).getByRole('table', { name: 'Checks' }) };
}

const hiddenLines = (table: HTMLElement) => table.innerHTML.match(/<svg aria-hidden="true"/g);

const button = () => screen.findByRole('button', { name: 'Trends as a table' });

describe('W5: trends on the Fleet page', () => {
  it('draws a line for each check, broken at a gap, which screen readers skip', async () => {
    await open({ trends });
    await button();
    const { table } = await checks();
    expect(hiddenLines(table)).toHaveLength(fleetChecks.length);
    const paths = [...table.innerHTML.matchAll(/ d="(.*?)"/g)].map(([, path]) => path);
    expect(paths.slice(1, 3)).toEqual(['M108.3 6L112.1 0', 'M81.2 18h0M112.1 0h0']);
    expect(within(table).queryByRole('columnheader', { name: 'Last 30 days' })).toBeNull();
    expect(table).toHaveTextContent('Last 30 days');
  });

  it('has the same figures as a table, and those of the states, newest first', async () => {
    const { user } = await open({ trends });
    await user.click(await button());
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
    const { table } = await checks();
    await waitFor(() => expect(hiddenLines(table)).toHaveLength(fleetChecks.length));
    expect(screen.queryByRole('button', { name: 'Trends as a table' })).not.toBeInTheDocument();
  });

  it('reads them again with "Refresh"', async () => {
    const { user, asked } = await open({ trends });
    await button();
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(asked.filter((call) => call === 'GET /trends')).toHaveLength(2));
  });

  it('shows the figures, and why there are no lines, if only the trends cannot be read', async () => {
    await open({ answer: ({ call }) => (call === 'GET /trends' ? refusal('r-403') : undefined) });
    const { part, table } = await checks();
    expect(await within(part).findByRole('alert')).toHaveTextContent(
      /^Could not load the trends: .*r-403/,
    );
    expect(within(table).getAllByRole('row')).toHaveLength(fleetChecks.length + 1);
  });
});
