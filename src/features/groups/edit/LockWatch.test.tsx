import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figures, remembered } from '#testing/fixtures/fleetFigures.ts';
import { openGroup } from '#testing/fixtures/openGroup.tsx';

const hour = 3_600_000;

/** Opens a group that is locked to 35208115, with an inventory in which `losing` of its SIMs may lose service. */
async function open(given: {
  readonly isLocked?: boolean;
  readonly losing: number;
  readonly prefix?: string;
  readonly imeiPrefix?: string;
  readonly keptDays?: number;
  /** Whether the inventory has the group's SIMs and its lock. */
  readonly known?: 'nothing' | 'sims' | 'lock';
}) {
  const { isLocked = true, losing, keptDays = 90, known = 'lock' } = given;
  const { imeiPrefix = '35208115', prefix = '35208115' } = given;
  const asked: string[] = [];
  const page = await openGroup({
    change: { lockMasterImei: isLocked, imeiPrefix },
    fleet({ call, query }) {
      asked.push(`${call} ${String(query)}`.trim());
      if (call === 'GET') {
        const complete = figures.complete && { ...figures.complete, endedAt: Date.now() - hour };
        return Response.json({ ...figures, complete, keptDays });
      }
      const seenAt = Date.now() - hour;
      if (call === `GET /things/${remembered.iccid}`) {
        const lock = known === 'lock' ? { isLocked: true, prefix, seenAt } : null;
        const sameDevice = { iccids: [], count: 0 };
        return Response.json({ thing: remembered, sameDevice, lock, cell: null });
      }
      if (call !== 'GET /things') return undefined;
      const count = query.has('check') ? losing : known === 'nothing' ? 0 : 40;
      const things = count === 0 ? [] : [{ ...remembered, lock: { prefix, seenAt } }];
      return Response.json({ things, count, leftOut: 0, next: null, previous: null });
    },
  });
  return { ...page, asked };
}

it('counts as the preview does, shows the total and the age, and links to the SIMs', async () => {
  const { group } = await open({ losing: 12 });
  const link = await screen.findByRole('link', {
    name: '12 of 40 SIMs may lose service under this lock',
  });
  expect(link).toHaveAttribute('href', `/fleet/outside-lock?where=group.is.${group.id}`);
  expectText(/^, based on the last complete scan of the fleet \(1 hour ago\) and later lists\.$/);
});

it('says that no SIM is known to lose service', async () => {
  await open({ losing: 0 });
  await expectTextSoon(/^None of 40 SIMs is known to lose service under this lock/);
});

it.each([
  ['the inventory compares with another lock', { losing: 3, prefix: '86056704' }, /^GET$/],
  ['the inventory is switched off', { losing: 0, keptDays: 0 }, /^GET$/],
  ['no SIM is known outside another lock', { losing: 0, prefix: '86056704' }, /things\/\d/],
  ['the inventory has no lock', { losing: 0, known: 'sims' }, /things\/\d/],
  ['the inventory has none of its SIMs', { losing: 0, known: 'nothing' }, /things where=group/],
  ['the lock has no prefix', { losing: 0, prefix: '', imeiPrefix: '' }, /things\/\d/],
  ['the prefix is no number', { losing: 0, prefix: '35x', imeiPrefix: '35x' }, /things\/\d/],
] as const)('only says that the number is unknown if %s', async (_, given, last) => {
  const { asked } = await open(given);
  await waitFor(() => expect(asked).toContainEqual(expect.stringMatching(last)));
  await screen.findByText('This installation keeps no history.');
  await expectTextSoon(/^The number of SIMs that may lose service under this lock is unknown/);
  expect(screen.queryByText(/^A preview reads the group’s SIMs/)).not.toBeInTheDocument();
});

it('sends no request for an unlocked group', async () => {
  const { asked } = await open({ losing: 3, isLocked: false });
  await screen.findByText('This installation keeps no history.');
  expect(asked).toEqual([]);
});
