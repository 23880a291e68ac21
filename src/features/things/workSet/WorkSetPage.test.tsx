import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { createWorkSet, maxWorkSet } from '#api/workSet/workSet.ts';
import { createSessionRecords } from '#lib/sessionRecords.ts';
import { paths } from '#paths.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { expectText, textsOf } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
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
    const statuses = screen.getAllByRole('status');
    await user.click(button('Remove'));
    expect(await rows()).toHaveLength(8);
    expect(screen.getByText('2 SIMs removed from the work set.')).toBeVisible();
    expect(textsOf(statuses).join('')).toContain('2 SIMs removed');
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
    expect(
      await screen.findByText(
        /9 of 10 SIMs read\. 1 is no longer found\..* keeps any earlier record\.$/,
      ),
    ).toBeVisible();
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

const comparison = () => screen.findByRole('table', { name: 'Compare' });

/** Two SIMs from the sandbox: one suspended, one active. */
function pair(sandbox = createSandbox({ things: 60 })) {
  const iccid = (state: string) =>
    sandbox.state.things().find(({ State }) => State === state)?.ExternalUniqueId ?? '';
  return { sandbox, broken: iccid('SUSPENDED'), working: iccid('ACTIVE') };
}

async function rowOf(name: RegExp) {
  const row = within(await comparison())
    .getAllByRole('row')
    .find((one) => within(one).queryByRole('rowheader', { name }) !== null);
  if (!row) throw new Error('There is no such row');
  return row;
}

describe('comparing SIMs', () => {
  it('reads each SIM by its exact ICCID, and shows a column with a link for each SIM', async () => {
    const { sandbox, broken, working } = pair();
    await renderRoute(paths.compare(broken, working), { sandbox });
    const shown = await comparison();
    await waitFor(() => expect(screen.getByText(/fields differ/)).toBeVisible());
    const link = within(shown).getByRole('link', { name: broken });
    expect(link).toHaveAttribute('href', paths.thing(broken));
    expect(within(shown).getByRole('link', { name: working })).toBeVisible();
    expect(
      callsTo(sandbox, 'GET /things').map(({ query }) => query['filterBy[ExternalUniqueId]']),
    ).toEqual([broken, working]);
  });

  it('puts the differences first, marks them in words, and can hide the rest', async () => {
    const { sandbox, broken, working } = pair();
    const { user } = await renderRoute(paths.compare(broken, working), { sandbox });
    expect(await waitFor(() => rowOf(/^State.*differs$/))).toHaveTextContent(/SUSPENDED.*ACTIVE/);
    const titles = textsOf(within(await comparison()).getAllByRole('rowheader'));
    expect(titles[0]).toMatch(/^Differences \(\d+\)$/);
    expect(titles[1]).toMatch(/^State ≠ differs$/);
    const same = titles.findIndex((title) => title.startsWith('The same'));
    expect(titles.slice(same + 1).some((title) => title.includes('differs'))).toBe(false);
    await user.click(screen.getByRole('checkbox', { name: 'Differences only' }));
    expect(within(await comparison()).queryByText(/^The same/)).not.toBeInTheDocument();
    expect(await rowOf(/^State/)).toBeVisible();
  });

  it('says in its column that a SIM was not found, and compares the others', async () => {
    const { sandbox, broken, working } = pair();
    const nobody = '8949010000000000000';
    await renderRoute(paths.compare(broken, nobody, working), { sandbox });
    expect(await screen.findByText(/^Not found: the service lists no SIM/)).toBeVisible();
    expect(await screen.findByText(/differ between the 2 SIMs found/)).toBeVisible();
    expect(await rowOf(/^State/)).toHaveTextContent(/SUSPENDED—ACTIVE/);
  });

  it('shows a failed read with its request id, and can retry it', async () => {
    const { sandbox, broken, working } = pair();
    sandbox.faults.add({ route: 'GET /things', status: 403, message: 'Not yours' });
    const { user } = await renderRoute(paths.compare(broken, working), { sandbox });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(broken);
    expect(alert).toHaveTextContent(/Not yours.*Request ID req_/s);
    expectText('Nothing to compare: fewer than two of these SIMs could be read.');
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/fields differ, as listed/)).toBeVisible();
  });

  it('copies the comparison as text, with the time and request of each read', async () => {
    const { sandbox, broken, working } = pair();
    const { user } = await renderRoute(paths.compare(broken, working), { sandbox });
    await screen.findByText(/fields differ/);
    await user.click(screen.getByRole('button', { name: 'Copy as text' }));
    const text = await navigator.clipboard.readText();
    expect(text).toContain(`[1] ${broken}, read at `);
    expect(text).toContain('State: [1] SUSPENDED  [2] ACTIVE');
    expect(text).toMatch(/request ID req_/);
  });

  it('can add two SIMs at once', async () => {
    const { sandbox, broken, working } = pair();
    const { expectSearchSoon } = await renderRoute('/compare', { sandbox });
    expect(await screen.findByText('The address contains no SIM.')).toBeVisible();
    const field = await screen.findByRole('textbox', { name: 'ICCID of another SIM' });
    for (const value of [broken, working]) {
      fireEvent.change(field, { target: { value } });
      fireEvent.click(screen.getByRole('button', { name: 'Add' }));
    }
    await expectSearchSoon(`?iccid=${broken}&iccid=${working}`);
  });

  it('can add a SIM, pasted in any format, and remove one', async () => {
    const { sandbox, broken, working } = pair();
    const { user, router } = await renderRoute(paths.compare(broken), { sandbox });
    expect(await screen.findByText(/contains only one SIM/)).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'ICCID of another SIM' });
    await user.type(field, '12{Enter}');
    expect(screen.getByText('An ICCID has 16 to 22 digits.')).toBeVisible();
    await user.clear(field);
    await user.type(field, `ICCID: ${working.slice(0, 6)} ${working.slice(6)}F{Enter}`);
    expect(await screen.findByText(/fields differ/)).toBeVisible();
    expect(router.state.location.search).toBe(`?iccid=${broken}&iccid=${working}`);
    await user.click(screen.getByRole('button', { name: `Remove ${broken}` }));
    expect(router.state.location.search).toBe(`?iccid=${working}`);
    expect(screen.queryByText(/^Nothing to compare/)).not.toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Compare' })).toHaveFocus();
  });
});

it('the address of a comparison with five SIMs and a duplicate: compares four, and names the omitted SIM', async () => {
  const sandbox = createSandbox({ things: 20 });
  const [a = '', b = '', c = '', d = '', e = ''] = sandbox.state
    .things()
    .map(({ ExternalUniqueId }) => ExternalUniqueId);
  sandbox.faults.add({ route: 'GET /things', status: 403 });
  await renderRoute(paths.compare(a, b, a, c, d, e), { sandbox });
  expect(await screen.findByText(/Listed more than once: \d+\./)).toHaveTextContent(a);
  expect(screen.getByText(/at most 4 SIMs\. Not included:/)).toHaveTextContent(e);
  expect(within(await comparison()).getAllByRole('columnheader')).toHaveLength(4);
  expect(await screen.findByText(/ between the 3 SIMs read, as listed/)).toHaveRole('status');
});
