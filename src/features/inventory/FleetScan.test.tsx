import { locks } from 'node:worker_threads';

import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { FleetScan } from '#api/inventory.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figures, figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import {
  limitedAfter,
  openFleetPage as open,
  region,
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

/** Checks that no draft is kept, even once pending work has finished. */
async function expectNoDraft(tab: ReadonlyMap<string, string>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
  expect([...tab.values()].join()).not.toContain('fleet-reading');
}

describe('a scan of the fleet', () => {
  it('states its cost in advance, reads every SIM once, and reports completion to the inventory', async () => {
    const { user, sandbox, asked, bodies } = await open();
    await region('Overview');
    expect(button('Read the fleet')).toHaveAccessibleDescription(
      /^Takes about 102 calls to the service\./,
    );
    expect(callsTo(sandbox, list)).toHaveLength(0);
    await user.click(button('Read the fleet'));
    await expectTextSoon(/^The whole list was read: 120 SIMs\./);
    // A few pages beyond the end may be requested before the end is known.
    expect(callsTo(sandbox, list).length).toBeGreaterThanOrEqual(3);
    expect(callsTo(sandbox, list).length).toBeLessThanOrEqual(8);
    expect(bodies).toEqual([{ state: 'complete', things: 120 }]);
    expect(asked.indexOf('POST /readings')).toBeLessThan(asked.indexOf('PUT /readings/r2'));
    // The figures are reloaded after the scan.
    await waitFor(() => expect(asked.filter((call) => call === 'GET')).toHaveLength(2));
  });

  it('pauses when the service’s rate limit is reached, and can be cancelled', async () => {
    const { user, bodies } = await startScan({}, limitedAfter());
    expect(await screen.findByRole('progressbar', { name: 'Reading the fleet' })).toBeVisible();
    await expectTextSoon(/too many requests \(429\)/);
    await user.click(button('Cancel'));
    await expectTextSoon(/^Stopped after 0 SIMs\./);
    // The scan may still be continued.
    expect(bodies).toEqual([]);
  });

  it('continues where it stopped, as one scan', async () => {
    const { user, asked, bodies } = await startScan({}, { route: list, count: 1, status: 403 });
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not read the fleet');
    await user.click(button('Continue'));
    await expectTextSoon(/^The whole list was read: 120 SIMs\./);
    expect(bodies).toEqual([{ state: 'complete', things: 120 }]);
    expect(asked.filter((call) => call === 'POST /readings')).toHaveLength(1);
  });

  it('tells the gateway that it was abandoned', async () => {
    const { user, bodies } = await startScan({}, { route: list, count: Infinity, status: 403 });
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not read the fleet');
    await user.click(button('Close'));
    await waitFor(() => expect(bodies).toEqual([{ state: 'stopped', things: 0 }]));
    expect(button('Read the fleet')).toBeVisible();
  });

  it('does not count as complete if it missed a record', async () => {
    const broken = { route: list, count: 1, body: '[{"ExternalUniqueId": 7.5}]' };
    const { bodies } = await startScan({ things: 60 }, broken);
    await expectTextSoon(/but some may be missing: 1 record could not be read/);
    expect(bodies).toEqual([{ state: 'partial', things: 0 }]);
  });

  it('does not count as complete if the service lists nothing', async () => {
    const partial = { ...runningScan, state: 'partial', endedAt: figuresAt, things: 0 };
    await startScan({
      things: 0,
      answer: ({ call }) => (call === 'PUT /readings/r2' ? Response.json(partial) : undefined),
    });
    await expectTextSoon(
      /^0 SIMs read, but some may be missing: the service listed no SIM, which does not prove that there are none\. No SIM/,
    );
  });

  it('asks for confirmation before the user leaves the page, and then stops for good', async () => {
    const tab = new Map<string, string>();
    const given = { tabStorage: memoryTextStore(tab) };
    const { user, bodies, router } = await startScan(given, limitedAfter());
    await screen.findByRole('progressbar', { name: 'Reading the fleet' });
    await user.click(screen.getByRole('link', { name: 'Thing Groups' }));
    await expectTextSoon(/Leaving this page stops it/);
    await user.click(button('Leave the page'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/groups'));
    await waitFor(() => expect(bodies).toEqual([{ state: 'stopped', things: 0 }]));
    // Otherwise the page would offer to continue the scan on the next visit.
    await expectNoDraft(tab);
  });

  it('says that another tab stopped it before it finished', async () => {
    await startScan({
      answer: ({ call }) =>
        call === 'PUT /readings/r2'
          ? Response.json({ ...runningScan, state: 'stopped', endedAt: figuresAt, things: 60 })
          : undefined,
    });
    await expectTextSoon(
      '120 SIMs read, but the scan was stopped elsewhere before it finished, for example in another tab. It does not count as complete, and no SIM is marked as not found.',
    );
  });
});
