import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { alertOf, alertsPageFixture, deliveryOf } from '#testing/fixtures/alertsPageFixture.ts';
import { startAt } from '#testing/fixtures/fakeTime.ts';
import { figures, figuresAt, remembered, thingChange } from '#testing/fixtures/fleetFigures.ts';
import { changesAnswer, groupChange } from '#testing/fixtures/groupChange.ts';
import { eventsAnswer, listAnswer } from '#testing/fixtures/openFleetPage.tsx';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { emptySummary, type FleetCall } from '#testing/fixtures/sandboxServices.ts';
import { readAloud } from '#testing/fixtures/spoken.ts';

const region = (name: string) => screen.getByRole('region', { name });
const rows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row');

describe('a screen reader on "Fleet"', () => {
  const fleet = ({ call }: FleetCall) => {
    if (call === 'GET') return Response.json({ ...emptySummary, ...figures });
    return call === 'GET /things' ? listAnswer([remembered]) : eventsAnswer([thingChange]);
  };

  startAt(figuresAt);

  it('reads the problems, worst first, and each chart as a table', async () => {
    await renderRoute(paths.fleet(), { fleet });
    await screen.findByRole('region', { name: 'Overview' });
    expect(await readAloud(region('Overview'))).toMatchInlineSnapshot(`
      "region, Overview
      heading, Overview, level 2
      4,950 SIMs
      list, States
      link, 4,700 ACTIVE
      95 %
      link, 180 SUSPENDED
      4 %
      link, 20 RETIRED
      < 1 %
      link, 50 State not reported
      1 %
      4,950 SIMs seen since 1 Jan 2026, 12:34, the latest 4 minutes ago. Last complete scan 3 days ago by anna.
      The fleet is read only when somebody asks for it. A technical user would read it around the clock, for trends and alerts. To set one up, see WATCH_USER in operations.md.
      button, Read the fleet, Takes about 102 calls to the service. These calls count toward the rate limit for listing Things. The scan pauses when the limit is reached, and leaves the last call for you.
      Takes about 102 calls to the service. These calls count toward the rate limit for listing Things
      . The scan pauses when the limit is reached, and leaves the last call for you.
      2 checks found SIMs that need attention now.
      list, Findings
      link, 12 May lose service because of the group’s IMEI lock
      Urgent
      3 more than in the previous scan
      link, 4 Same device on several SIMs
      Urgent
      link, 3 Device change seen in the last 7 days
      Worth a look
      3 more than in the previous scan
      link, 40 No location for 90 days
      Worth a look
      link, 240 No device known
      For information"
    `);
    expect(await readAloud(region('Thing Groups by size and state'))).toMatchInlineSnapshot(`
      "region, Thing Groups by size and state
      heading, Thing Groups by size and state, level 3
      region, Groups and states
      table, Thing Groups by size and state
      row
      columnheader, Thing Group
      columnheader, SIMs
      columnheader, Share
      columnheader, ACTIVE
      columnheader, SUSPENDED
      columnheader, RETIRED
      columnheader, State not reported
      row
      rowheader
      link, Parcel Vans
      cell, 3,100
      cell, 63 %
      cell
      link, 2,900
      cell
      link, 180
      cell
      link, 20
      cell
      0
      row
      rowheader
      link, Water Meters
      cell, 1,800
      cell, 36 %
      cell
      link, 1,800
      cell
      0
      cell
      0
      cell
      0
      row
      rowheader
      link, Without a group
      cell, 50
      cell, 1 %
      cell
      0
      cell
      0
      cell
      0
      cell
      link, 50"
    `);
    expect(await readAloud(rows('Checks')[1])).toMatchInlineSnapshot(`
      "row
      rowheader
      link, May lose service because of the group’s IMEI lock
      cell, 12
      cell, < 1 % of 4,950
      cell
      3 more
      cell, The Thing Group is locked to a prefix. The last known IMEI does not match it, or no valid IMEI is known. Suspended SIMs are not counted. The lock is checked when a session starts. The SIM may have lost service, or may lose it at its next session."
    `);
  });

  it('reads a check’s list: its meaning, the advice, and each SIM', async () => {
    await renderRoute(paths.fleet('outside-lock'), { fleet });
    await screen.findByRole('table', { name: 'May lose service because of the group’s IMEI lock' });
    expect(await readAloud(screen.getByRole('main'))).toMatchInlineSnapshot(`
      "main
      link, ← Back to Fleet
      heading, May lose service because of the group’s IMEI lock, level 1
      Updated 12:34
      button, Export
      button, Refresh
      The Thing Group is locked to a prefix. The last known IMEI does not match it, or no valid IMEI is known. Suspended SIMs are not counted. The lock is checked when a session starts. The SIM may have lost service, or may lose it at its next session.
      What to do:
      Use the right device, move the SIM to another group, or change the group’s prefix. Without a known IMEI, check whether the SIM is in use.
      search, Conditions
      Field
      combobox, Field, group, has popup listbox, not expanded
      option, Thing Group, group, not selected
      option, State, state, not selected
      option, Block, block, not selected
      option, IMEI, imei, not selected
      option, Device model (TAC), tac, not selected
      option, IMSI, imsi, not selected
      option, Network, network, not selected
      option, Last location, located, not selected
      option, First listed, first-listed, not selected
      option, Last listed, last-listed, not selected
      option, Device change, device-change, not selected
      option, Note, note, not selected
      Relation
      combobox, Relation, is, has popup listbox, not expanded
      option, is, not selected
      option, is not, is-not, not selected
      option, any of, any-of, not selected
      option, none of, none-of, not selected
      option, is not known, unknown, not selected
      Value
      combobox, Value, g1, has popup listbox, not expanded
      option, Parcel Vans, g1, not selected
      option, Water Meters, g2, not selected
      button, Add condition
      list, Conditions
      button, Remove May lose service because of the group’s IMEI lock
      4,950 SIMs seen since 1 Jan 2026, 12:34, the latest 4 minutes ago. Last complete scan 3 days ago by anna.
      1 SIM, as listed 1 hour ago. Open a SIM to see its current record.
      button, Add to work set
      region, May lose service because of the group’s IMEI lock
      table, May lose service because of the group’s IMEI lock
      row
      cell
      checkbox, Select all on this page, not checked
      columnheader, ICCID
      columnheader, Name
      columnheader, Thing Group
      columnheader, State
      columnheader, Device (IMEI)
      columnheader, Last location
      columnheader, Lock of the group
      columnheader, Listed
      row
      cell
      checkbox, Select 8988228066600000123, not checked
      rowheader
      link, 8988228066600000123
      cell, Van 12
      cell
      link, Parcel Vans
      cell, ACTIVE
      cell, 356846104140054
      cell, 2 days ago, 2026-11-20T09:12:34.000Z
      cell, Locked to other devices
      cell, 1 hour ago, 2026-11-22T08:12:34.000Z
      button, Previous page, disabled
      button, Next page, disabled"
    `);
  });
});

it('a screen reader on "Alerts" reads the table: what got worse, where, and who was notified', async () => {
  const { alerts } = alertsPageFixture({ alerts: [alertOf({ deliveries: [deliveryOf()] })] });
  await renderRoute(paths.alerts(), { sandbox: createSandbox({ things: 1 }), alerts });
  const table = await screen.findByRole('table', { name: 'Alerts' });
  expect(await readAloud(table)).toMatchInlineSnapshot(`
    "table, Alerts
    row
    columnheader, Check
    columnheader, SIMs
    columnheader, New
    columnheader, Since
    columnheader, State
    columnheader, Acknowledged by
    columnheader, Delivered
    row
    rowheader
    link, May lose service because of the group’s IMEI lock
    cell
    12
    20 at peak
    cell
    link, 9
    list
    link, Parcel Vans
    8
    Without a group
    1
    cell
    1 Jan 2026, 12:34
    cell
    Open
    cell
    button, Acknowledge, May lose service because of the group’s IMEI lock, has popup dialog
    cell
    list
    Webhook (opened)
    Sent at 1 Jan 2026, 12:34. Last answer: “204 No Content”."
  `);
});

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
