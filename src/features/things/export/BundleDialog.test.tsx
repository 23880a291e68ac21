import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

async function openOfThing() {
  const sandbox = createSandbox({ things: 10 });
  const stored = sandbox.state.things().find(({ MSISDN }) => MSISDN);
  if (!stored) throw new Error('No Thing has an MSISDN');
  const page = await renderRoute(paths.thing(stored.ExternalUniqueId), { sandbox });
  await page.user.click(await screen.findByRole('button', { name: 'Support bundle' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Support bundle' }));
  return { ...page, sandbox, stored, dialog };
}

describe('the support bundle for one SIM', () => {
  it('lists its contents in advance, and masks the preview unless masking is switched off', async () => {
    const { user, dialog, stored } = await openOfThing();
    const inside = dialog.getByRole('region', { name: 'Contents' });
    for (const name of [
      'readme.txt',
      'records.json',
      'records.csv',
      'thing-groups.json',
      'hints.txt',
      'calls.txt',
    ]) {
      expect(inside).toHaveTextContent(name);
    }
    await user.click(dialog.getByRole('button', { name: 'Show the hints' }));
    expect(inside).toHaveTextContent(`ICCID: ${stored.ExternalUniqueId}`);
    expect(inside).not.toHaveTextContent(stored.MSISDN ?? '');
    await user.click(dialog.getByRole('checkbox', { name: 'Mask IMSI, MSISDN and positions' }));
    expect(inside).toHaveTextContent(stored.MSISDN ?? '');
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
