import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { expectText, expectTextSoon, textsOf } from '#testing/fixtures/expectText.ts';
import { keepFiles } from '#testing/fixtures/keepFiles.ts';
import { callsTo } from '#testing/fixtures/listCalls.ts';
import { button, form, openGroup } from '#testing/fixtures/openGroup.tsx';
import { simsAtLock } from '#testing/fixtures/openLockDialog.tsx';

const groupName = 'Scooter Sharing';
const route = 'GET /things';

async function openPreview(sandbox: Sandbox, prefix = '86056704', name = groupName) {
  const { user } = await openGroup({ sandbox, name });
  await user.click(button('Locked'));
  await user.type(form.prefix(), prefix);
  await user.click(button('Preview impact'));
  return user;
}

async function ended() {
  return screen.findByRole('button', { name: 'Read again' });
}

/** Opens the preview, and waits until it has read the SIMs. */
async function openEnded(options: Partial<SandboxOptions> = {}, prefix?: string) {
  const sandbox = createSandbox({ things: 400, ...options });
  const user = await openPreview(sandbox, prefix);
  await ended();
  return { sandbox, user };
}

function figures() {
  const table = screen.getByRole('table', { name: 'SIMs by last known IMEI' });
  const [, ...rows] = within(table).getAllByRole('row');
  return rows.map((row) => [
    within(row).getByRole('rowheader').textContent,
    ...textsOf(within(row).getAllByRole('cell')).slice(0, 2),
  ]);
}

