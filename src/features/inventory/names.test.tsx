import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { ListedThing } from '#api/inventory.ts';
import { paths } from '#paths.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figuresAt, remembered, thingChange } from '#testing/fixtures/fleetFigures.ts';
import { eventsAnswer, listAnswer, openFleetList } from '#testing/fixtures/openFleetPage.tsx';

import { causeWords } from './alerts/alertWords.ts';
import { eventColumns, simColumns } from './inventoryFiles.ts';
import { checkColumn } from './simColumns.ts';

const named: ListedThing = {
  ...remembered,
  deviceChange: { before: '352081150000017', since: null, at: figuresAt },
  lock: { prefix: '86056704', seenAt: figuresAt },
  names: {
    model: 'Telematics unit T4',
    modelBefore: 'Tracker T1',
    modelOfLock: 'Scooter unit S2',
    network: 'Telekom',
  },
};
const change = { ...thingChange, names: { before: 'Tracker T1', after: 'Telematics unit T4' } };

it('Q3: the names of device models are below the IMEIs in a list of SIMs, and after an IMEI in a sentence', async () => {
  await openFleetList(paths.fleet('other-device'), () =>
    listAnswer([named, { ...remembered, iccid: '8988228066600000124' }]),
  );
  const table = await screen.findByRole('table');
  expect(within(table).getByText('Telematics unit T4')).toHaveAttribute(
    'title',
    'Telematics unit T4',
  );
  expectText(/^352081150000017 Tracker T1, replaced/, table);
  // Without a name, only the number is shown.
  expect(within(table).getByRole('cell', { name: '356846104140054' })).toBeVisible();
});

it('Q3: the names of device models are after the prefixes in sentences about locks', () => {
  const locked = checkColumn('outside-lock')?.text(named, figuresAt);
  expect(locked).toMatch(/^Locked to 86056704 Scooter unit S2, as listed/);
  const cause = { groupId: 'g1', groupName: 'Vans', username: 'anna', at: 1, isLocked: true };
  const lock = { prefix: '86056704', model: 'Scooter unit S2' };
  expect(causeWords({ ...cause, ...lock })).toBe('anna locked Vans to 86056704 Scooter unit S2');
});

it('Q3: the names of device models are below the values of a change', async () => {
  await openFleetList(paths.fleet('changes'), () => eventsAnswer([change]));
  const table = await screen.findByRole('table', { name: 'SIM changes' });
  expect(within(table).getByRole('cell', { name: '352081150000017 Tracker T1' })).toBeVisible();
  expect(
    within(table).getByRole('cell', { name: '356846104140054 Telematics unit T4' }),
  ).toBeVisible();
});

it('Q3: the names of device models are beside the codes in conditions, as are network names', async () => {
  const where = new URLSearchParams([
    ['where', 'network.any-of.262-01,232-1'],
    ['where', 'tac.is.35208115'],
  ]);
  const known = { networks: { '262-01': 'Telekom' }, models: { '35208115': 'Tracker T1' } };
  const { user } = await openFleetList(
    paths.fleet('sims', String(where)),
    () => listAnswer([named]),
    { names: () => Response.json(known) },
  );
  // A list with a condition on the network shows the network of each SIM.
  const table = await screen.findByRole('table', { name: 'SIMs' });
  expect(within(table).getByRole('cell', { name: '262-01 Telekom' })).toBeVisible();
  const conditions = screen.getByRole('list', { name: 'Conditions' });
  await expectTextSoon(/^Network is any of 262-01 Telekom, 232-1$/, conditions);
  expectText(/^Device model \(TAC\) is 35208115 Tracker T1$/, conditions);
  await user.selectOptions(screen.getByLabelText('Field'), 'Network');
  expect(await screen.findByRole('option', { name: '262-01 Telekom' })).toHaveValue('262-01');
});

it('Q3: the names of device models have columns of their own in exported files, as do networks', () => {
  const sim = Object.fromEntries(simColumns.map(({ head, text }) => [head, text(named)]));
  expect(sim).toMatchObject({
    IMEI: '356846104140054',
    'Device model': 'Telematics unit T4',
    Network: '262-01',
    'Network name': 'Telekom',
    'Previous device model': 'Tracker T1',
    'Group lock prefix': '86056704',
    'Device model of the prefix': 'Scooter unit S2',
  });
  const event = Object.fromEntries(eventColumns.map(({ head, text }) => [head, text(change)]));
  expect(event).toMatchObject({
    'Device model before': 'Tracker T1',
    'Device model after': 'Telematics unit T4',
  });
});
