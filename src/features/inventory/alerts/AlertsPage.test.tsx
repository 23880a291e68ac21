import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { alertOf, alertsPageFixture, deliveryOf } from '#testing/fixtures/alertsPageFixture.ts';
import { addressOf, expectText, expectTextSoon, textsOf } from '#testing/fixtures/expectText.ts';
import { startAt } from '#testing/fixtures/fakeTime.ts';
import { figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { refusal } from '#testing/fixtures/groupChange.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { emptyAlerts, emptySummary } from '#testing/fixtures/sandboxServices.ts';

startAt(figuresAt);

type Gateway = Partial<Parameters<typeof renderRoute>[1]> &
  Pick<ReturnType<typeof alertsPageFixture>, 'alerts'>;

const open = async (gateway: Gateway, search = '') =>
  renderRoute(paths.alerts(search), { sandbox: createSandbox({ things: 1 }), ...gateway });

const minute = 60_000;
const table = () => screen.findByRole('table', { name: 'Alerts' });
const button = (name: string) => screen.getByRole('button', { name });

/** The first row of the table. */
async function firstRow() {
  const [, row] = within(await table()).getAllByRole('row');
  if (!row) throw new Error('The table has no rows');
  return row;
}

describe('W9: the "Alerts" page', () => {
  it('shows what an alert is about, and links to its SIMs, groups and cause', async () => {
    const cause = {
      groupId: 'g1',
      groupName: 'Parcel Vans',
      username: 'anna',
      at: figuresAt - 70 * minute,
      isLocked: true,
      prefix: '35208115',
    };
    await open(alertsPageFixture({ alerts: [alertOf({ cause, grownAt: figuresAt - minute })] }));
    const [head] = within(await table()).getAllByRole('row');
    const heads = ['Check', 'SIMs', 'New', 'Since', 'State', 'Acknowledged by', 'Delivered'];
    expect(head && textsOf(within(head).getAllByRole('columnheader'))).toEqual(heads);
    const row = await firstRow();
    const [sims, fresh, since, state] = textsOf(within(row).getAllByRole('cell'));
    expect([sims, fresh]).toEqual(['1220 at peak', '9Parcel Vans 8Without a group 1']);
    expect(state).toBe('Open');
    expect(since).toMatch(
      /^22 Nov 2026, \d\d:\d\dMore SIMs at \d\d:\d\dAfter anna locked Parcel Vans to 35208115 at \d\d:\d\d$/,
    );
    expect(addressOf(row, 'May lose service because of the group’s IMEI lock')).toBe(
      '/fleet/outside-lock',
    );
    expect(addressOf(row, '9')).toBe('/fleet/sims?where=alert.is.a1');
    expect(addressOf(row, 'Parcel Vans')).toBe('/groups/g1');
    expect(screen.getByText('What the first complete scan found')).toBeVisible();
    expect(addressOf(row, 'anna locked Parcel Vans to 35208115')).toBe('/changes?groupId=g1');
  });

  it('shows who acknowledged an alert, and offers the button only for open ones', async () => {
    const acknowledged = { username: 'anna', at: figuresAt - minute, note: 'On it' };
    const alerts = [
      alertOf({ state: 'acknowledged', acknowledged }),
      alertOf({ id: 'a2', acknowledged }),
      alertOf({ id: 'a3', state: 'resolved', resolvedAt: figuresAt, sims: 0, fresh: 0 }),
    ];
    await open(alertsPageFixture({ alerts }));
    const [, ...rows] = within(await table()).getAllByRole('row');
    const cells = rows.map((row) => textsOf(within(row).getAllByRole('cell')));
    expect(cells.map(([, , , state, by]) => [state, by])).toEqual([
      ['Acknowledged', expect.stringMatching(/^annaAt \d\d:\d\dOn it$/)],
      ['Open', expect.stringMatching(/^annaAt \d\d:\d\d, before it grewOn itAcknowledge$/)],
      ['Resolved', '—'],
    ]);
    expect(cells[2]?.slice(0, 2)).toEqual(['020 at peak', '—']);
    expect(button('Acknowledge')).toHaveAccessibleDescription(/^May lose service/);
  });

  it('shows each destination’s newest message, its response and its next attempt', async () => {
    const grown = { event: 'grown', tries: 2, answer: '500 Oops' } as const;
    const deliveries = [
      deliveryOf({ ...grown, state: 'pending', nextAt: figuresAt + minute }),
      deliveryOf({ destination: 'mail', state: 'failed', tries: 7, answer: 'No answer' }),
      deliveryOf({ answer: null }),
    ];
    const { user } = await open(alertsPageFixture({ alerts: [alertOf({ deliveries })] }));
    const row = await firstRow();
    expect(textsOf(within(row).getAllByRole('listitem')).slice(2)).toEqual([
      expect.stringMatching(
        /^Webhook \(more SIMs\) Not delivered after 2 attempts\. Last answer: “500 Oops”\. Next attempt at \d\d:\d\d\.$/,
      ),
      expect.stringMatching(
        /^Email \(opened\) Not delivered: given up after 7 attempts, the last at \d\d:\d\d\. Last answer: “No answer”\.$/,
      ),
    ]);
    await user.click(button('Earlier messages (1)'));
    expect(within(row).getByText(/^Sent at \d\d:\d\d\.$/)).toBeVisible();
  });

  it('does not present the five largest groups as all of them', async () => {
    const groups = Array.from('abcde', (id) => ({ id, name: id, sims: 1 }));
    await open(alertsPageFixture({ alerts: [alertOf({ groups })] }));
    const [, fresh] = textsOf(within(await firstRow()).getAllByRole('cell'));
    expect(fresh).toBe('9Largest groupsa 1b 1c 1d 1e 1');
  });

  it('keeps its filters in the address, and says which parameters are not valid', async () => {
    const gateway = alertsPageFixture({ alerts: [alertOf()] });
    const { user, router } = await open(gateway, '?check=haunted&state=closed');
    await expectTextSoon('Some address parameters are not valid and were ignored: check, state.');
    await waitFor(() => expect(gateway.calls).toEqual(['GET']));
    await user.selectOptions(screen.getByLabelText('Check'), 'Same device on several SIMs');
    await user.selectOptions(screen.getByLabelText('State'), 'Open');
    expect(screen.queryByLabelText('From')).not.toBeInTheDocument();
    await user.click(button('Apply filters'));
    await expectTextSoon('No alerts match these filters.');
    expect(router.state.location.search).toBe('?check=shared-imei&state=open');
    expect(gateway.calls.at(-1)).toBe('GET check=shared-imei&state=open');
    await user.click(button('Show all alerts'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('paginates with the gateway’s cursors', async () => {
    const gateway = alertsPageFixture({ alerts: [alertOf()], next: 'c2' });
    const { user, router } = await open(gateway);
    await table();
    await user.click(button('Next page'));
    await waitFor(() => expect(gateway.calls.at(-1)).toBe('GET before=c2'));
    expect(router.state.location.search).toBe('?before=c2');
  });

  it('shows the other rows when one row cannot be parsed', async () => {
    const haunted = { ...alertOf({ id: 'a2' }), check: 'haunted' };
    const alerts = [alertOf(), haunted];
    const checks = ['outside-lock', 'haunted'];
    await open({ alerts: () => Response.json({ ...emptyAlerts, alerts, checks, waiting: 0 }) });
    expect(within(await table()).getAllByRole('row')).toHaveLength(2);
    expectText(/^1 of 2 alerts could not be read/);
    expectText(
      'These checks open alerts: May lose service because of the group’s IMEI lock. A SIM that a scan cannot check counts as in the scan before.',
    );
  });

  it('exports the alerts', async () => {
    const acknowledged = { username: 'anna', at: figuresAt, note: '=1+1' };
    const alert = alertOf({ state: 'acknowledged', acknowledged, deliveries: [deliveryOf()] });
    const { user } = await open(alertsPageFixture({ alerts: [alert] }));
    await table();
    const blobs = keepFiles();
    await user.click(button('Export'));
    await expectTextSoon(/^Saved as alerts_.*: 1 alert\./);
    const [head, row] = ((await blobs[0]?.text()) ?? '').split('\r\n');
    expect(head).toContain(',Largest Thing Groups,');
    expect(row).toBe(
      [
        'May lose service because of the group’s IMEI lock,Acknowledged,12,20,9',
        '2026-11-22T08:12:00.000Z,2026-11-22T08:12:00.000Z,',
        '"Parcel Vans: 8; Without a group: 1",,',
        "anna,2026-11-22T09:12:00.000Z,'=1+1,Webhook opened sent 2026-11-22T08:13:00.000Z",
      ].join(','),
    );
  });

  it('shows the error in place of the alerts', async () => {
    await open({ alerts: () => refusal('r-403') });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(/^Could not load the alerts: .*r-403/);
  });
});

describe('W6: without any alerts', () => {
  it('the page says what the first complete scan found', async () => {
    const found = [
      { check: 'not-found', sims: 3 } as const,
      { check: 'outside-lock', sims: 0 } as const,
    ];
    const { router } = await open(alertsPageFixture({ first: { at: figuresAt, found } }));
    await expectTextSoon(/^No alerts\. An alert opens when a complete scan finds SIMs/);
    const region = screen.getByRole('region', { name: 'What the first complete scan found' });
    expectText(/^It ended on 22 Nov 2026, .* and opened no alerts/, region);
    expect(textsOf(within(region).getAllByRole('listitem'))).toEqual(['No longer found: 3 SIMs']);
    expect(addressOf(region, 'No longer found')).toBe('/fleet/not-found');
    await router.navigate(paths.alerts('state=open'));
    await expectTextSoon('No alerts match these filters.');
    expect(region).toBeVisible();
  });

  it('the page says that the fleet has not been read, and what a technical user would be useful for', async () => {
    await open({
      ...alertsPageFixture({ first: null }),
      fleet: () => Response.json({ ...emptySummary, watch: null }),
    });
    await expectTextSoon(/^No alerts, because the fleet has not been read completely yet/);
    await expectTextSoon(/^The fleet is read only when somebody asks for it\. .*WATCH_USER/);
  });

  it('the page says that the inventory is switched off', async () => {
    await open(alertsPageFixture({ keptDays: 0 }));
    await expectTextSoon(/its operators have switched it off\. Without it, there are no alerts\.$/);
    expect(screen.queryByRole('heading', { name: 'Messages' })).not.toBeInTheDocument();
  });
});