describe('the preview of a lock', () => {
  it('counts each of the group’s SIMs in one row, and those that may lose service', async () => {
    const { sandbox } = await openEnded();
    const { sims, inside, losing } = simsAtLock(sandbox, groupName);
    const suspended = (list: typeof sims) => list.filter(({ State }) => State === 'SUSPENDED');
    expect(figures()[0]).toEqual([
      'Matches the prefix',
      String(inside.length),
      String(suspended(inside).length),
    ]);
    const counted = figures().slice(0, 4);
    expect(counted.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(sims.length);
    expectText(`${losing.length} of ${sims.length} SIMs may lose service.`);
    expect(losing.length).toBeGreaterThan(0);
  });

  it('sorts the SIMs again for a new prefix, without reading them again', async () => {
    const { sandbox, user } = await openEnded();
    const before = figures();
    const calls = callsTo(sandbox, route).length;
    const field = form.prefix();
    await user.clear(field);
    expectText('The impact on these SIMs is known only for a prefix of 1 to 15 digits.');
    expect(screen.queryByRole('table', { name: 'SIMs by last known IMEI' })).toBeNull();
    await user.type(field, '99');
    expect(figures()[0]?.[1]).toBe('0');
    expect(figures()).not.toEqual(before);
    expect(callsTo(sandbox, route)).toHaveLength(calls);
  });

  it('keeps the SIMs read when it is hidden and shown', async () => {
    const { sandbox, user } = await openEnded();
    const calls = callsTo(sandbox, route).length;
    await user.click(button('Hide impact'));
    await user.click(button('Preview impact'));
    await ended();
    expect(callsTo(sandbox, route)).toHaveLength(calls);
    await user.click(button('Read again'));
    await waitFor(() => expect(callsTo(sandbox, route).length).toBeGreaterThan(calls));
    await ended();
  });

  it('is not offered for an unlocked result, and reads nothing automatically', async () => {
    const { sandbox, user } = await openGroup();
    expect(screen.queryByRole('button', { name: 'Preview impact' })).not.toBeInTheDocument();
    await user.click(button('Locked'));
    expect(button('Preview impact')).toBeVisible();
    expect(callsTo(sandbox, route)).toHaveLength(0);
  });

  it('enters a suggested prefix in the form on request, and stores nothing', async () => {
    const { sandbox, user } = await openEnded({}, '1');
    const table = await screen.findByRole('table', { name: 'TACs of the last known IMEIs' });
    const [first] = within(table).getAllByRole('button');
    const tac = within(table).getAllByRole('rowheader')[0]?.textContent ?? '';
    expect(first).toHaveAccessibleName(`Use ${tac} as prefix`);
    if (first) await user.click(first);
    expect(form.prefix()).toHaveValue(tac);
    expect(first).toHaveFocus();
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('lists the SIMs of a row with links to new tabs, fifty at a time, on request', async () => {
    const { sandbox, user } = await openEnded({ things: 900 });
    const name = 'Matches the prefix';
    await user.click(button(`Show SIMs: ${name}`));
    const list = screen.getByRole('table', { name: `SIMs: ${name}` });
    const shown = within(list).getAllByRole('link');
    const { inside } = simsAtLock(sandbox, groupName);
    expect(inside.length).toBeGreaterThan(50);
    expect(shown).toHaveLength(50);
    const iccid = shown[0]?.textContent ?? '';
    expect(inside.map(({ ExternalUniqueId }) => ExternalUniqueId)).toContain(iccid);
    expect(shown[0]).toHaveAttribute('href', paths.thing(iccid));
    expect(shown[0]).toHaveAttribute('target', '_blank');
    await user.click(button('Next SIMs'));
    expectText(/^51–/);
    const [next] = within(list).getAllByRole('link');
    expect(shown.map(({ textContent }) => textContent)).not.toContain(next?.textContent);
  });

  it('saves the SIMs of a row as a file, and stores nothing', async () => {
    const { sandbox, user } = await openEnded();
    const blobs = keepFiles();
    await user.click(button('Save as CSV: Matches the prefix'));
    expectText(/^Saved as impact_Scooter-Sharing_86056704_.*_complete\.csv$/);
    const lines = ((await blobs[0]?.text()) ?? '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(simsAtLock(sandbox, groupName).inside.length + 1);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('stops reading when it is hidden, and continues when it is shown again', async () => {
    const sandbox = createSandbox({ things: 900 });
    sandbox.faults.add({ route, hang: true, count: Infinity });
    const user = await openPreview(sandbox);
    expect(await screen.findByRole('progressbar')).toBeVisible();
    await user.click(button('Hide impact'));
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    sandbox.faults.clear();
    await user.click(button('Preview impact'));
    await ended();
    const { sims } = simsAtLock(sandbox, groupName);
    expectText(new RegExp(`of ${sims.length} SIMs may lose`));
    const pages = Math.ceil(sims.length / 50);
    expect(pages).toBeGreaterThan(1);
    // One call hung, and one may look for rows after the last page.
    expect(callsTo(sandbox, route).length).toBeLessThanOrEqual(pages + 2);
  });
});

describe('conditions that make the figures less certain', () => {
  it('records without a group: says that groups with similar names may be counted', async () => {
    await openEnded({ thingFields: 'documented' });
    expectText(/found by this group’s name may lose service/);
    expect(screen.queryByText(/^At least/)).not.toBeInTheDocument();
    expectText(/The service reports no group for/);
    const line = figures().find(([name]) => name?.startsWith('State not reported'));
    expect(Number(line?.[1])).toBeGreaterThan(0);
  });

  it('unreadable records are reported, and the figure says “at least”', async () => {
    await openEnded({ things: 2_000, brokenRecords: true });
    expectText(/could not be read and (is|are) not counted/);
    expectText(/^At least \d+ of \d+ SIMs read/);
  });

  it('a failure keeps the SIMs read, says “at least”, and reading can be resumed', async () => {
    const sandbox = createSandbox({ things: 3_000 });
    sandbox.faults.add({ route, skip: 1, status: 403, count: Number.POSITIVE_INFINITY });
    const user = await openPreview(sandbox);
    const goOn = await screen.findByRole('button', { name: 'Continue reading' });
    expect(screen.getByRole('alert')).toBeVisible();
    expectText(/^At least \d+ of 50 SIMs read/);
    sandbox.faults.clear();
    await user.click(goOn);
    const sims = simsAtLock(sandbox, groupName).sims.length;
    await expectTextSoon(new RegExp(`of ${sims} SIMs may lose`));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('an empty group: says that the service lists no SIMs', async () => {
    await openPreview(createSandbox({ things: 400 }), '86056704', 'New Contract');
    await expectTextSoon('The service lists no SIMs for this group.');
    expect(screen.queryByRole('table', { name: 'SIMs by last known IMEI' })).toBeNull();
  });

  it('no SIMs although the group has a total: says that the number is unknown, and shows the total', async () => {
    const sandbox = createSandbox({ things: 400 });
    sandbox.faults.add({ route, body: '[]' });
    await openPreview(sandbox);
    await expectTextSoon(
      'No SIMs in this group were read, so the number that may lose service is unknown.',
    );
    const total = `The group list reports a total of ${simsAtLock(sandbox, groupName).sims.length} for this group. The API document does not say what it counts.`;
    expectText(total);
    expect(screen.queryByText('The service lists no SIMs for this group.')).not.toBeInTheDocument();
  });

  it('a click on Stop, Continue or Read again keeps the focus where the next button appears', async () => {
    const sandbox = createSandbox({ things: 400 });
    sandbox.faults.add({ route, delayMs: 60_000, count: 1 });
    const user = await openPreview(sandbox);
    await user.click(await screen.findByRole('button', { name: 'Stop reading' }));
    await user.tab();
    await waitFor(() => expect(button('Continue reading')).toHaveFocus());
    await user.keyboard('{Enter}');
    await screen.findByText(/SIMs may lose service\.$/);
    await user.tab();
    expect(await ended()).toHaveFocus();
    await user.keyboard('{Enter}');
    await ended();
    await user.tab();
    expect(await ended()).toHaveFocus();
  });

  it('a stopped preview stays stopped when it is hidden and shown', async () => {
    const sandbox = createSandbox({ things: 400 });
    sandbox.faults.add({ route, delayMs: 60_000, count: Number.POSITIVE_INFINITY });
    const user = await openPreview(sandbox);
    await user.click(await screen.findByRole('button', { name: 'Stop reading' }));
    await ended();
    const calls = callsTo(sandbox, route).length;
    await user.click(button('Hide impact'));
    await user.click(button('Preview impact'));
    expect(await screen.findByRole('button', { name: 'Continue reading' })).toBeVisible();
    expect(screen.queryByRole('progressbar')).not.toBeInTheDocument();
    expect(callsTo(sandbox, route)).toHaveLength(calls);
  });

  it('numeric strings and names with markup do not change any figure or break anything', async () => {
    const sandbox = createSandbox({ things: 400, integersAsText: true, hostileStrings: true });
    // A name with markup is shown as plain text, and the filter finds it.
    const { name = '' } =
      sandbox.state
        .groups()
        .find((group) => group.name.startsWith('<img') && group.measures.total > 0) ?? {};
    await openPreview(sandbox, '86056704', name);
    await ended();
    const { sims, losing } = simsAtLock(sandbox, name);
    expect(sims.length).toBeGreaterThan(0);
    expectText(new RegExp(`^${losing.length} of ${sims.length} SIMs? may lose`));
  });
});
