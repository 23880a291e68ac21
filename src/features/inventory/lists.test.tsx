import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { ListedThing } from '#api/inventory.ts';
import { paths } from '#paths.ts';
import { addressOf, expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { remembered, thingChange } from '#testing/fixtures/fleetFigures.ts';
import { gatewayError, refusal } from '#testing/fixtures/groupChange.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { notesFixture } from '#testing/fixtures/notesFixture.ts';
import {
  eventsAnswer,
  listAnswer,
  openFleetList,
  openFleetList as open,
} from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';
import type { FleetCall } from '#testing/fixtures/sandboxServices.ts';

const hour = 3_600_000;

/** Returns `count` SIMs with consecutive ICCIDs, listed an hour ago. */
function sims(count: number, from = 0): readonly ListedThing[] {
  return Array.from({ length: count }, (_, index) => ({
    ...remembered,
    iccid: String(8_988_228_066_600_000_000n + BigInt(from + index)),
    seenAt: Date.now() - hour,
    values: { ...remembered.values, locatedAt: Date.now() - 48 * hour },
    lock: { prefix: '35208115', seenAt: Date.now() - 2 * hour },
  }));
}

const emptyList = () => listAnswer([]);

describe('the list behind a check', () => {
  const name = 'May lose service because of the group’s IMEI lock';
  /** Three pages of two SIMs each. The second and third have the cursors c2 and c4. */
  function answer({ query }: FleetCall) {
    const from = Number(query.get('before')?.slice(1) ?? 0);
    return Response.json({
      things: sims(2, from),
      count: 6,
      leftOut: 0,
      next: from === 4 ? null : `c${from + 2}`,
      previous: from === 0 ? null : from === 2 ? '' : 'c2',
    });
  }

  it('shows its meaning and age, and does not present guesses as facts', async () => {
    const { sandbox } = await open(paths.fleet('outside-lock', 'where=group.is.g1'), answer);
    const table = await screen.findByRole('table', { name });
    expect(screen.getByRole('heading', { name })).toBeVisible();
    expect(button('Remove Thing Group is Parcel Vans')).toBeVisible();
    expectText(
      '6 SIMs, those on this page as listed 1 hour ago. Open a SIM to see its current record.',
    );
    const [, row] = within(table).getAllByRole('row');
    if (!row) throw new Error('The table has no rows');
    expect(row).toHaveTextContent(
      'Locked to 35208115, as listed 2 hours ago. Last located 2 days ago: it may already be cut off.',
    );
    expect(addressOf(row, '8988228066600000000')).toBe('/things/8988228066600000000');
    expect(sandbox.state.requests().map(({ route }) => route)).toEqual(['POST /v1/auth/token']);
  });

  it('pages in both directions with a cursor in the address', async () => {
    const { user, router, asked } = await open(paths.fleet('outside-lock'), answer);
    await screen.findByRole('table', { name });
    await user.click(button('Next page'));
    expect(await screen.findByRole('link', { name: '8988228066600000003' })).toBeVisible();
    expect(router.state.location.search).toBe('?before=c2');
    expect(asked).toEqual([
      'GET /things check=outside-lock&size=50',
      'GET /things check=outside-lock&before=c2&size=50',
    ]);
    await user.click(button('Next page'));
    expect(await screen.findByRole('link', { name: '8988228066600000005' })).toBeVisible();
    expect(button('Next page')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Previous page'));
    expect(await screen.findByRole('link', { name: '8988228066600000003' })).toBeVisible();
    expect(router.state.location.search).toBe('?before=c2');
    await user.click(button('Previous page'));
    expect(await screen.findByRole('link', { name: '8988228066600000000' })).toBeVisible();
    expect(router.state.location.search).toBe('');
    expect(button('Previous page')).toHaveAttribute('aria-disabled', 'true');
  });

  it('adds the whole list, or only the selection, to the work set', async () => {
    const { user, router } = await open(paths.fleet('outside-lock'), answer);
    const table = await screen.findByRole('table', { name });
    await user.click(within(table).getByRole('checkbox', { name: /^Select 8988228066600000001/ }));
    await user.click(button('Add to work set'));
    await expectTextSoon(/^1 added\./);
    await user.click(button('Clear selection'));
    await user.click(button('Add to work set'));
    await expectTextSoon(/^5 added\. 1 was already in it\./);
    await user.click(screen.getByRole('link', { name: 'Open the work set' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/set'));
    // The inventory's data is not shown as a record from the service.
    expect(await screen.findAllByText('Not read')).toHaveLength(6);
    expect(screen.getAllByText(`Fleet: ${name}`)).toHaveLength(6);
  });

  it('adds the whole list even if a SIM is selected meanwhile', async () => {
    const late = hold();
    const held = late.before(answer, ({ query }) => query.get('before') === 'c4');
    const { user } = await open(paths.fleet('outside-lock'), held);
    const select = await screen.findByRole('checkbox', { name: /^Select 8988228066600000001/ });
    await user.click(button('Add to work set'));
    await late.reached;
    await user.click(select);
    late.answer();
    expect(await screen.findByRole('link', { name: 'Work set (6)' })).toBeVisible();
    await expectTextSoon(/^6 added\./);
  });

  it('says what was added to the work set only for the list that was added, and where each SIM came from', async () => {
    const two = () => listAnswer(sims(2));
    const { user, asked } = await open(paths.fleet('sims', 'where=state.is.ACTIVE'), two);
    await user.click(await screen.findByRole('checkbox', { name: /^Select 8988228066600000001/ }));
    await user.click(button('Remove State is ACTIVE'));
    await waitFor(() => expect(asked).toHaveLength(2));
    await user.selectOptions(screen.getByLabelText('Field'), 'State');
    await user.selectOptions(screen.getByLabelText('Relation'), 'is not');
    await screen.findByRole('option', { name: 'RETIRED' });
    await user.selectOptions(screen.getByLabelText('Value'), 'RETIRED');
    await user.click(button('Add condition'));
    await waitFor(() => expect(asked).toHaveLength(3));
    await user.click(button('Add to work set'));
    await expectTextSoon(/^1 added\./);
    await user.click(button('Clear selection'));
    await user.click(button('Add to work set'));
    await expectTextSoon(/^1 added\. 1 was already in it\./);
    await user.click(button('Remove State is not RETIRED'));
    await waitFor(() => expect(asked).toHaveLength(5));
    expect(screen.queryByText(/^1 added\./)).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Work set (2)' }));
    await screen.findAllByText('Not read');
    expect(screen.getAllByText(/^Fleet: /).map((from) => from.textContent)).toEqual([
      'Fleet: State is ACTIVE',
      'Fleet: State is not RETIRED',
    ]);
  });

  it('says how many SIMs of a long list did not fit in the work set', async () => {
    const { user } = await open(paths.fleet('sims'), ({ query }) => {
      const from = Number(query.get('before') ?? 0);
      const size = Number(query.get('size'));
      const page = { things: sims(size, from), next: String(from + size), previous: null };
      return Response.json({ ...page, count: 200_000, leftOut: 0 });
    });
    await screen.findByRole('table');
    await user.click(button('Add to work set'));
    await expectTextSoon(/^5,000 added\. 195,000 did not fit: /);
  });

  it('can be narrowed by conditions, and the check can be removed as one of them', async () => {
    const { user, router, asked } = await open(paths.fleet('outside-lock'), answer);
    await screen.findByRole('table', { name });
    await user.selectOptions(screen.getByLabelText('Field'), 'State');
    await user.selectOptions(screen.getByLabelText('Relation'), 'is not');
    await screen.findByRole('option', { name: 'RETIRED' });
    await user.selectOptions(screen.getByLabelText('Value'), 'RETIRED');
    await user.click(button('Add condition'));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]).toBe('GET /things check=outside-lock&where=state.is-not.RETIRED&size=50');
    expect(screen.getByRole('table', { name })).toHaveTextContent('Lock of the group');
    await user.click(button(`Remove ${name}`));
    expect(await screen.findByRole('heading', { name: 'SIMs remembered' })).toBeVisible();
    expect(router.state.location).toMatchObject({
      pathname: '/fleet/sims',
      search: '?where=state.is-not.RETIRED',
    });
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked[2]).toBe('GET /things where=state.is-not.RETIRED&size=50');
  });

  it('shows the error if the list cannot be read', async () => {
    await open(paths.fleet('blocked'), () => refusal('r-403'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not load these SIMs');
    expect(alert).toHaveTextContent('r-403');
  });

  it('keeps the rows and their ages when the next page cannot be read', async () => {
    const { calls, notes } = notesFixture();
    const { user } = await open(
      paths.fleet('outside-lock'),
      (call) => (call.query.has('before') ? refusal('r-403') : answer(call)),
      { notes },
    );
    await screen.findByRole('table', { name });
    await user.click(button('Next page'));
    expect(await screen.findByRole('alert')).toHaveTextContent('r-403');
    expectText('Showing the previous page.');
    expectText(/^Updated \d/);
    expect(await screen.findByRole('table', { name })).toHaveTextContent(
      'as listed 2 hours ago. Last located 2 days ago: it may already be cut off.1 hour ago',
    );
    expect(calls).toEqual(['GET /note-counts']);
  });

  it('says that there is no such check', async () => {
    const { asked } = await open(paths.fleet('haunted'), () => undefined);
    expect(await screen.findByRole('heading', { name: 'No such check' })).toBeVisible();
    expect(asked).toEqual([]);
  });
});

describe('SIMs remembered', () => {
  const address = (search: string) => paths.fleet('sims', search);

  it('are counted, including those left out, with the coverage of the inventory', async () => {
    await open(
      address('where=state.is-not.ACTIVE&where=imei.empty&where=state.is-not.RETIRED'),
      () => listAnswer(sims(2), 1_250),
    );
    expect(await screen.findByRole('table', { name: 'SIMs' })).toBeVisible();
    expectText(
      '2 SIMs, as listed 1 hour ago. Open a SIM to see its current record. Left out: 1,250 SIMs, because State or IMEI is not known for them.',
    );
    await expectTextSoon(/^4,950 SIMs seen since .* by anna\.$/);
  });

  it('are counted even if there are none', async () => {
    await open(address('where=network.is.001-01'), () => listAnswer([], 1));
    await expectTextSoon('0 SIMs. Left out: 1 SIM, because Network is not known for it.');
  });

  it('lose both conditions if they are removed at once', async () => {
    const { router } = await open(address('where=group.is.g1&where=located.within.7'), emptyList);
    const removers = await screen.findAllByRole('button', { name: /^Remove / });
    for (const remover of removers) fireEvent.click(remover);
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  it('lose a condition when it is removed, and the focus moves to the next condition', async () => {
    const { user, router, asked } = await open(
      address('where=group.is.g1&where=located.within.7&before=c2'),
      emptyList,
    );
    const first = await screen.findByRole('button', { name: 'Remove Thing Group is Parcel Vans' });
    expect(screen.getByRole('list', { name: 'Conditions' })).toHaveTextContent(
      'Thing Group is Parcel Vans ✕andLast location within 7 days ✕',
    );
    await user.click(first);
    await waitFor(() => expect(router.state.location.search).toBe('?where=located.within.7'));
    await waitFor(() => expect(first).not.toBeInTheDocument());
    const next = button('Remove Last location within 7 days');
    await waitFor(() => expect(next).toHaveFocus());
    expect(fireEvent.keyDown(next, { key: 'Enter', repeat: true })).toBe(false);
    await user.click(button('Remove Last location within 7 days'));
    // Nothing follows the last condition of an empty list.
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    await waitFor(() =>
      expect(asked).toEqual([
        'GET /things where=group.is.g1&where=located.within.7&before=c2&size=50',
        'GET /things where=located.within.7&size=50',
        'GET /things size=50',
      ]),
    );
  });

  it('say why the SIMs of an alert are no longer listed', async () => {
    await open(address('where=alert.is.a1'), emptyList);
    await expectTextSoon(/listed only until its check no longer finds them\.$/);
  });

  it('ignore invalid conditions in the address, name them, and are then not exported', async () => {
    const { asked, user } = await open(
      address('where=tac.is.abc&where=network.unknown&where=nonsense'),
      emptyList,
    );
    await expectTextSoon(
      'Some address parameters are not valid and were ignored: where=tac.is.abc, where=nonsense.',
    );
    await expectTextSoon('No SIM in the inventory matches this list.');
    expect(button('Export')).toHaveAttribute('aria-disabled', 'true');
    await user.click(button('Export'));
    expect(screen.getByText(/so it cannot be exported/)).toBeVisible();
    expect(asked).toEqual(['GET /things where=network.unknown&size=50']);
  });

  it('are exported with their conditions and the number left out', async () => {
    const { user } = await open(address('where=state.is-not.ACTIVE'), () => listAnswer(sims(1), 3));
    await screen.findByRole('table', { name: 'SIMs' });
    await user.click(button('Export'));
    await expectTextSoon(
      /^Saved as fleet-sims_where-state-is-not-ACTIVE_.*_complete\.csv: 1 SIM\. Conditions: State is not ACTIVE\. Left out: 3 SIMs, because State is not known for them\.$/,
    );
  });

  it('are added to the work set with the conditions in words', async () => {
    const { user } = await open(address('where=state.is-not.ACTIVE&where=imei.not-empty'), () =>
      listAnswer(sims(1)),
    );
    await screen.findByRole('table', { name: 'SIMs' });
    await user.click(button('Add to work set'));
    await user.click(await screen.findByRole('link', { name: 'Open the work set' }));
    expect(await screen.findByText('Fleet: State is not ACTIVE, IMEI is not empty')).toBeVisible();
  });
});

/** A page of changes that is not the last. */
const onePage = () => eventsAnswer([thingChange], 'c2');

describe('the SIM changes', () => {
  it('are filtered by the address, and a new filter starts at the newest change', async () => {
    const { user, expectSearchSoon, asked } = await openFleetList(
      paths.fleet('changes', 'before=c9'),
      onePage,
    );
    await screen.findByRole('table', { name: 'SIM changes' });
    await user.selectOptions(screen.getByLabelText('What'), 'Different device model');
    await user.type(screen.getByLabelText('ICCID'), '8988 2280-6660 0000 123');
    await user.click(button('Apply filters'));
    await expectSearchSoon('?kind=other-model&iccid=8988228066600000123');
    await waitFor(() =>
      expect(asked).toEqual([
        'GET /events before=c9',
        'GET /events kind=other-model&iccid=8988228066600000123',
      ]),
    );
  });

  it('keep a typed but unapplied filter when the page changes', async () => {
    const { user, asked } = await openFleetList(paths.fleet('changes'), onePage);
    await screen.findByRole('table', { name: 'SIM changes' });
    await user.type(screen.getByLabelText('ICCID'), '8988228');
    await user.click(button('Next page'));
    await waitFor(() => expect(asked).toEqual(['GET /events', 'GET /events before=c2']));
    await screen.findByRole('table', { name: 'SIM changes' });
    expect(screen.getByLabelText('ICCID')).toHaveValue('8988228');
  });

  it('cover whole days, and an end date before the start date is rejected', async () => {
    const { user, asked } = await openFleetList(
      paths.fleet('changes', 'from=2026-11-21&to=2026-11-21'),
      () => eventsAnswer([]),
    );
    await expectTextSoon('No changes match these filters.');
    const from = new Date(2026, 10, 21).getTime();
    const to = new Date(2026, 10, 22).getTime();
    expect(asked).toEqual([`GET /events from=${from}&to=${to}`]);
    await user.clear(screen.getByLabelText('To'));
    await user.type(screen.getByLabelText('To'), '2026-11-20');
    await user.click(button('Apply filters'));
    await expectTextSoon('This date is before From.');
    expect(asked).toHaveLength(1);
  });

  it('start at the newest entry if the gateway rejects the cursor, and the page says so', async () => {
    await openFleetList(paths.fleet('changes', 'before=nonsense'), ({ query }) =>
      query.has('before') ? gatewayError(400, 'bad_request') : eventsAnswer([thingChange]),
    );
    await expectTextSoon('Some address parameters are not valid and were ignored: before.');
    expect(screen.getByRole('table', { name: 'SIM changes' })).toBeVisible();
  });
});

it('the marks on SIMs with notes, in an inventory list, are in the link to the SIM, take one call, and are reloaded with the list', async () => {
  const { iccid } = remembered;
  const other = { ...remembered, iccid: '8988228066600000124' };
  const gateway = notesFixture([{ iccid, text: 'Lost' }]);
  const { user } = await openFleetList(
    paths.fleet('sims', 'where=note.not-empty'),
    () => listAnswer([remembered, other]),
    { notes: gateway.notes },
  );
  expect(await screen.findByRole('link', { name: `${iccid}, 1 note` })).toHaveAttribute(
    'href',
    paths.thing(iccid),
  );
  expect(screen.getByRole('link', { name: other.iccid })).toBeVisible();
  expect(gateway.calls).toEqual(['GET /note-counts']);
  gateway.put({ iccid: other.iccid, text: 'Found' });
  expect(screen.queryByText(/^Read at/)).toBeNull();
  await user.click(button('Refresh'));
  expect(await screen.findByText(/^Read at \d/)).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: `${other.iccid}, 1 note` })).toBeVisible();
  expect(gateway.calls).toHaveLength(2);
});
