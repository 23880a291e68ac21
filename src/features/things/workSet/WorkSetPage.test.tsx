import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { createWorkSet, maxWorkSet } from '#api/workSet/workSet.ts';
import { createSessionRecords } from '#lib/sessionRecords.ts';
import { paths } from '#paths.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const list = 'GET /things';
const button = (name: string) => screen.getByRole('button', { name });
const table = () => screen.findByRole('table', { name: 'Work set' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
/** The ICCID in the row's link to its SIM; the group is also a link. */
const iccidOf = (row: HTMLElement) =>
  within(within(row).getByRole('rowheader')).getByRole('link').textContent;
/** The ICCIDs looked up after the first `since` requests. */
const lookups = (sandbox: Sandbox, since: number) =>
  sandbox.state
    .requests()
    .slice(since)
    .map(({ query }) => query['filterBy[ExternalUniqueId]']);

/** Opens a work set with the first ten Things. */
async function openSet(sandbox = createSandbox({ things: 10 }), tabStorage = memoryTextStore()) {
  const world = await renderRoute(paths.things('size=10'), { sandbox, tabStorage });
  const { user } = world;
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(button('Add to work set'));
  await user.click(screen.getByRole('link', { name: 'Work set (10)' }));
  await table();
  return { ...world, sandbox, iccids: (await rows()).map(iccidOf) };
}

describe('L1: the work set', () => {
  it('lists the SIMs with the columns of Things, and with the source of each SIM', async () => {
    const { iccids } = await openSet();
    expect(iccids).toHaveLength(10);
    const heads = within(await table()).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual(
      expect.arrayContaining(['ICCID', 'Thing name', 'State', 'Read', 'Added from']),
    );
    expect((await rows())[0]).toHaveTextContent(/Things$/);
  });

  it('explains how to add SIMs while it is empty', async () => {
    await renderRoute(paths.workSet());
    expect(await screen.findByText(/The work set is empty/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Work set/ })).not.toBeInTheDocument();
  });

  it('removes the selected SIMs, or all with one click, and Undo puts them back in place', async () => {
    const { user, iccids } = await openSet();
    expect(button('Remove')).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('checkbox', { name: `Select ${iccids[1]}` }));
    await user.click(screen.getByRole('checkbox', { name: `Select ${iccids[2]}` }));
    await user.click(button('Remove'));
    expect(await rows()).toHaveLength(8);
    expect(screen.getByText('2 SIMs removed from the work set.')).toBeVisible();
    await user.click(button('Undo'));
    expect((await rows()).map(iccidOf)).toEqual(iccids);
    expect(screen.getByRole('heading', { name: 'Work set' })).toHaveFocus();
    await user.click(button('Clear'));
    expect(screen.getByText(/The work set is empty/)).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Work set \(/ })).not.toBeInTheDocument();
    await user.click(button('Undo'));
    expect(await rows()).toHaveLength(10);
  });

  it('compares two to four selected SIMs', async () => {
    const { user, router, iccids } = await openSet();
    await user.click(screen.getByRole('checkbox', { name: `Select ${iccids[0]}` }));
    expect(button('Compare')).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('checkbox', { name: `Select ${iccids[4]}` }));
    await user.click(button('Compare'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/compare'));
    expect(router.state.location.search).toBe(`?iccid=${iccids[0]}&iccid=${iccids[4]}`);
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Compare' })).toHaveFocus());
  });

  it('copies a ticket text for every SIM, without calling the service', async () => {
    const { user, sandbox, iccids } = await openSet();
    const calls = sandbox.state.requests().length;
    await user.click(button('Copy'));
    expect(await screen.findByText('Ticket text copied')).toBeVisible();
    const text = await navigator.clipboard.readText();
    expect(text).toMatch(/^10 SIMs, copied at .*Z/);
    for (const iccid of iccids) expect(text).toContain(`ICCID: ${iccid}`);
    expect(text).toMatch(/Read at .*Z, request ID /);
    expect(sandbox.state.requests()).toHaveLength(calls);
  });

  it('copies what this tab knows about the IMEI lock of each group', async () => {
    const { user, router } = await openSet();
    const copy = async () => {
      await user.click(await screen.findByRole('button', { name: 'Copy' }));
      await screen.findByText('Ticket text copied');
      return navigator.clipboard.readText();
    };
    expect(await copy()).toMatch(/IMEI lock of its Thing Group was not looked up/);
    await router.navigate(paths.groups());
    await screen.findByRole('table', { name: 'Thing Groups' });
    await router.navigate(paths.workSet());
    const text = await copy();
    expect(text).not.toMatch(/not looked up/);
    expect(text).toMatch(/Thing Groups read at .*Z, request ID req_/);
  });

  it('exports its SIMs with their sources, without calling the service', async () => {
    const { user, sandbox, iccids } = await openSet();
    const calls = sandbox.state.requests().length;
    const blobs = keepFiles();
    await user.click(button('Export'));
    await user.click(await screen.findByRole('button', { name: 'Start export' }));
    expect(await screen.findByText(/^Saved 10 rows as work-set_.*\.csv\.$/)).toBeVisible();
    const [head = '', ...lines] = ((await blobs[0]?.text()) ?? '').trim().split('\r\n');
    expect(head).toMatch(/^ICCID,.*Added from,Read \(UTC\),No longer found \(UTC\)$/);
    expect(lines).toHaveLength(10);
    expect(lines[3]).toContain(iccids[3]);
    expect(lines[3]).toContain(',Things,');
    expect(sandbox.state.requests()).toHaveLength(calls);
  });
});

