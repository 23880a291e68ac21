import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import {
  limitedAfter,
  openFleetPage as open,
  region,
  runningScan,
  startScan,
} from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';

const list = 'GET /things';

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
