import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { LockImpact } from '#contract/lockImpact.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { fakeTime } from '#testing/fixtures/fakeTime.ts';
import { openLockDialog, simsAtLock, twoGroups } from '#testing/fixtures/openLockDialog.tsx';
import { noImpact } from '#testing/fixtures/sandboxServices.ts';

const pass = fakeTime();
const pause = 300;

/** Opens the dialog for two groups, with an inventory that is an hour old. */
async function open(answer: (groupId: string, prefix: string) => Partial<LockImpact> | undefined) {
  const asked: string[] = [];
  const page = await openLockDialog({
    fleet({ call, query }) {
      if (call !== 'GET /impact') return undefined;
      const groupId = query.get('groupId') ?? '';
      const prefix = query.get('prefix') ?? '';
      asked.push(`${groupId} ${prefix}`);
      const impact = answer(groupId, prefix);
      const at = Date.now() - 3_600_000;
      return impact
        ? Response.json({ ...noImpact, seen: { oldest: at, newest: at }, ...impact })
        : Response.json({}, { status: 422 });
    },
  });
  const all = page.sandbox.state.groups();
  const [first = '', second = ''] = twoGroups.map((of) => all.find(({ name }) => name === of)?.id);
  return { ...page, asked, first, second };
}

const lines = async () => {
  const region = within(await screen.findByRole('region', { name: 'Impact as remembered' }));
  return region.getAllByRole('listitem').map((item) => item.textContent);
};

it('Q1: the impact on several groups, from the inventory is shown for each group once typing pauses, with its age, and the new count if it differs', async () => {
  const { user, asked, first, second, sandbox } = await open((_, prefix) => ({
    sims: 40,
    size: 40,
    parts: { ...noImpact.parts, inside: 40 - prefix.length, outside: prefix.length },
  }));
  await user.type(screen.getByRole('textbox', { name: 'IMEI prefix (TAC)' }), '86056704');
  expect(asked).toEqual([]);
  await pass(pause);
  await waitFor(() => expect(asked).toEqual([`${first} 86056704`, `${second} 86056704`]));
  await expectTextSoon('As remembered, 16 of 80 SIMs in 2 of 2 groups may lose service.');
  const remembered = 'As remembered 1 hour ago, 40 of 40 SIMs: 8 may lose service.';
  await screen.findByText(/^\d+ of \d+ SIMs may lose service\.$/);
  expect(await lines()).toEqual(
    twoGroups.map((name) => {
      const { losing } = simsAtLock(sandbox, name);
      return `${name}: ${remembered}${losing.length === 8 ? '' : ` The new count is ${losing.length}.`}`;
    }),
  );
});

it('Q1: the impact on several groups, from the inventory covers only groups with a prefix, and names a failure', async () => {
  const page = await open((groupId) => (groupId === page.second ? undefined : { sims: 4 }));
  const { user } = page;
  expect(screen.queryByRole('region', { name: 'Impact as remembered' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'Lock each to its own suggestion' }));
  const [own, other] = twoGroups.map((name) => `New prefix for ${name}`);
  await waitFor(() => expect(screen.getByLabelText(own ?? '')).toHaveValue('86056704'));
  await user.clear(screen.getByLabelText(own ?? ''));
  await pass(pause);
  expect(await lines()).toHaveLength(1);
  await user.type(screen.getByLabelText(own ?? ''), '86');
  await user.type(screen.getByLabelText(other ?? ''), '1');
  await pass(pause);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    /Could not count the SIMs in the inventory.*Request ID/,
  );
  expect(await lines()).toEqual([
    expect.stringMatching(/^Scooter Sharing: As remembered 1 hour ago, 4 SIMs: none is known/),
    'Payment Terminals Retail: not known.',
  ]);
  await user.click(screen.getByRole('radio', { name: 'Unlock' }));
  expect(screen.queryByRole('region', { name: 'Impact as remembered' })).not.toBeInTheDocument();
});

it('Q1: the impact on several groups, from the inventory gives no new count for a group that was not completely read', async () => {
  const parts = { ...noImpact.parts, outside: 4 };
  const { user, sandbox } = await open(() => ({ sims: 4, parts }));
  sandbox.faults.add({ route: 'GET /things', count: Infinity, status: 403 });
  await user.type(screen.getByRole('textbox', { name: 'IMEI prefix (TAC)' }), '86056704');
  await pass(pause);
  await screen.findByText('The number of SIMs that may lose service is unknown.');
  await expectTextSoon('As remembered, 8 of 8 SIMs in 2 of 2 groups may lose service.');
  const remembered = 'As remembered 1 hour ago, 4 SIMs: 4 may lose service.';
  expect(await lines()).toEqual(twoGroups.map((name) => `${name}: ${remembered}`));
});
