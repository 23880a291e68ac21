import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { mailLine } from '#testing/fixtures/mailLines.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

async function open(options: Parameters<typeof renderRoute>[1] = {}) {
  const page = await renderRoute(paths.find(), options);
  const field = await screen.findByRole('textbox', { name: 'Identifiers' });
  return {
    ...page,
    field,
    things: page.sandbox.state.things(),
    iccids: page.sandbox.state.things().map(({ ExternalUniqueId }) => ExternalUniqueId),
    /** The ICCIDs that the page has looked up, in order. */
    lookups: () =>
      callsTo(page.sandbox, 'GET /things').map(({ query }) => query['filterBy[ExternalUniqueId]']),
    async paste(text: string) {
      await page.user.click(screen.getByRole('textbox', { name: 'Identifiers' }));
      await page.user.paste(text);
    },
    async find() {
      await page.user.click(await screen.findByRole('button', { name: 'Find' }));
    },
    /** Cancels the search once its second lookup, sent after the first response, hangs; later ones do not. */
    async cancel() {
      await waitFor(() => expect(callsTo(page.sandbox, 'GET /things').length).toBeGreaterThan(1));
      await page.user.click(await screen.findByRole('button', { name: 'Cancel' }));
      await screen.findByText(/^Cancelled/);
      page.sandbox.faults.clear();
    },
    cells: async (table: string) => {
      const rows = within(await screen.findByRole('table', { name: table })).getAllByRole('row');
      return rows.slice(1).map((row) =>
        row instanceof HTMLTableRowElement
          ? // Without the copy buttons of the active row.
            Array.from(row.cells, (one) => one.querySelector('a')?.textContent ?? one.textContent)
          : [],
      );
    },
  };
}

