import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { addressOf, expectText, expectTextSoon, textsOf } from '#testing/fixtures/expectText.ts';
import {
  changesAnswer,
  gatewayError,
  groupChange,
  refusal,
} from '#testing/fixtures/groupChange.ts';
import { list } from '#testing/fixtures/groupSaves.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const change = groupChange({
  groupName: 'Parcel Vans',
  before: { LockMasterImei: false, IMEIPrefix: '' },
  after: { LockMasterImei: true, IMEIPrefix: '35208115' },
  requestId: 'r-browser',
  serviceRequestId: 'r-service',
});

/** Opens the page with a gateway that gives this response, and collects the queries it receives. */
async function open(
  search = '',
  answer: (query: URLSearchParams) => Response | Promise<Response> = () =>
    changesAnswer({ changes: [change] }),
  sandbox = createSandbox({ things: 1 }),
) {
  const asked: string[] = [];
  const rendered = await renderRoute(paths.changes(search), {
    sandbox,
    changes(query) {
      asked.push(String(query));
      return answer(query);
    },
  });
  return { ...rendered, asked };
}

const table = () => screen.findByRole('table', { name: 'Changes' });
const button = (name: string) => screen.getByRole('button', { name });

describe('the page "Changes"', () => {
  it('shows each change with its old and new values, its author and its outcome', async () => {
    await open();
    const [head, row] = within(await table()).getAllByRole('row');
    if (!head || !row) throw new Error('The table has no rows');
    const heads = ['When', 'Who', 'Thing Group', 'Before', 'After', 'Outcome', 'Request ID'];
    expect(textsOf(within(head).getAllByRole('columnheader'))).toEqual(heads);
    expect(textsOf(within(row).getAllByRole('cell'))).toEqual([
      'anna',
      'Parcel Vans',
      'Unlocked',
      'Locked 35208115',
      '✓Saved, not yet seen in a list',
      'r-serviceCopy',
    ]);
    expect(addressOf(row, 'Parcel Vans')).toBe('/groups/g1');
  });

  it('puts filters and pages into the address, and starts a new filter at the newest change', async () => {
    const { user, router, expectSearchSoon, asked } = await open('?before=c9', (query) =>
      changesAnswer({ changes: [change], next: 'c2', previous: query.has('before') ? '' : null }),
    );
    await table();
    await user.type(screen.getByRole('textbox', { name: 'Who' }), ' anna ');
    await user.selectOptions(screen.getByLabelText('Outcome'), 'Refused');
    await user.click(button('Apply filters'));
    await waitFor(() => expect(asked).toEqual(['before=c9', 'who=anna&outcome=refused']));
    expect(router.state.location.search).toBe('?who=anna&outcome=refused');

    await waitFor(() => expect(button('Next page')).not.toHaveAttribute('aria-disabled', 'true'));
    await user.click(button('Next page'));
    await expectSearchSoon('?who=anna&outcome=refused&before=c2');
    await waitFor(() =>
      expect(button('Previous page')).not.toHaveAttribute('aria-disabled', 'true'),
    );
    await user.click(button('Previous page'));
    await waitFor(() => expect(router.state.location.search).toBe('?who=anna&outcome=refused'));
    await user.click(button('Clear filters'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.getByRole('textbox', { name: 'Who' })).toHaveValue('');
  });

  it('shows the changes to exactly one group, and those to all groups on request', async () => {
    const sandbox = createSandbox({ things: 1 });
    const [group] = sandbox.state.groups();
    const one = `groupId=${group?.id}`;
    const { user, router, asked, expectSearchSoon } = await open(`?${one}`, undefined, sandbox);
    await expectTextSoon(`Only changes to ${group?.name} are listed.`);
    await user.type(await screen.findByRole('textbox', { name: 'Who' }), 'anna{Enter}');
    await expectSearchSoon(`?${one}&who=anna`);
    await user.click(button('Show all groups'));
    await expectSearchSoon('?who=anna');
    await waitFor(() => expect(asked).toEqual([one, `${one}&who=anna`, 'who=anna']));
    expect(screen.queryByText(/^Only changes to/)).not.toBeInTheDocument();
    await act(async () => router.navigate(-1));
    await user.click(button('Clear filters'));
    await expectSearchSoon('');
  });

  it('keeps what is typed after Enter, even if the address changes', async () => {
    const { user, router, asked } = await open();
    const who = await screen.findByRole('textbox', { name: 'Who' });
    await user.type(who, ' anna {Enter}ex');
    await waitFor(() => expect(router.state.location.search).toBe('?who=anna'));
    expect(who).toHaveValue('annaex');
    await act(async () => router.navigate(-1));
    expect(who).toHaveValue('annaex');
    await user.type(who, '{Enter}');
    await waitFor(() => expect(asked.at(-1)).toBe('who=annaex'));
    await act(async () => router.navigate(-1));
    expect(who).toHaveValue('');
  });

  it('rejects an end date before the start date, and sends nothing', async () => {
    const { user, asked } = await open();
    await table();
    await user.type(screen.getByLabelText('From'), '2026-11-22');
    await user.type(screen.getByLabelText('To'), '2026-11-21');
    await user.click(button('Apply filters'));
    await expectTextSoon('This date is before From.');
    expect(asked).toEqual(['']);
  });

  it('names the address parameters that were ignored', async () => {
    const { asked } = await open('?outcome=lost&from=2026-02-30', () => changesAnswer({}));
    await expectTextSoon('Some address parameters are not valid and were ignored: from, outcome.');
    await waitFor(() => expect(asked).toEqual(['']));
  });

  it('shows the newest changes if the gateway rejects the cursor, and says so', async () => {
    const { asked } = await open('?before=nonsense', (query) =>
      query.has('before') ? gatewayError(400, 'bad_request') : changesAnswer({ changes: [change] }),
    );
    await table();
    expectText('Some address parameters are not valid and were ignored: before.');
    expect(asked).toEqual(['before=nonsense', '']);
  });

  it('distinguishes an empty history, no matches, and a history that is switched off', async () => {
    const { user } = await open('?who=nobody', (query) =>
      changesAnswer({ keptDays: query.has('who') ? 365 : 0 }),
    );
    await expectTextSoon('No changes match these filters.');
    expectText('No changes.');
    await user.click(button('Show all changes'));
    await expectTextSoon('This installation keeps no history.');
    expect(screen.queryByText(/No changes recorded yet/)).not.toBeInTheDocument();
  });

  it('keeps a typed but unapplied filter when the page changes', async () => {
    const { user, asked } = await open('', () => changesAnswer({ changes: [change], next: 'c2' }));
    await table();
    await user.type(screen.getByRole('textbox', { name: 'Who' }), 'anna');
    await user.click(button('Next page'));
    await waitFor(() => expect(asked).toEqual(['', 'before=c2']));
    await waitFor(async () => expect(await table()).not.toHaveAttribute('data-waiting'));
    expect(screen.getByRole('textbox', { name: 'Who' })).toHaveValue('anna');
  });

  it('keeps the rows, and says so, when the next page cannot be read', async () => {
    const { user } = await open('', (query) =>
      query.has('before') ? refusal('r-403') : changesAnswer({ changes: [change], next: 'c2' }),
    );
    await table();
    await user.click(button('Next page'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not load the changes');
    expect(alert).toHaveTextContent('r-403');
    expect(await table()).toHaveAttribute('data-waiting');
    expectText('Showing the previous page.');
  });

  it('shows the other rows when one row cannot be parsed', async () => {
    const rows = [
      { ...change, outcome: 'postponed' },
      { ...change, id: '2' },
    ];
    const page = { changes: rows, next: null, previous: null, keptDays: 365 };
    const { user } = await open('', () => Response.json(page));
    expect(within(await table()).getAllByRole('row')).toHaveLength(2);
    expectText(/1 of 2 changes could not be read/);
    await user.click(button('Export'));
    await expectTextSoon(/: 1 change\. 1 could not be read and is not in the file\./);
  });

  it('reads the groups first, and again if the session’s customer ID is not confirmed', async () => {
    const { sandbox, asked } = await open('', () =>
      asked.length === 1
        ? gatewayError(403, 'customer_unproven')
        : changesAnswer({ changes: [change] }),
    );
    await table();
    expect(asked).toHaveLength(2);
    expect(sandbox.state.requests().filter(({ route }) => route === list)).toHaveLength(2);
  });

  it('shows the history even if the groups cannot be listed', async () => {
    const sandbox = createSandbox({ things: 1 });
    sandbox.faults.add({ route: list, count: Infinity, status: 403 });
    await open('', undefined, sandbox);
    await table();
    expect(await screen.findByRole('alert')).toHaveTextContent('Could not load the Thing Groups');
  });
});

describe('the export of changes', () => {
  it('reads page by page, and continues at the failed page after a failure', async () => {
    const { user, asked } = await open('?who=anna', (query) => {
      if (!query.has('size')) return changesAnswer({ changes: [change] });
      if (!query.has('before')) return changesAnswer({ changes: [change, change], next: 'c2' });
      return refusal('r-403');
    });
    await table();
    asked.length = 0;
    await user.click(button('Export'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Could not export the next changes');
    expect(alert).toHaveTextContent('r-403');
    expect(asked).toEqual(['who=anna&size=200', 'who=anna&before=c2&size=200']);
    await user.click(within(alert).getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(asked).toHaveLength(3));
    expect(asked.at(-1)).toBe('who=anna&before=c2&size=200');
  });

  it('asks before another page would end it, and saves nothing when it is cancelled', async () => {
    const { user, router } = await open('', (query) =>
      query.has('size')
        ? new Promise<Response>(() => undefined)
        : changesAnswer({ changes: [change] }),
    );
    await table();
    await user.click(button('Export'));
    expect(screen.getByRole('progressbar', { name: 'Exporting the changes' })).toBeVisible();
    void router.navigate(paths.groups());
    const leaving = await screen.findByText(/^Leaving this page ends the export/);
    expect(button('Stay')).toHaveFocus();
    await user.click(button('Cancel export'));
    await expectTextSoon('The export was cancelled after 0 changes. No file was saved.');
    await waitFor(() => expect(leaving).not.toBeInTheDocument());
  });
});
