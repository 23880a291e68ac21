import { locks } from 'node:worker_threads';

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { FleetScan } from '#api/inventory.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figures, figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import {
  limitedAfter,
  openFleetPage as open,
  runningScan,
  startScan,
  type FleetPageOptions,
} from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';
import { emptySummary } from '#testing/fixtures/sandboxServices.ts';

import { holdScan } from './scanLock.ts';

const list = 'GET /things';

/** What a tab has stored if it is reloaded while the rate limit pauses its scan, after this many pages. */
async function readUntilReload(pages: number): Promise<Map<string, string>> {
  const tab = new Map<string, string>();
  const { leave } = await startScan({ tabStorage: memoryTextStore(tab) }, limitedAfter(pages));
  await screen.findByText(/too many requests \(429\)/);
  const kept = new Map(tab);
  leave();
  return kept;
}

/** Reopens the page in that tab. `latest` is the inventory's newest scan. */
function reopen(
  tab: Map<string, string>,
  latest: FleetScan = runningScan,
  given: FleetPageOptions = {},
) {
  return open({ tabStorage: memoryTextStore(tab), summary: { ...figures, latest }, ...given });
}

/** The Web Locks API, which jsdom lacks. @returns a function that removes it again */
function provideLocks(): () => void {
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
  return () => void Reflect.deleteProperty(navigator, 'locks');
}

/** One of two tabs that offer to continue the same scan, in a browser with Web Locks. */
async function openReloaded() {
  onTestFinished(provideLocks());
  return reopen(await readUntilReload(0));
}

/** The other tab continues the scan. @returns a function that makes the other tab stop */
async function readElsewhere(): Promise<() => void> {
  const release = await holdScan(runningScan.id);
  if (!release) throw new Error('Nobody else should have the scan');
  return release;
}

describe('a fleet scan whose page was reloaded or duplicated', () => {
  it('can be continued after a page reload, and then reads only the remaining pages', async () => {
    const again = await reopen(await readUntilReload(1), { ...runningScan, things: 50 });
    await expectTextSoon(/^Your scan was interrupted after 50 SIMs,/);
    expect(screen.queryByRole('button', { name: 'Read the fleet' })).not.toBeInTheDocument();
    await again.user.click(button('Continue'));
    await expectTextSoon(/^The whole list was read: 120 SIMs\./);
    expect(again.bodies).toEqual([{ state: 'complete', things: 120 }]);
    expect(again.asked).not.toContain('POST /readings');
    // The first page is not read again.
    const first = again.sandbox.state.requests().find(({ route }) => route === list);
    expect(Object.values(first?.query ?? {})).toContain('49');
  });

  it('stays with the scanning tab when that tab is duplicated, until that tab stops it', async () => {
    onTestFinished(provideLocks());
    const tab = new Map<string, string>();
    const first = await startScan({ tabStorage: memoryTextStore(tab) }, limitedAfter());
    await screen.findByText(/too many requests \(429\)/);

    let latest: FleetScan = runningScan;
    const copy = await open({
      tabStorage: memoryTextStore(new Map(tab)),
      answer: ({ call }) =>
        call === 'GET' ? Response.json({ ...emptySummary, ...figures, latest }) : undefined,
    });
    const notice = /^This scan was started in another tab\. You can stop or continue it there\.$/;
    await expectTextSoon(notice);
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Stop scan' })).not.toBeInTheDocument();

    latest = { ...runningScan, state: 'stopped', endedAt: figuresAt };
    first.leave();
    expect(await screen.findByRole('button', { name: 'Read the fleet' })).toBeVisible();
    expect(screen.queryByText(notice)).not.toBeInTheDocument();
    expect(first.bodies).toEqual([{ state: 'stopped', things: 0 }]);
    expect(copy.bodies).toEqual([]);
  });

  it('continues in only one of two copies of a reloaded tab', async () => {
    const { user, bodies } = await openReloaded();
    const resume = await screen.findByRole('button', { name: 'Continue' });
    const release = await readElsewhere();
    await user.click(resume);
    await expectTextSoon(/^This scan was started in another tab\./);
    release();
    await user.click(await screen.findByRole('button', { name: 'Continue' }));
    await expectTextSoon(/^The whole list was read: 120 SIMs\./);
    expect(bodies).toEqual([{ state: 'complete', things: 120 }]);
  });

  it('cannot be stopped from a copy while the other tab is scanning', async () => {
    const { user, bodies } = await openReloaded();
    const stop = await screen.findByRole('button', { name: 'Stop scan' });
    const release = await readElsewhere();
    await user.click(stop);
    await expectTextSoon(/^This scan was started in another tab\./);
    expect(bodies).toEqual([]);
    release();
    await user.click(await screen.findByRole('button', { name: 'Stop scan' }));
    await waitFor(() => expect(bodies).toEqual([{ state: 'stopped', things: 0 }]));
  });

  it('is shown as taken over once the window gets focus', async () => {
    await openReloaded();
    await screen.findByRole('button', { name: 'Continue' });
    onTestFinished(await readElsewhere());
    fireEvent.focus(window);
    await expectTextSoon(/^This scan was started in another tab\./);
  });

  it('reports its end if the page is reloaded after the last page of the list was read', async () => {
    const tab = new Map<string, string>();
    const first = await startScan({
      tabStorage: memoryTextStore(tab),
      answer: ({ call }) =>
        call === 'PUT /readings/r2' ? new Response(null, { status: 503 }) : undefined,
    });
    await waitFor(() => expect(first.bodies).toHaveLength(1));
    const kept = new Map(tab);
    first.leave();

    const again = await reopen(kept);
    await again.user.click(await screen.findByRole('button', { name: 'Continue' }));
    await expectTextSoon(/^The whole list was read: 120 SIMs\./);
    expect(again.bodies).toEqual([{ state: 'complete', things: 120 }]);
    expect(again.sandbox.state.requests().map(({ route }) => route)).not.toContain(list);
  });

  it('says why rows may be missing after it was resumed', async () => {
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
      /^120 SIMs read, but some may be missing: the inventory contains fewer\. Either SIMs that moved in the list during the reload were counted twice, or the database missed some\. Scan again at a quieter time\./,
    );
  });

  it('can be stopped after it was interrupted', async () => {
    const { user, bodies } = await reopen(await readUntilReload(0));
    await user.click(await screen.findByRole('button', { name: 'Stop scan' }));
    await waitFor(() => expect(bodies).toEqual([{ state: 'stopped', things: 0 }]));
    expect(button('Read the fleet')).toBeVisible();
  });

  it('cannot be continued once the gateway has given up on it', async () => {
    const stopped = { ...runningScan, state: 'stopped', things: 7 } as const;
    await reopen(await readUntilReload(0), stopped);
    await expectTextSoon(
      /was stopped after 7 SIMs\. The SIMs read so far are in the inventory\. The others were not read/,
    );
    expect(button('Read the fleet')).toBeVisible();
  });
});
