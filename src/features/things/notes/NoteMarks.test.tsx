import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { noteKeys } from '#api/noteKeys.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { notesFixture } from '#testing/fixtures/notesFixture.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { showBesideTheList } from '#testing/fixtures/showBesideTheList.ts';

import { useKnownNotes } from './knownNotes.ts';

/** Every sandbox of this size has the same SIMs. */
const newSandbox = () => createSandbox({ things: 60 });

async function openList(given: Parameters<typeof renderRoute>[1] = {}) {
  const page = await renderRoute(paths.things('size=50'), { sandbox: newSandbox(), ...given });
  const rows = await within(await screen.findByRole('table', { name: 'Things' })).findAllByRole(
    'row',
  );
  return { ...page, iccid: rows[1]?.dataset['iccid'] ?? '' };
}

const sims = newSandbox().state.things();

/** A gateway with two notes about each of these SIMs. */
function noted(count: number) {
  const gateway = notesFixture();
  for (const { ExternalUniqueId: iccid } of sims.slice(0, count)) {
    gateway.put({ iccid, text: `First of ${iccid}` });
    gateway.put({ iccid, text: '=second', username: 'anna' });
  }
  return gateway;
}

const marked = () => screen.findAllByRole('link', { name: /, 2 notes$/ });

describe('the marks of SIMs with notes', () => {
  it('are in the list, in the link to the SIM, with one call per page', async () => {
    const gateway = noted(60);
    const { user, router } = await openList({ notes: gateway.notes });
    await waitFor(async () => expect(await marked()).toHaveLength(50));
    expect(gateway.calls).toEqual(['GET /note-counts']);
    const [first] = await marked();
    const address = first?.getAttribute('href') ?? '';
    await user.click(first ?? document.body);
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(address),
    );
    expect(await screen.findByRole('region', { name: 'Notes' })).toBeVisible();
  });

  it('are loaded for the next page, and again after a note is written', async () => {
    showBesideTheList();
    const gateway = noted(0);
    const { user, router, iccid } = await openList({ notes: gateway.notes });
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(gateway.calls).toHaveLength(2));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await user.click(await screen.findByRole('button', { name: 'Previous page' }));
    // Marks follow rows that have stayed for a moment.
    await act(async () => vi.advanceTimersByTimeAsync(300));
    await user.click(await screen.findByRole('link', { name: iccid }));
    await waitFor(() => expect(router.state.location.pathname).toBe(paths.thing(iccid)));
    await user.type(await screen.findByRole('textbox', { name: 'New note' }), 'Lost');
    await user.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await screen.findByRole('link', { name: `${iccid}, 1 note` })).toBeVisible();
    expect(gateway.calls.filter((call) => call === 'GET /note-counts')).toHaveLength(3);
  });

  it('are reloaded with the list, so that a colleague’s note appears', async () => {
    const gateway = noted(0);
    const { user, iccid } = await openList({ notes: gateway.notes });
    await waitFor(() => expect(gateway.calls).toEqual(['GET /note-counts']));
    gateway.put({ iccid, text: 'Lost', username: 'anna' });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByRole('link', { name: `${iccid}, 1 note` })).toBeVisible();
    expect(gateway.calls).toHaveLength(2);
  });

  it('are not requested again if the gateway keeps no notes', async () => {
    const calls: string[] = [];
    const { user } = await openList({
      notes({ call }) {
        calls.push(call);
        return Response.json({ counts: [], keptDays: 0 });
      },
    });
    await waitFor(() => expect(calls).toEqual(['GET /note-counts']));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(11));
    expect(calls).toHaveLength(1);
  });

  it('are not requested with static hosting', async () => {
    const { sandbox } = await openList();
    // It loads with the marks, after the rows.
    await screen.findByRole('separator', { name: 'Column width' });
    expect(screen.queryByRole('link', { name: /note/ })).not.toBeInTheDocument();
    const routes = sandbox.state.requests().map(({ route }) => route);
    expect(routes.filter((route) => route.includes('note'))).toEqual([]);
  });
});

const iccid = '89490200001234567890';

function Known() {
  return <p>{useKnownNotes(iccid)?.length ?? 'no'} notes</p>;
}

const list = { notes: [{ id: 1 }] };

function Read() {
  useQuery(queryOptions({ queryKey: noteKeys.of(iccid), queryFn: () => list, initialData: list }));
  return null;
}

// React would complain in the console, which fails every test (setup.ts).
it('known notes are shown, but not while the component that reads them renders', async () => {
  const queryClient = new QueryClient();
  const page = (more?: React.ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <Known />
      {more}
    </QueryClientProvider>
  );
  const { rerender } = render(page());
  expect(screen.getByText('no notes')).toBeVisible();
  rerender(page(<Read />));
  expect(await screen.findByText('1 notes')).toBeVisible();
});
