import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { noteKeys } from '#api/noteKeys.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { notesFixture } from '#testing/fixtures/notesFixture.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { ofGateway, type GatewayAnswers } from '#testing/fixtures/sandboxServices.ts';
import { showBesideTheList } from '#testing/fixtures/showBesideTheList.ts';

import { useKnownNotes } from './knownNotes.ts';

type Gateway = Pick<GatewayAnswers, 'notes'>;

/** A work set of ten SIMs, the first of which has two notes. */
async function openSet(given: (iccid: string) => Gateway) {
  const sandbox = createSandbox({ things: 10 });
  const iccid = sandbox.state.things()[0]?.ExternalUniqueId ?? '';
  const { notes } = given(iccid);
  const { user } = await renderRoute(paths.things('size=10'), { sandbox, notes });
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Add to work set' }));
  await user.click(screen.getByRole('link', { name: 'Work set (10)' }));
  await screen.findByRole('table', { name: 'Work set' });
  const blobs = keepFiles();
  const press = async (...names: readonly string[]) => {
    for (const name of names) await user.click(await screen.findByRole('button', { name }));
  };
  return { iccid, press, blobs, file: async () => (await blobs[0]?.text()) ?? '' };
}

const twoNotes = (iccid: string) =>
  notesFixture([
    { iccid, text: '=1+1\nCall 0151 12345678', username: 'anna' },
    { iccid, text: 'Arrived; 2026-11-22T09:00:00.000Z anna:\nI agree', revision: 2 },
  ]);
const heldBy = (reading: ReturnType<typeof hold>) => (iccid: string) => ({
  notes: reading.before(twoNotes(iccid).notes, ({ call }) => call === 'GET /notes'),
});
const written = '2026-11-22T09:00:00.000Z';
/** One line for each note, so that no text can imitate another note. */
const inFile = `${written} anna: =1+1 Call 0151 12345678
${written} writer, changed ${written}: Arrived; ${written} anna: I agree`;

/** A gateway whose store is unavailable when the file is written. */
const failing = (): Gateway => ({ notes: () => ofGateway(503, 'store_unavailable', 0) });

describe('notes in the work set', () => {
  it('are marked in the table', async () => {
    const { iccid } = await openSet(twoNotes);
    expect(await screen.findByRole('link', { name: `${iccid}, 2 notes` })).toBeVisible();
  });

  it('are a column in its export, and no spreadsheet runs them as formulas', async () => {
    const { press, file } = await openSet(twoNotes);
    await press('Export', 'Start export');
    expect(await screen.findByText(/^Saved 10 rows as work-set_.*\.csv\.$/)).toBeVisible();
    const [head = '', ...rows] = (await file()).trim().split('\r\n');
    expect(head).toMatch(/,Notes$/);
    expect(rows).toHaveLength(10);
    expect(rows.filter((row) => row.includes(inFile))).toHaveLength(1);
  });

  it('are read and written once if the button is pressed again meanwhile', async () => {
    const reading = hold();
    const { press, blobs } = await openSet(heldBy(reading));
    await press('Export', 'Start export', 'Writing…');
    reading.answer();
    await screen.findByText(/^Saved 10 rows/);
    expect(blobs).toHaveLength(1);
  });

  it('are missing from the export if they cannot be read, and the dialog says why', async () => {
    const { press, file } = await openSet(failing);
    await press('Export', 'Start export');
    await expectTextSoon(
      /The file has no notes\. Could not read the notes: .*Request ID: gateway-1/,
    );
    expect(await file()).not.toContain('Notes');
  });

  it('are in the ticket text', async () => {
    const { press } = await openSet(twoNotes);
    await press('Copy');
    await screen.findByText('Ticket text copied');
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`\nNotes:\n- ${written} anna: =1+1 Call 0151 12345678\n`);
  });

  it('are left out of the ticket text if they take longer than 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const reading = hold();
    const { press } = await openSet(heldBy(reading));
    await press('Copy');
    await reading.reached;
    await act(async () => vi.advanceTimersByTimeAsync(30_000));
    await screen.findByText('Ticket text copied');
    expect(await navigator.clipboard.readText()).toContain('could not be read in time');
    reading.answer();
  });

  it('are copied in the moment of the press, after which browsers refuse, however late they arrive', async () => {
    const reading = hold();
    const { press } = await openSet(heldBy(reading));
    const texts: Promise<Blob>[] = [];
    vi.stubGlobal('ClipboardItem', function ClipboardItem(given: Record<string, Promise<Blob>>) {
      texts.push(...Object.values(given));
    });
    vi.spyOn(navigator.clipboard, 'write').mockImplementation(async () => void (await texts[0]));
    await press('Copy');
    expect(texts).toHaveLength(1);
    await expectTextSoon('Copying…');
    await press('Copy');
    expect(texts).toHaveLength(1);
    reading.answer();
    await expectTextSoon('Ticket text copied');
    expect(await (await texts[0])?.text()).toContain(' anna: =1+1 Call 0151 12345678\n');
  });

  it('are not in the export with static hosting', async () => {
    const { press, file } = await openSet(() => ({}));
    await press('Export', 'Start export');
    await screen.findByText(/^Saved 10 rows/);
    expect(await file()).not.toContain('Notes');
  });
});

it('notes are in the support bundle, masked like everything else', async () => {
  const sandbox = createSandbox({ things: 10 });
  const iccid = sandbox.state.things()[0]?.ExternalUniqueId ?? '';
  const { user } = await renderRoute(paths.thing(iccid), { sandbox, notes: twoNotes(iccid).notes });
  const blobs = keepFiles();
  await user.click(await screen.findByRole('button', { name: 'Support bundle' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Support bundle' }));
  expect(await dialog.findByText('notes.txt')).toBeVisible();
  await user.click(dialog.getByRole('radio', { name: 'One text file' }));
  await user.click(dialog.getByRole('button', { name: 'Save bundle' }));
  await dialog.findByText(/^Saved as/);
  const text = (await blobs[0]?.text()) ?? '';
  expect(text).toContain(`ICCID: ${iccid}\n- ${written} anna: =1+1 Call **** ****5678\n`);
  expect(text).not.toContain('12345678');
});

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
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(11));
    await act(async () => vi.advanceTimersByTimeAsync(300));
    expect(calls).toHaveLength(1);
    await user.click(screen.getByRole('link', { name: sims.at(-1)?.ExternalUniqueId ?? '' }));
    await user.click(await screen.findByRole('button', { name: 'Copy ticket text' }));
    expect(await navigator.clipboard.readText()).not.toContain('notes');
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

const known = '89490200001234567890';

function Known() {
  return <p>{useKnownNotes(known)?.length ?? 'no'} notes</p>;
}

const list = { notes: [{ id: 1 }] };

function Read() {
  useQuery(queryOptions({ queryKey: noteKeys.of(known), queryFn: () => list, initialData: list }));
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
