import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { notesFixture } from '#testing/fixtures/notesFixture.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { unzip } from '#testing/fixtures/unzip.ts';

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
