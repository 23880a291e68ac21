import { act, renderHook, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { UserServicesProvider, createUserServices } from '#api/userServices.tsx';
import { paths } from '#paths.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { listOffsets } from '#testing/fixtures/listCalls.ts';
import { notesFixture } from '#testing/fixtures/notesFixture.ts';
import { renderConfig, renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { sandboxServices, signInTo } from '#testing/fixtures/sandboxServices.ts';
import { unzip } from '#testing/fixtures/unzip.ts';

import { noFilter } from '../list/filters/thingsFilter.ts';
import { useExport } from './useExport.ts';

it('says that an export has no rows, and saves its file only on request', async () => {
  const { user } = await renderRoute(paths.things('IMEI=none'));
  await user.click(await screen.findByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('button', { name: 'Start export' }));
  expect(await screen.findByText(/^No rows: the service returned an empty list/)).toBeVisible();
  expect(screen.queryByText(/^Saved as/)).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save a file without rows' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Close' })).toBeVisible();
});

it('keeps the rows after an error, saves them as a partial file, and can resume', async () => {
  const sandbox = createSandbox({ things: 600 });
  const { user } = await renderRoute(paths.things('size=50'), { sandbox });
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole('button', { name }));
  // The next page is prefetched, which must not get the fault.
  await waitFor(() => expect(listOffsets(sandbox)).toEqual([0, 50]));
  await press('Export');
  const refuse = () =>
    sandbox.faults.add({ route: 'GET /things', status: 403, message: 'Scope missing', skip: 4 });
  refuse();
  const hints = screen.getAllByRole('radio').map(({ parentElement }) => parentElement?.textContent);
  expect(hints.slice(0, 2)).toEqual([
    'All fields Unknown fields are in the column “Other fields (JSON)”',
    'Columns shown As in the table',
  ]);
  await press('Start export');
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Scope missing');
  expect(alert).toHaveTextContent(/Request ID ?req_/);
  const first = (await screen.findByText(/^Stopped by an error after/)).textContent;
  refuse();
  await press('Continue');
  await waitFor(() =>
    expect(screen.getByText(/^Stopped by an error after/)).not.toHaveTextContent(first),
  );
  const blobs = keepFiles();
  await press(/Save the \d+ rows read/);
  expect(await screen.findByText(/^Saved as .*_partial\.csv$/)).toBeVisible();
  const [head, ...lines] = ((await blobs[0]?.text()) ?? '').trimEnd().split('\r\n');
  expect(head).toContain('Other fields (JSON)');
  const read = lines.map((line) => line.split(',')[0]);
  expect(read.length).toBeGreaterThan(100);
  const stored = sandbox.state
    .things()
    .toSorted((a, b) => ((a.ThingName ?? '') < (b.ThingName ?? '') ? -1 : 1))
    .map(({ ExternalUniqueId }) => ExternalUniqueId);
  expect(read).toEqual(stored.slice(0, read.length));
});

it('keeps the finished file if the export is cancelled while the last rows of a workbook are being written', async () => {
  const files = keepFiles();
  const sandbox = createSandbox({ things: 10 });
  const basis = sandboxServices(sandbox);
  const info = await signInTo(sandbox, basis.session, 'writer');
  const services = createUserServices({ config: renderConfig, info, ...basis });
  const { result } = renderHook(() => useExport(noFilter), {
    wrapper: ({ children }) => (
      <UserServicesProvider services={services}>{children}</UserServicesProvider>
    ),
  });
  const rows: string[] = [];
  const iccid = {
    head: 'ICCID',
    text({ ExternalUniqueId }: { ExternalUniqueId: string }) {
      rows.push(ExternalUniqueId);
      if (rows.length === 10) act(() => result.current.cancel());
      return ExternalUniqueId;
    },
  };
  act(() => result.current.start({ format: 'xlsx', columns: [iccid], columnsName: 'ICCID' }));
  await waitFor(() => expect(rows).toHaveLength(10));
  await waitFor(() =>
    expect(result.current.state).toMatchObject({
      step: 'done',
      result: { report: { rows: 10, end: { kind: 'complete' } } },
    }),
  );
  expect(files).toHaveLength(1);
});

async function open(address: string, sandbox: Sandbox) {
  const page = await renderRoute(address, { sandbox, notes: notesFixture().notes });
  return {
    ...page,
    async openBundle() {
      await page.user.click(await screen.findByRole('button', { name: 'Support bundle' }));
      return screen.findByRole('dialog', { name: 'Support bundle' });
    },
  };
}

/** Opens the dialog for a Thing after the list of Thing Groups was read. */
async function openOfThing() {
  const sandbox = createSandbox({ things: 10 });
  const stored = sandbox.state.things().find(({ MSISDN, LastLocation }) => MSISDN && LastLocation);
  if (!stored) throw new Error('No Thing has an MSISDN and a location');
  const page = await open(paths.groups(), sandbox);
  await screen.findByRole('table', { name: 'Thing Groups' });
  await act(() => page.router.navigate(paths.thing(stored.ExternalUniqueId)));
  const dialog = within(await page.openBundle());
  return { ...page, sandbox, stored, dialog };
}

