import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { ListedThing } from '#api/inventory.ts';
import { paths } from '#paths.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { remembered, thingChange } from '#testing/fixtures/fleetFigures.ts';
import { gatewayError, refusal } from '#testing/fixtures/groupChange.ts';
import {
  eventsAnswer,
  listAnswer,
  openFleetList as open,
} from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';
import type { FleetCall } from '#testing/fixtures/sandboxServices.ts';

const hour = 3_600_000;

/** SIMs with last digits from 0 to `count`, listed an hour ago. */
function sims(count: number, from = 0): readonly ListedThing[] {
  return Array.from({ length: count }, (_, index) => ({
    ...remembered,
    iccid: String(8_988_228_066_600_000_000n + BigInt(from + index)),
    seenAt: Date.now() - hour,
    values: { ...remembered.values, locatedAt: Date.now() - 48 * hour },
    lock: { prefix: '35208115', seenAt: Date.now() - 2 * hour },
  }));
}

const emptyList = () => listAnswer([]);

describe('the list behind a check', () => {
  const name = 'May lose service because of the group’s IMEI lock';
  /** Three pages of two SIMs each. The second and third have the cursors c2 and c4. */
  function answer({ query }: FleetCall) {
    const from = Number(query.get('before')?.slice(1) ?? 0);
    return Response.json({
      things: sims(2, from),
      count: 6,
      next: from === 4 ? null : `c${from + 2}`,
      previous: from === 0 ? null : from === 2 ? '' : 'c2',
    });
  }

  it('shows its meaning and age, and presents no guess as a fact', async () => {
    const { sandbox } = await open(paths.fleet('outside-lock', 'group=g1'), answer);
    const table = await screen.findByRole('table', { name });
    expect(screen.getByRole('heading', { name })).toBeVisible();
    expectText('Only: Thing Group Parcel Vans.');
    expectText('6 SIMs, as listed 1 hour ago. Open a SIM to see its current record.');
    const [, row] = within(table).getAllByRole('row');
    if (!row) throw new Error('The table has no rows');
    expect(row).toHaveTextContent(
      'Locked to 35208115, as listed 2 hours ago. Last located 2 days ago: it may be cut off already.',
    );
    expect(within(row).getByRole('link', { name: '8988228066600000000' })).toHaveAttribute(
      'href',
      '/things/8988228066600000000',
    );
    expect(sandbox.state.requests().map(({ route }) => route)).toEqual(['POST /v1/auth/token']);
  });

  it('pages in both directions with a cursor in the address', async () => {
    const { user, router, asked } = await open(paths.fleet('outside-lock'), answer);
    await screen.findByRole('table', { name });
    await user.click(button('Next page'));
    expect(await screen.findByRole('link', { name: '8988228066600000003' })).toBeVisible();
    expect(router.state.location.search).toBe('?before=c2');
    expect(asked).toEqual([
      'GET /things check=outside-lock&size=50',
      'GET /things check=outside-lock&before=c2&size=50',
    ]);
    await user.click(button('Next page'));
    expect(await screen.findByRole('link', { name: '8988228066600000005' })).toBeVisible();
    expect(button('Next page')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Previous page'));
    expect(await screen.findByRole('link', { name: '8988228066600000003' })).toBeVisible();
    expect(router.state.location.search).toBe('?before=c2');
    await user.click(button('Previous page'));
    expect(await screen.findByRole('link', { name: '8988228066600000000' })).toBeVisible();
    expect(router.state.location.search).toBe('');
    expect(button('Previous page')).toHaveAttribute('aria-disabled', 'true');
  });

  it('adds the whole list, or only the selection, to the work set', async () => {
    const { user, router } = await open(paths.fleet('outside-lock'), answer);
    const table = await screen.findByRole('table', { name });
    await user.click(within(table).getByRole('checkbox', { name: /^Select 8988228066600000001/ }));
    await user.click(button('Add to work set'));
    await expectTextSoon(/^1 added\./);
    await user.click(button('Clear selection'));
    await user.click(button('Add to work set'));
    await expectTextSoon(/^5 added\. 1 was already in it\./);
    await user.click(screen.getByRole('link', { name: 'Open the work set' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/set'));
    // The inventory's data is not shown as a record from the service.
    expect(await screen.findAllByText('Not read')).toHaveLength(6);
    expect(screen.getAllByText(`Fleet: ${name}`)).toHaveLength(6);
  });

  it('names the part of the chart that it shows, and requests exactly those SIMs', async () => {
    const { asked } = await open(
      paths.fleet('things', 'state=RETIRED&within=7&device=other-models&location=none'),
      emptyList,
    );
    await screen.findByText('No SIM in the inventory matches this list.');
    expectText(
      'Only: State RETIRED, Device models beyond the largest in the chart, Last location less than 7 days old, No location reported.',
    );
    expect(asked).toEqual([
      'GET /things state=RETIRED&device=other-models&heardDays=7&location=none&size=50',
    ]);
  });

  it('ignores invalid address parameters, and names them', async () => {
    const address = paths.fleet('things', 'days=soon&tac=abc&network=');
    const { asked } = await open(address, emptyList);
    await expectTextSoon('Some address parameters are not valid and were ignored: tac, days.');
    expectText('Only: No network reported.');
    await expectTextSoon('No SIM in the inventory matches this list.');
    expect(asked).toEqual(['GET /things network=&size=50']);
  });

  it('shows the error if the list cannot be read', async () => {
    await open(paths.fleet('blocked'), () => refusal('r-403'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not load these SIMs');
    expect(alert).toHaveTextContent('r-403');
  });

  it('says that there is no such check', async () => {
    const { asked } = await open(paths.fleet('haunted'), () => undefined);
    expect(await screen.findByRole('heading', { name: 'No such check' })).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe('the SIM changes', () => {
  it('are filtered by the address, and a new filter starts at the newest change', async () => {
    const { user, router, asked } = await open(paths.fleet('changes', 'before=c9'), () =>
      eventsAnswer([thingChange], 'c2'),
    );
    await screen.findByRole('table', { name: 'SIM changes' });
    await user.selectOptions(screen.getByLabelText('What'), 'Different device model');
    await user.type(screen.getByLabelText('ICCID'), '8988 2280-6660 0000 123');
    await user.click(button('Apply filters'));
    await waitFor(() =>
      expect(router.state.location.search).toBe('?kind=other-model&iccid=8988228066600000123'),
    );
    await waitFor(() =>
      expect(asked).toEqual([
        'GET /events before=c9',
        'GET /events kind=other-model&iccid=8988228066600000123',
      ]),
    );
  });

  it('keep a typed but unapplied filter when the page changes', async () => {
    const { user, asked } = await open(paths.fleet('changes'), () =>
      eventsAnswer([thingChange], 'c2'),
    );
    await screen.findByRole('table', { name: 'SIM changes' });
    await user.type(screen.getByLabelText('ICCID'), '8988228');
    await user.click(button('Next page'));
    await waitFor(() => expect(asked).toEqual(['GET /events', 'GET /events before=c2']));
    await screen.findByRole('table', { name: 'SIM changes' });
    expect(screen.getByLabelText('ICCID')).toHaveValue('8988228');
  });

  it('cover whole days, and an end date before the start date is rejected', async () => {
    const { user, asked } = await open(
      paths.fleet('changes', 'from=2026-11-21&to=2026-11-21'),
      () => eventsAnswer([]),
    );
    await expectTextSoon('No changes match these filters.');
    const from = new Date(2026, 10, 21).getTime();
    const to = new Date(2026, 10, 22).getTime();
    expect(asked).toEqual([`GET /events from=${from}&to=${to}`]);
    await user.clear(screen.getByLabelText('To'));
    await user.type(screen.getByLabelText('To'), '2026-11-20');
    await user.click(button('Apply filters'));
    await expectTextSoon('This date is before From.');
    expect(asked).toHaveLength(1);
  });

  it('start at the newest if the gateway rejects the cursor, and the page says so', async () => {
    await open(paths.fleet('changes', 'before=nonsense'), ({ query }) =>
      query.has('before') ? gatewayError(400, 'bad_request') : eventsAnswer([thingChange]),
    );
    await expectTextSoon('Some address parameters are not valid and were ignored: before.');
    expect(screen.getByRole('table', { name: 'SIM changes' })).toBeVisible();
  });
});