describe('one Thing', () => {
  const sandbox = createSandbox({ things: 10 });
  const iccid = sandbox.state.things()[0]?.ExternalUniqueId ?? '';

  it('can be added to the work set and to a comparison', async () => {
    const { user, router } = await renderRoute(paths.thing(iccid), { sandbox });
    await user.click(await screen.findByRole('button', { name: 'Add to work set' }));
    expect(button('In the work set')).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('link', { name: 'Work set (1)' })).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Compare with another SIM' }));
    expect(await screen.findByText(/contains only one SIM/)).toBeVisible();
    expect(router.state.location.search).toBe(`?iccid=${iccid}`);
  });

  it('says so if the work set has no room for it', async () => {
    const owner = JSON.stringify(['writer', sandbox.users[0]?.customerId]);
    const tabStorage = memoryTextStore();
    createWorkSet(createSessionRecords(tabStorage, 'sim-console:/:set', owner)).add(
      Array.from({ length: maxWorkSet }, (_, at) => ({ iccid: `${at}`, addedFrom: 'Things' })),
    );
    const { user } = await renderRoute(paths.thing(iccid), { sandbox, tabStorage });
    await user.click(await screen.findByRole('button', { name: 'Add to work set' }));
    expect(screen.getByText(/1 did not fit: the work set holds at most 5,000/)).toHaveRole(
      'status',
    );
  });
});

describe('L3: reading the work set again', () => {
  it('states the cost in advance, and requests exactly the listed ICCIDs', async () => {
    const { user, sandbox, iccids } = await openSet();
    const calls = sandbox.state.requests().length;
    await user.click(button('Read again'));
    expect(screen.getByText(/exactly these 10 SIMs: 10 calls/)).toBeVisible();
    expect(sandbox.state.requests()).toHaveLength(calls);
    await user.click(button('Read 10 SIMs'));
    expect(await screen.findByText(/^10 of 10 SIMs read\.$/)).toBeVisible();
    expect(lookups(sandbox, calls).toSorted()).toEqual(iccids.toSorted());
    await user.click(button('Close'));
    expect(screen.getByRole('heading', { name: 'Work set' })).toHaveFocus();
  });

  it('shows the new values, and marks a SIM that is no longer found, keeping its old record', async () => {
    const sandbox = createSandbox({ things: 10 });
    const tabStorage = memoryTextStore();
    const { user, iccids, leave } = await openSet(sandbox, tabStorage);
    // The first call reads the first SIM.
    sandbox.faults.add({ route: list, body: '[]' });
    await user.click(button('Read again'));
    await user.click(button('Read 10 SIMs'));
    expect(await screen.findByText(/9 of 10 SIMs read\. 1 is no longer found/)).toBeVisible();
    const [first] = await rows();
    expect(first).toHaveTextContent('Not found');
    expect(first).toHaveTextContent(iccids[0] ?? 'an ICCID');
    expect(first).toHaveTextContent('ACTIVE');
    leave();
    await renderRoute(paths.workSet(), { sandbox, tabStorage });
    expect((await rows())[0]).toHaveTextContent('Not found');
  });

  it('does not mark a SIM as not found if it may be on a later page', async () => {
    const { user, sandbox } = await openSet();
    const others = Array.from({ length: 50 }, (_, at) => ({ ExternalUniqueId: `89882280${at}` }));
    sandbox.faults.add({ route: list, body: JSON.stringify(others) });
    await user.click(button('Read again'));
    await user.click(button('Read 10 SIMs'));
    expect(await screen.findByText(/^9 of 10 SIMs read\. 1 could not be read/)).toBeVisible();
    expect((await rows())[0]).not.toHaveTextContent('Not found');
  });

  it('can be cancelled, and continues where it stopped', async () => {
    const { user, sandbox } = await openSet();
    const before = sandbox.state.requests().length;
    sandbox.faults.add({ route: list, skip: 3, hang: true });
    await user.click(button('Read again'));
    await user.click(button('Read 10 SIMs'));
    await screen.findByText(/^9 of 10 SIMs$/);
    await user.click(button('Cancel'));
    expect(await screen.findByText(/not read yet/)).toBeVisible();
    await user.click(button('Continue'));
    expect(await screen.findByText(/^10 of 10 SIMs read\.$/)).toBeVisible();
    // Only the call that hung was sent twice.
    const asked = lookups(sandbox, before);
    expect(asked).toHaveLength(11);
    expect(new Set(asked).size).toBe(10);
  });
});

describe('L3: after a 429, reading the work set again', () => {
  const pass = fakeTime();

  it('pauses, and continues automatically', async () => {
    const { user, sandbox } = await openSet();
    sandbox.faults.add({ route: list, status: 429, retryAfter: '60' });
    await user.click(button('Read again'));
    await user.click(button('Read 10 SIMs'));
    expect(await screen.findByRole('timer')).toBeVisible();
    await pass(65_000);
    expect(await screen.findByText(/^10 of 10 SIMs read\.$/)).toBeVisible();
  });
});
