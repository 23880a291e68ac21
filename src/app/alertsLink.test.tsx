import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { ofGateway } from '#testing/fixtures/sandboxServices.ts';

const pass = fakeTime();
const second = 1_000;
const minute = 60 * second;

type Options = Parameters<typeof renderRoute>[1];

/** Opens a page, by default one that reads nothing, with a gateway that has this many open alerts. */
async function open(waiting: number, address: string = paths.workSet(), options: Options = {}) {
  const gateway = { waiting, asked: 0, isAway: false };
  const page = await renderRoute(address, {
    ...options,
    sandbox: createSandbox({ things: 30 }),
    alerts({ call, isBackground }) {
      expect([call, isBackground]).toEqual(['GET /waiting', true]);
      gateway.asked++;
      if (gateway.isAway) return ofGateway(503, 'store_unavailable', 0);
      return Response.json({ waiting: gateway.waiting });
    },
  });
  await screen.findByRole('navigation', { name: 'Main' });
  return { ...page, gateway };
}

const link = () =>
  within(screen.getByRole('navigation', { name: 'Main' })).getByRole('link', { name: /^Alerts/ });
const expectLink = (words: string) => waitFor(() => expect(link().textContent).toBe(words));

describe('W9: the link to the alerts', () => {
  it('says how many are open, read once the page has its rows, and then every minute', async () => {
    const { gateway } = await open(2, paths.things());
    await screen.findByText(/^Rows 1–25/);
    expect(link()).toHaveAttribute('href', '/alerts');
    await expectLink('Alerts');
    expect(gateway.asked).toBe(0);
    await pass(3 * second);
    await expectLink('Alerts (2)');
    gateway.waiting = 0;
    await pass(minute);
    await expectLink('Alerts');
    expect(gateway.asked).toBe(2);
  });

  it('keeps its number, and says nothing, if it cannot be read', async () => {
    const { gateway } = await open(2);
    await pass(3 * second);
    await expectLink('Alerts (2)');
    gateway.isAway = true;
    await pass(minute);
    await waitFor(() => expect(gateway.asked).toBe(2));
    await expectLink('Alerts (2)');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is not updated while the tab is hidden, but is as soon as it is shown again', async () => {
    const { gateway } = await open(1);
    await pass(3 * second);
    await expectLink('Alerts (1)');
    showTab('hidden');
    gateway.waiting = 2;
    await pass(5 * minute);
    expect(gateway.asked).toBe(1);
    showTab('visible');
    await expectLink('Alerts (2)');
  });

  it('is not updated once the session has ended', async () => {
    const { gateway, monitor } = await open(1);
    await pass(3 * second);
    await expectLink('Alerts (1)');
    act(() => monitor.ended(false));
    await pass(5 * minute);
    expect(gateway.asked).toBe(1);
  });

  it('costs no call to the service to confirm the customer ID', async () => {
    const { gateway, sandbox } = await open(1, paths.workSet(), {
      session: (session) => ({
        ...session,
        read: async () => {
          const info = await session.read();
          return info && { ...info, isUnproven: true };
        },
      }),
    });
    await pass(2 * minute);
    expect(gateway.asked).toBeGreaterThan(0);
    expect(sandbox.state.requests().map(({ route }) => route)).toEqual(['POST /v1/auth/token']);
  });
});

it.each([
  ['Changes', paths.changes(), /served by a plain web server, without a gateway/],
  ['Fleet', paths.fleet(), /served by a plain web server, without a gateway/],
  ['Alerts', paths.alerts(), /^Only a gateway can watch the fleet/],
])('static hosting has no link to "%s", whose page explains why', async (name, address, why) => {
  const { sandbox } = await renderRoute(address);
  expect(await screen.findByRole('heading', { name })).toBeVisible();
  await expectTextSoon(why);
  const navigation = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(navigation.queryByRole('link', { name: new RegExp(`^${name}`) })).not.toBeInTheDocument();
  expect(callsTo(sandbox, 'GET /thingsgroup/listWithMeasures')).toEqual([]);
});

function showTab(state: DocumentVisibilityState): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
}
