import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import type { Fault } from '#sandbox/faultInjection.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { listOffsets } from '#testing/fixtures/listCalls.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const list = 'GET /things';
/** Calls for the first page; the next page is prefetched. */
const calls = (sandbox: Sandbox) =>
  sandbox.state.requests().filter(({ route, query }) => route === list && query['offset'] === '0')
    .length;

const pass = fakeTime();

/** Opens the Things, whose first list meets this fault. */
async function open(fault?: Fault) {
  const sandbox = createSandbox({ things: 60 });
  if (fault) sandbox.faults.add({ route: list, ...fault });
  return renderRoute(paths.things(), { sandbox });
}

describe('R1: a read that fails in the service', () => {
  it('is retried after 1 and 2 s, until the page appears', async () => {
    const { sandbox } = await open({ status: 503, count: 2, retryAfter: null });
    expect(await screen.findByRole('timer')).toHaveTextContent(/^in [12] s$/);
    await pass(1_250);
    expect(calls(sandbox)).toBe(2);
    await pass(2_500);
    expect(await screen.findByRole('table')).toBeVisible();
    expect(calls(sandbox)).toBe(3);
  });

  it('fails after four attempts within 7 to 9 s, and offers a retry button', async () => {
    const { sandbox, user } = await open({ status: 500, count: 4 });
    await screen.findByText(/Trying again/);
    await pass(6_900);
    expect(calls(sandbox)).toBeLessThan(4);
    await pass(2_100);
    expect(await screen.findByRole('alert')).toHaveTextContent(/500.*Request ID req_/s);
    expect(calls(sandbox)).toBe(4);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table')).toBeVisible();
  });
});

it.each([400, 403, 404, 409, 422])('R2: a read refused with %i is sent once', async (status) => {
  const { sandbox } = await open({ status, count: Infinity });
  expect(await screen.findByRole('alert')).toBeVisible();
  await pass(60_000);
  expect(calls(sandbox)).toBe(1);
});

it('R4: a read over the rate limit is retried after 7 to 8.5 s, given a Retry-After of 7', async () => {
  const { sandbox } = await open({ status: 429, retryAfter: '7' });
  await screen.findByRole('timer');
  await pass(6_500);
  expect(calls(sandbox)).toBe(1);
  await pass(2_000);
  expect(await screen.findByRole('table')).toBeVisible();
  expect(calls(sandbox)).toBe(2);
});

it.each<Fault>([{ status: 503 }, { status: 429, retryAfter: '1' }])(
  'R1, R4: a page opened while it is prefetched is retried: %j',
  async (fault) => {
    const { sandbox, user } = await open({ ...fault, skip: 1, delayMs: 500 });
    await screen.findByRole('table');
    await pass(400);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await pass(500);
    expect(await screen.findByRole('timer')).toBeVisible();
    await pass(2_000);
    expect(await screen.findByText(/^Rows 26–50/)).toBeVisible();
    expect(listOffsets(sandbox).slice(0, 3)).toEqual([0, 25, 25]);
  },
);

it.each([
  ['an object', '{"items":[]}'],
  ['HTML', '<!doctype html><title>Log in</title>'],
  ['nothing', ''],
  ['truncated JSON', '[{"ExternalUniqueId":"89'],
])('V2: a response that is not a list keeps the rows and shows one error: %s', async (_, body) => {
  const { sandbox, user } = await open();
  const before = within(await screen.findByRole('table')).getAllByRole('row').length;
  sandbox.faults.add({ route: list, body });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/Request ID req_/);
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(before);
});

it('R10: leaving a page cancels its reads without showing an error', async () => {
  const { sandbox, router } = await open({ hang: true });
  await waitFor(() => expect(calls(sandbox)).toBe(1));
  await act(async () => router.navigate(paths.groups()));
  expect(await screen.findByRole('table', { name: 'Thing Groups' })).toBeVisible();
  await pass(20_000);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(calls(sandbox)).toBe(1);
});

it('R11: a browser that believes it is offline still sends requests', async () => {
  const { router } = await renderRoute(paths.groups());
  await screen.findByRole('table');
  await act(async () => onlineManager.setOnline(false));
  try {
    await act(async () => router.navigate(paths.things()));
    expect(await screen.findByRole('table', { name: 'Things' })).toBeVisible();
  } finally {
    onlineManager.setOnline(true);
  }
});

it('R8: a tab that is shown again sends nothing, even if its rows are no longer fresh', async () => {
  const { sandbox } = await open();
  await screen.findByRole('table');
  await pass(120_000);
  const sent = sandbox.state.requests().length;
  for (let turn = 0; turn < 20; turn++) {
    await act(async () => {
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      window.dispatchEvent(new Event('focus'));
      onlineManager.setOnline(false);
      onlineManager.setOnline(true);
    });
  }
  await pass(5_000);
  expect(sandbox.state.requests()).toHaveLength(sent);
});

it('R12: a tab that is hidden while it waits for a retry shows the page within 5 s of coming back', async () => {
  await open({ status: 500, count: 2 });
  await screen.findByText(/Trying again/);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await pass(60_000);
  visibility.mockReturnValue('visible');
  await act(async () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await pass(5_000);
  expect(await screen.findByRole('table')).toBeVisible();
});

it('a slow service is shown as still pending after ten seconds, and can be cancelled', async () => {
  const { sandbox, user } = await open({ hang: true });
  await waitFor(() => expect(calls(sandbox)).toBe(1));
  await screen.findByText('Loading Things…');
  await pass(9_000);
  expect(screen.queryByText(/Still waiting/)).not.toBeInTheDocument();
  await pass(3_000);
  const status = screen.getByText(/Still waiting/);
  expect(status).toHaveTextContent(/^Still waiting \(1\d s\)$/);
  // Although it changes every second, a timer is not announced.
  expect(within(status).getByRole('timer')).toHaveTextContent(/^1\d s$/);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Loading was cancelled.')).toBeVisible();
  expect(screen.queryByText(/Still waiting|Loading Things/)).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toHaveFocus());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeVisible();
});
