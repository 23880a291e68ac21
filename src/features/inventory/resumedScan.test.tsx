import { locks } from 'node:worker_threads';

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { FleetScan } from '#api/inventory.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figures, figuresAt } from '#testing/fixtures/fleetFigures.ts';
import {
  limitedAfter,
  openFleetPage as open,
  runningScan,
  startScan,
  storeOf,
  type FleetPageOptions,
} from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';
import { emptySummary } from '#testing/fixtures/sandboxServices.ts';

import { holdScan } from './scanLock.ts';

const list = 'GET /things';

/** What a tab keeps of a scan when its page is loaded again after so many pages; then the service allows no more. */
async function readUntilReload(pages: number): Promise<Map<string, string>> {
  const tab = new Map<string, string>();
  const { leave } = await startScan({ tabStorage: storeOf(tab) }, limitedAfter(pages));
  await screen.findByText(/too many requests \(429\)/);
  const kept = new Map(tab);
  leave();
  return kept;
}

/** Opens the page in that tab again; the inventory knows this as the newest scan. */
function reopen(
  tab: Map<string, string>,
  latest: FleetScan = runningScan,
  given: FleetPageOptions = {},
) {
  return open({ tabStorage: storeOf(tab), summary: { ...figures, latest }, ...given });
}

/** The locks of a browser, which jsdom lacks. @returns takes them away */
function provideLocks(): () => void {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return () => void Reflect.deleteProperty(navigator, 'locks');
}

/** One of two tabs that offer to continue the same scan, in a browser that has locks. */
async function openReloaded() {
  onTestFinished(provideLocks());
  return reopen(await readUntilReload(0));
}

/** The other one continues it. @returns lets the other one stop */
async function readElsewhere(): Promise<() => void> {
  const release = await holdScan(runningScan.id);
  if (!release) throw new Error('Nobody else should have the scan');
  return release;
}

describe('a scan of the fleet whose page was loaded again, or duplicated', () => {
  it('offers to continue after the page was loaded again, and reads only the rest', async () => {
    const again = await reopen(await readUntilReload(1), { ...runningScan, things: 50 });
    await expectTextSoon(/^Your scan was interrupted after 50 SIMs,/);
    expect(screen.queryByRole('button', { name: 'Read the fleet' })).not.toBeInTheDocument();
    await again.user.click(button('Continue'));
    await expectTextSoon(/^120 SIMs read: the whole list\./);
    expect(again.bodies).toEqual([{ state: 'complete', things: 120 }]);
    expect(again.asked).not.toContain('POST /readings');
    // The first page is not read again.
    const first = again.sandbox.state.requests().find(({ route }) => route === list);
    expect(Object.values(first?.query ?? {})).toContain('49');
  });

  it('is left to the tab that reads where that was duplicated, until it has stopped there', async () => {
    onTestFinished(provideLocks());
    const tab = new Map<string, string>();
    const first = await startScan({ tabStorage: storeOf(tab) }, limitedAfter());
    await screen.findByText(/too many requests \(429\)/);

    let latest: FleetScan = runningScan;
    const copy = await open({
      tabStorage: storeOf(new Map(tab)),
      answer: ({ call }) =>
        call === 'GET' ? Response.json({ ...emptySummary, ...figures, latest }) : undefined,
    });
    const notice = /^This scan belongs to another tab\. It can be stopped or continued there\.$/;
    await expectTextSoon(notice);
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Stop it' })).not.toBeInTheDocument();

    latest = { ...runningScan, state: 'stopped', endedAt: figuresAt };
    first.leave();
    expect(await screen.findByRole('button', { name: 'Read the fleet' })).toBeVisible();
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
    expect(first.bodies).toEqual([{ state: 'stopped', things: 0 }]);
    expect(copy.bodies).toEqual([]);
  });

  it('continues in one of two copies of a tab that was loaded again', async () => {
    const { user, bodies } = await openReloaded();
    const resume = await screen.findByRole('button', { name: 'Continue' });
    const release = await readElsewhere();
    await user.click(resume);
    await expectTextSoon(/^This scan belongs to another tab\./);
    release();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await expectTextSoon(/^120 SIMs read: the whole list\./);
    expect(bodies).toEqual([{ state: 'complete', things: 120 }]);
  });

  it('is not stopped from a copy while the other tab reads', async () => {
    const { user, bodies } = await openReloaded();
    const stop = await screen.findByRole('button', { name: 'Stop it' });
    const release = await readElsewhere();
    await user.click(stop);
    await expectTextSoon(/^This scan belongs to another tab\./);
    expect(bodies).toEqual([]);
    release();
    await user.click(await screen.findByRole('button', { name: 'Stop it' }));
    await waitFor(() => expect(bodies).toEqual([{ state: 'stopped', things: 0 }]));
  });

  it('is seen to have been taken over when its window gets the focus', async () => {
    await openReloaded();
    await screen.findByRole('button', { name: 'Continue' });
    const release = await readElsewhere();
    onTestFinished(release);
    fireEvent.focus(window);
    await expectTextSoon(/^This scan belongs to another tab\./);
  });

  it('says how it ended where the page was loaded again between its last page and that', async () => {
    const tab = new Map<string, string>();
    const first = await startScan({
      tabStorage: storeOf(tab),
      answer: ({ call }) =>
        call === 'PUT /readings/r2' ? new Response(null, { status: 503 }) : undefined,
    });
    await waitFor(() => expect(first.bodies).toHaveLength(1));
    const kept = new Map(tab);
    first.leave();

    const again = await reopen(kept);
    await again.user.click(await screen.findByRole('button', { name: 'Continue' }));
    await expectTextSoon(/^120 SIMs read: the whole list\./);
    expect(again.bodies).toEqual([{ state: 'complete', things: 120 }]);
    expect(again.sandbox.state.requests().map(({ route }) => route)).not.toContain(list);
  });

  it('says why rows may be missing where it was resumed after the page was loaded again', async () => {
    const reloaded = await readUntilReload(1);
    const latest = { ...runningScan, things: 50 };
    const { user } = await reopen(reloaded, latest, {
      answer: ({ call, body }) =>
        call === 'PUT /readings/r2'
          ? Response.json({ ...runningScan, ...Object(body), state: 'partial', things: 119 })
          : undefined,
    });
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await expectTextSoon(
      /^120 SIMs read, but perhaps not all: the inventory has fewer\. SIMs that moved in the list during the reload may count twice, or the console’s store missed some\. Read it again at a quieter time\./,
    );
  });

  it('ends an interrupted scan that nobody wants to continue', async () => {
    const { user, bodies } = await reopen(await readUntilReload(0));
    await user.click(await screen.findByRole('button', { name: 'Stop it' }));
    await waitFor(() => expect(bodies).toEqual([{ state: 'stopped', things: 0 }]));
    expect(button('Read the fleet')).toBeVisible();
  });

  it('does not offer to continue a scan that the gateway has given up', async () => {
    const stopped = { ...runningScan, state: 'stopped', things: 7 } as const;
    await reopen(await readUntilReload(0), stopped);
    await expectTextSoon(
      /was stopped after 7 SIMs\. These are in the inventory\. Nothing new is known about the others/,
    );
    expect(button('Read the fleet')).toBeVisible();
  });
});