describe('Find many', () => {
  it('shows the interpretation of each line, and sends no identifier until Find is clicked', async () => {
    const { sandbox, iccids, field, paste, cells } = await open();
    const status = screen.getByText('The interpretation of each line will be shown here.');
    await paste('Hello team,\nICCID: 8988 2280 6660 0012 343F\n8.98823E+18\n8988228066600012343');
    expect(await cells('What was read')).toEqual([
      ['1', 'Hello team,', 'Not an identifier: it reads like a sentence.'],
      ['2', 'ICCID: 8988 2280 6660 0012 343F', 'ICCID 8988228066600012343'],
      [
        '3',
        '8.98823E+18',
        'Digits lost: a spreadsheet shortened this number. Copy it again from a text column.',
      ],
      ['4', '8988228066600012343', 'Duplicate of line 2.'],
    ]);
    // The same element, because screen readers may miss a new one.
    expect(status).toHaveTextContent('1 identifier (1 ICCID); 3 to check');
    expect(status).toHaveAttribute('role', 'status');
    expect(screen.getByText('One by one: 1 call')).toBeInTheDocument();
    await paste(`\n${iccids.slice(0, 5).join('\n')}`);
    await screen.findByText(/^This is an estimate .* the Thing Groups report a total of/);
    expect(field).toHaveAccessibleDescription(/No identifier is sent until you click Find\.$/);
    expect(callsTo(sandbox, 'GET /things')).toHaveLength(0);
  });

  it('finds a mixed list, and gives the reason for each line not found', async () => {
    const { things, paste, find, cells } = await open();
    const [a, b] = things.filter(({ MSISDN }) => MSISDN !== undefined && MSISDN !== '');
    await paste(`"${a?.ExternalUniqueId}F"\n+${b?.MSISDN};No such van\n8988999999999999999`);
    await find();
    const found = await cells('Found');
    // The first cell has the checkbox.
    expect(found.map((row) => row.slice(1, 5))).toEqual([
      [a?.ExternalUniqueId, '1', `"${a?.ExternalUniqueId}F"`, 'ICCID'],
      [b?.ExternalUniqueId, '2', `+${b?.MSISDN}`, 'MSISDN'],
    ]);
    expect(await cells('Not found')).toEqual([
      ['2', 'No such van', 'No SIM has this Thing name.'],
      ['3', '8988999999999999999', 'No SIM has this ICCID.'],
    ]);
    expect(screen.getByRole('heading', { name: '2 SIMs found, 1 line not found' })).toHaveFocus();
    const groups = screen.getByRole('region', { name: 'By group' });
    expect(within(groups).getByText(a?.ThingsGroupName ?? '')).toBeInTheDocument();
  });

  it('adds all found SIMs, or only the selection, to the work set', async () => {
    const { iccids, user, paste, find } = await open();
    const [a, b] = iccids;
    await paste(`${a}\n${b}`);
    await find();
    await user.click(await screen.findByRole('checkbox', { name: `Select ${b}` }));
    expect(screen.getByText('1 selected')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add to work set' }));
    expect(await screen.findByText('1 added.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear selection' }));
    await user.click(screen.getByRole('button', { name: 'Add to work set' }));
    expect(await screen.findByText('1 added. 1 was already in it.')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Work set (2)' }));
    const set = await screen.findByRole('table', { name: 'Work set' });
    expect(within(set).getByText('Find many: line 1')).toBeVisible();
  });

  it('says that an IMEI that is not found may still exist', async () => {
    const { paste, find, cells } = await open();
    await paste('IMEI 350000000000000');
    await find();
    const row = ['1', 'IMEI 350000000000000', 'No SIM has this IMEI.'];
    expect(await cells('Not found')).toEqual([row]);
    expect(screen.getByText(/^Even if an IMEI is not found, the SIM may exist/)).toBeVisible();
  });

  it('says that an IMEI is not unique, and leads to the SIMs that have it', async () => {
    const { sandbox, things, user, paste, find, cells, expectSearchSoon } = await open();
    const imei = '356938035643809';
    const two = things.slice(0, 2).map((thing) => ({ ...thing, IMEI: imei }));
    await paste(`IMEI ${imei}`);
    sandbox.faults.add({ route: 'GET /things', body: JSON.stringify(two) });
    await find();
    const iccids = two.map(({ ExternalUniqueId }) => ExternalUniqueId).join(', ');
    const why = `2 SIMs have this IMEI: ${iccids}.`;
    expect(await cells('Not found')).toEqual([['1', `IMEI ${imei}`, why]]);
    screen.getByRole('heading', { name: '0 SIMs found, 1 line not found or not unique' });
    await user.click(screen.getByRole('link', { name: why }));
    await expectSearchSoon(`?IMEI=${imei}`);
  });

  it('copies the ICCIDs, and the lines not found along with the reasons', async () => {
    const { iccids, user, paste, find } = await open();
    const [a, b] = iccids;
    await paste(`${a}\n${b}\n8988999999999999999\n=1+2\n+491511`);
    await find();
    await user.click(await screen.findByRole('button', { name: 'Copy ICCIDs' }));
    expect(await navigator.clipboard.readText()).toBe(`${a}\n${b}`);
    // Announced alone, even within a larger live region.
    expect(screen.getByText('Copied')).toHaveAttribute('aria-atomic', 'false');
    await user.click(screen.getByRole('button', { name: 'Copy not found' }));
    expect(await navigator.clipboard.readText()).toBe(
      [
        'Line\tText\tWhy',
        '3\t8988999999999999999\tNo SIM has this ICCID.',
        // Not a formula once it has been pasted into a spreadsheet.
        "4\t'=1+2\tNo SIM has this Thing name.",
        '5\t+491511\tNo SIM has this Thing name.',
      ].join('\n'),
    );
  });

  it('continues when one lookup fails, shows its request ID, and can retry it', async () => {
    const { sandbox, iccids, user, paste, find, cells } = await open();
    const [a, b] = iccids;
    sandbox.faults.add({ route: 'GET /things', status: 403, message: 'Not today' });
    await paste(`${a}\n${b}`);
    await find();
    const [[, , why = ''] = []] = await cells('Not found');
    expect(why).toMatch(/\(403\).*The service said: Not today\. Request ID \S+$/);
    expect(screen.getByText('Not today')).toHaveAttribute('lang', '');
    await user.click(screen.getByRole('button', { name: 'Retry 1 failed' }));
    await screen.findByRole('heading', { name: '2 SIMs found' });
    expect((await cells('Found')).map(([, iccid]) => iccid)).toEqual([a, b]);
  });

  it('can still continue with the rest of a stopped search after a retry', async () => {
    const { sandbox, iccids, user, paste, find, cancel } = await open();
    sandbox.faults.add({ route: 'GET /things', status: 403 });
    sandbox.faults.add({ route: 'GET /things', hang: true, count: 2 });
    await paste(iccids.slice(0, 3).join('\n'));
    await find();
    await cancel();
    await user.click(await screen.findByRole('button', { name: 'Retry 1 failed' }));
    await screen.findByRole('heading', {
      name: '1 SIM found, 2 lines not found or not looked up',
    });
    expect(screen.getByRole('button', { name: 'Copy not found or not looked up' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByRole('heading', { name: '3 SIMs found' })).toBeVisible();
  });

  it('stops on Cancel, and continues without repeating finished lookups', async () => {
    const sandbox = createSandbox({ things: 200 });
    const { iccids, user, paste, find, cancel, cells, lookups } = await open({ sandbox });
    await paste(iccids.slice(0, 3).join('\n'));
    sandbox.faults.add({ route: 'GET /things', hang: true, skip: 1, count: 2 });
    await find();
    await cancel();
    expect(await cells('Found')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await screen.findByRole('heading', { name: '3 SIMs found' });
    expect(lookups().filter((iccid) => iccid === iccids[0])).toHaveLength(1);
  });

  it('keeps the list and results while another page is open', async () => {
    const { iccids, user, paste, find } = await open();
    await paste(iccids[0] ?? '');
    await find();
    await screen.findByRole('heading', { name: '1 SIM found' });
    await user.click(screen.getByRole('link', { name: 'Thing Groups' }));
    await screen.findByRole('heading', { name: 'Thing Groups' });
    await user.click(screen.getByRole('link', { name: 'Find many' }));
    await screen.findByRole('heading', { name: '1 SIM found' });
    expect(screen.getByRole('heading', { name: 'Find many' })).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Identifiers' })).toHaveValue(iccids[0]);
  });

  it('restores the typed list after a page reload, for the same user only', async () => {
    const tabStorage = memoryTextStore();
    const { paste } = await open({ tabStorage });
    await paste('8988228066600012343');
    // Each time, another console is rendered below the others.
    const load = async (as: string, nth: number) => {
      await renderRoute(paths.find(), { tabStorage, as });
      await waitFor(() => expect(screen.getAllByLabelText('Identifiers')).toHaveLength(nth));
      return screen.getAllByLabelText('Identifiers').at(-1);
    };
    expect(await load('writer', 2)).toHaveValue('8988228066600012343');
    expect(await load('reader', 3)).toHaveValue('');
  });
});

it('restores the results after a page reload, and continues from there', async () => {
  const tabStorage = memoryTextStore();
  const sandbox = createSandbox({ things: 200 });
  const { iccids, user, paste, find, cancel, lookups } = await open({ sandbox, tabStorage });
  await paste([...iccids.slice(0, 3), '8988999999999999999'].join('\n'));
  sandbox.faults.add({ route: 'GET /things', hang: true, skip: 2, count: 9 });
  await find();
  await cancel();
  const before = lookups();
  // Renders another console below the first one, which also shows the results.
  await renderRoute(paths.find(), { sandbox, tabStorage });
  await waitFor(() => expect(screen.getAllByText(/^Cancelled/)).toHaveLength(2));
  expect(lookups()).toEqual(before);
  await user.click(screen.getAllByRole('button', { name: 'Continue' }).at(-1) ?? document.body);
  await screen.findByRole('heading', { name: '3 SIMs found, 1 line not found' });
  const found = before.filter((iccid) => lookups().filter((one) => one === iccid).length === 1);
  expect(found.length).toBeGreaterThan(0);
  expect(screen.getByText('No SIM has this ICCID.')).toBeVisible();
});

describe('a file', () => {
  it('is read column by column, and another column can be chosen', async () => {
    const { user, things, iccids, field } = await open();
    const [a, b] = iccids;
    const name = things[0]?.ThingName;
    const csv = `Customer;SIM card;Name\nAcme;${a};"${name}"\nAcme;${b};x\n`;
    const input = screen.getByLabelText('File of identifiers');
    await user.upload(input, new File([csv], 'sims.csv', { type: 'text/csv' }));
    await waitFor(() => expect(field).toHaveValue(`SIM card\n${a}\n${b}`));
    await user.selectOptions(screen.getByLabelText('Column of sims.csv'), 'Name (2 rows)');
    expect(field).toHaveValue(`Name\n${name}\nx`);
  });

  it('that contains no list is rejected with a message', async () => {
    const { user, field } = await open();
    const input = screen.getByLabelText('File of identifiers');
    await user.upload(input, new File([new Uint8Array([0xd0, 0xcf, 0, 0, 1])], 'old.csv'));
    expect(await screen.findByText(/^old\.csv is not a text file/)).toBeVisible();
    expect(field).toHaveValue('');
  });
});

it('draws only the rows of a long list that are in view', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(32);
  const { paste } = await open();
  const lines = Array.from({ length: 5_000 }, (_, row) => `898822806660${10_000 + row}`);
  await paste(lines.join('\n'));
  const table = await screen.findByRole('table', { name: 'What was read' });
  await waitFor(() => expect(table).toHaveAttribute('aria-rowcount', '5001'));
  expect(within(table).getAllByRole('row').length).toBeLessThan(60);
});

it('restores a list that was cleared or replaced by a file', async () => {
  const { user, paste, field } = await open();
  await paste('8988228066600012343');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Restore the previous text' }));
  expect(field).toHaveValue('8988228066600012343');
  const choose = async (text: string) => {
    await user.upload(screen.getByLabelText('File of identifiers'), new File([text], 'a.txt'));
    await waitFor(() => expect(field).toHaveValue(text));
  };
  await choose('8949012000001234567');
  await user.click(screen.getByRole('button', { name: 'Restore the previous text' }));
  expect(field).toHaveValue('8988228066600012343');
  await choose('894901200000123456');
  await user.type(field, '7');
  await choose('8949012000009999999');
  await user.click(screen.getByRole('button', { name: 'Restore the previous text' }));
  expect(field).toHaveValue('8949012000001234567');
});

it('warns that a reload loses a list too large for the browser’s storage', async () => {
  const { paste } = await open({ tabStorage: { ...memoryTextStore(), write: () => false } });
  await paste('8988228066600012343');
  expect(await screen.findByText(/^The browser’s storage has no room for this list/)).toBeVisible();
});

it('says, once the list is edited, that the results belong to the earlier list', async () => {
  const { iccids, user, paste, find, field } = await open();
  await paste(iccids[0] ?? '');
  await find();
  await screen.findByRole('heading', { name: '1 SIM found' });
  expect(screen.queryByText(/^The list has changed\. These results/)).not.toBeInTheDocument();
  await user.type(field, ' and more');
  expect(await screen.findByText(/^The list has changed\. These results/)).toBeVisible();
});

describe('an email', () => {
  const pass = fakeTime();

  it('sixty identifiers from an email become a table, a file and a work set', async () => {
    const sandbox = createSandbox({ things: 400 });
    const things = sandbox.state
      .things()
      .filter(({ IMEI, MSISDN = '' }) => /^35\d{13}$/.test(IMEI) && MSISDN.length > 9)
      .slice(0, 60);
    expect(things).toHaveLength(60);
    const { user } = await renderRoute(paths.find(), { sandbox });
    const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
    const others = ['8.98823E+18', `"${things[0]?.ExternalUniqueId}"`, '8988999999999999999'];
    const mail = ['Hello team,', ...things.map(mailLine), ...others];
    await user.click(await screen.findByRole('textbox', { name: 'Identifiers' }));
    await user.paste(mail.join('\r\n'));
    await expectTextSoon(/^71 identifiers/);
    await user.click(screen.getByRole('radio', { name: /^One by one: / }));
    sandbox.faults.add({ route: 'GET /things', status: 429, retryAfter: '60', skip: 5 });
    await press('Find');
    expect(await screen.findByRole('progressbar', { name: 'Finding' })).toBeVisible();
    await expectTextSoon(/Trying again/);
    expect(screen.getByRole('timer')).toHaveTextContent(/^in \d+ s$/);
    await pass(65_000);
    const heading = { name: '60 SIMs found, 3 lines not found' };
    await waitFor(() => expect(screen.getByRole('heading', heading)).toHaveFocus());
    const calls = sandbox.state.requests().filter(({ route }) => route === 'GET /things');
    expect(calls.length).toBeLessThan(110);

    const found = within(screen.getByRole('table', { name: 'Found' }));
    const second = things[1]?.ExternalUniqueId ?? '';
    expect(found.getByRole('row', { name: new RegExp(second) })).toHaveTextContent('IMEI: ');
    const missing = screen.getByRole('table', { name: 'Not found' });
    expect(within(missing).getAllByRole('row')).toHaveLength(5);
    expect(missing).toHaveTextContent('Digits lost');
    expect(missing).toHaveTextContent('Duplicate of line 2.');
    expect(missing).toHaveTextContent('No SIM has this ICCID.');

    await press('Copy ICCIDs');
    const iccids = things.map(({ ExternalUniqueId }) => ExternalUniqueId).toSorted();
    expect((await navigator.clipboard.readText()).split('\n').toSorted()).toEqual(iccids);
    const blobs = keepFiles();
    await press('Export');
    await press('Start export');
    await screen.findByText(/^Saved 60 rows as /);
    expect(((await blobs[0]?.text()) ?? '').trimEnd().split('\r\n')).toHaveLength(61);
    await press('Close');
    await press('Add to work set');
    expect(await screen.findByText('60 added.')).toBeVisible();
  });
});
