import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { changesAnswer, groupChange } from '#testing/fixtures/groupChange.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { readAloud } from '#testing/fixtures/spoken.ts';

const change = groupChange({
  at: figuresAt,
  groupName: 'Parcel Vans',
  before: { LockMasterImei: false, IMEIPrefix: '' },
  beforeAt: figuresAt,
  after: { LockMasterImei: true, IMEIPrefix: '35208115' },
  requestId: 'r-browser',
  serviceRequestId: 'r-service',
});

it('a screen reader on "Changes" reads the table: who changed which value, and how', async () => {
  await renderRoute(paths.changes(), { changes: () => changesAnswer({ changes: [change] }) });
  const table = await screen.findByRole('table', { name: 'Changes' });
  expect(await readAloud(table)).toMatchInlineSnapshot(`
    "table, Changes
    row
    columnheader, When
    columnheader, Who
    columnheader, Thing Group
    columnheader, Before
    columnheader, After
    columnheader, Outcome
    columnheader, Request ID
    row
    rowheader
    1 Jan 2026, 12:34
    cell, anna
    cell
    link, Parcel Vans
    cell
    Unlocked
    cell
    Locked
    35208115
    cell
    Saved
    , not yet seen in a list
    cell
    code, r-service
    button, Copy request ID r-service"
  `);
  const [footer] = (await readAloud(screen.getByRole('main'))).split('\n').slice(-3);
  expect(footer).toMatchInlineSnapshot(`"Kept for 365 days."`);
});