async function filesIn(archive: Blob | undefined) {
  return unzip(Buffer.from((await archive?.arrayBuffer()) ?? new ArrayBuffer()));
}

describe('the support bundle for one SIM', () => {
  it('lists its contents in advance, and masks the preview unless masking is switched off', async () => {
    const { user, dialog, stored } = await openOfThing();
    const inside = dialog.getByRole('region', { name: 'Contents' });
    const names = 'readme.txt records.json records.csv thing-groups.json hints.txt calls.txt';
    for (const name of names.split(' ')) expect(inside).toHaveTextContent(name);
    await user.click(dialog.getByRole('button', { name: 'Show the hints' }));
    expect(inside).toHaveTextContent(`ICCID: ${stored.ExternalUniqueId}`);
    expect(inside).not.toHaveTextContent(stored.MSISDN ?? '');
    await user.click(dialog.getByRole('checkbox', { name: 'Mask IMSI, MSISDN and positions' }));
    expect(inside).toHaveTextContent(stored.MSISDN ?? '');
  });

  it('is saved as an archive with one file for each subject, without a call to the service', async () => {
    const { user, dialog, sandbox, stored } = await openOfThing();
    const { ExternalUniqueId: iccid, MSISDN, ActiveMobileSubscriber, LastLocation } = stored;
    await dialog.findByText('notes.txt');
    const calls = sandbox.state.requests().length;
    const blobs = keepFiles();
    await user.click(dialog.getByRole('button', { name: 'Save bundle' }));
    const name = `support_${iccid}_\\d{4}-\\d\\d-\\d\\dT\\d{4}Z.zip`;
    expect(await dialog.findByText(new RegExp(`^Saved as ${name}\\.$`))).toBeVisible();
    const files = await filesIn(blobs[0]);
    expect([...files.keys()].join()).toBe(
      'readme.txt,records.json,records.csv,thing-groups.json,hints.txt,notes.txt,calls.txt',
    );
    expect(files.get('readme.txt')).toContain('Environment: Sandbox');
    const records: unknown = JSON.parse(files.get('records.json') ?? '');
    expect(records).toMatchObject([{ iccid, record: { ExternalUniqueId: iccid } }]);
    expect(files.get('records.json')).toMatch(/"MSISDN": "\*+\d{4}"/);
    expect(files.get('thing-groups.json')).toContain(stored.ThingsGroupName);
    expect(files.get('hints.txt')).toContain('What the record shows:');
    expect(files.get('calls.txt')).toMatch(/Request ID: req_/);
    const all = [...files.values()].join('\n');
    for (const secret of [MSISDN, ActiveMobileSubscriber, String(LastLocation?.Latitude)]) {
      expect(all).not.toContain(secret);
    }
    expect(sandbox.state.requests()).toHaveLength(calls);
    await user.keyboard('{Escape}');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Support bundle' })).toHaveFocus(),
    );
  });

  it('can be saved as a single text file with everything, without a call to the service', async () => {
    const { user, dialog, sandbox, stored } = await openOfThing();
    const calls = sandbox.state.requests().length;
    const blobs = keepFiles();
    await user.click(dialog.getByRole('radio', { name: 'One text file' }));
    await user.click(dialog.getByRole('button', { name: 'Save bundle' }));
    expect(
      await dialog.findByText(/^Saved as support_\d+_\d{4}-\d\d-\d\dT\d{4}Z\.txt\.$/),
    ).toBeVisible();
    const text = (await blobs[0]?.text()) ?? '';
    expect(text).toContain('Console version: 0.0.0');
    expect(text).toContain('Environment: Sandbox');
    expect(text).toMatch(/"readAt": ".*Z",\s+"requestId": "req_/);
    expect(text).toContain('What the record shows:');
    expect(text).toMatch(/Z {2}GET \/things\?/);
    expect(text).toContain(stored.ExternalUniqueId);
    expect(text).not.toContain(stored.ActiveMobileSubscriber ?? '');
    expect(text).not.toContain(String(stored.LastLocation?.Latitude));
    expect(sandbox.state.requests()).toHaveLength(calls);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});

it('the support bundle for a work set contains each SIM, and says if nothing is masked', async () => {
  const { user, openBundle } = await open(paths.things('size=10'), createSandbox({ things: 10 }));
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }));
  await user.click(screen.getByRole('button', { name: 'Add to work set' }));
  await user.click(screen.getByRole('link', { name: 'Work set (10)' }));
  const dialog = within(await openBundle());
  await user.click(dialog.getByRole('checkbox', { name: 'Mask IMSI, MSISDN and positions' }));
  const blobs = keepFiles();
  await user.click(dialog.getByRole('button', { name: 'Save bundle' }));
  expect(await dialog.findByText(/^Saved as support_10-SIMs_.*Z\.zip\.$/)).toBeVisible();
  const files = await filesIn(blobs[0]);
  expect(files.get('records.csv')?.trim().split('\r\n')).toHaveLength(11);
  expect(files.get('readme.txt')).toContain('Nothing is masked');
});
