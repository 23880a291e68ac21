import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { GroupChange } from '#contract/history.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { figures, figuresAt, remembered, thingChange } from '#testing/fixtures/fleetFigures.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { emptySummary, type FleetCall } from '#testing/fixtures/sandboxServices.ts';
import { listenWhile, readAloud } from '#testing/fixtures/spoken.ts';

const region = (name: string) => screen.getByRole('region', { name });
const rows = (name: string) => within(screen.getByRole('table', { name })).getAllByRole('row');

describe('a screen reader on "Find many"', () => {
  it('announces the result, and reads for each line why nothing was found', async () => {
    const sandbox = createSandbox({ things: 60 });
    const [thing] = sandbox.state.things();
    const { user } = await renderRoute('/find', { sandbox });
    await user.type(
      await screen.findByRole('textbox', { name: 'Identifiers' }),
      `${thing?.ExternalUniqueId}\n89490100000010480000\n12`,
    );
    expect(await readAloud(screen.getByRole('table', { name: 'What was read' })))
      .toMatchInlineSnapshot(`
      "table, What was read, row count 4
      row
      columnheader, Line
      columnheader, Text
      columnheader, Read as
      row
      cell
      button, Edit line 1
      cell, 89490100000010485825
      cell, ICCID 89490100000010485825, 20 digits that begin with 89, valid ICCID check digit
      row
      cell
      button, Edit line 2
      cell, 89490100000010480000
      cell, ICCID 89490100000010480000, 20 digits that begin with 89; not a valid ICCID check digit, so a digit may be mistyped
      row
      cell
      button, Edit line 3
      cell, 12
      cell, Not an identifier: too short."
    `);
    const said = await listenWhile(async () => {
      await user.click(await screen.findByRole('button', { name: 'Find' }));
      await screen.findByRole('table', { name: 'Found' });
    });
    expect(said).toMatchInlineSnapshot(`
      "button, Find, disabled
      heading, 1 SIM found, 2 lines not found, level 2"
    `);
    expect(await readAloud(screen.getByRole('table', { name: 'Not found' })))
      .toMatchInlineSnapshot(`
      "table, Not found, row count 3
      row
      columnheader, Line
      columnheader, Text
      columnheader, Why
      row
      cell, 2
      cell, 89490100000010480000
      cell, No SIM has this ICCID.
      row
      cell, 3
      cell, 12
      cell, Not an identifier: too short."
    `);
  });
});

describe('a screen reader on "Changes"', () => {
  const change: GroupChange = {
    id: '1',
    at: figuresAt,
    since: null,
    username: 'anna',
    groupId: 'g1',
    groupName: 'Parcel Vans',
    before: { LockMasterImei: false, IMEIPrefix: '' },
    beforeAt: figuresAt,
    after: { LockMasterImei: true, IMEIPrefix: '35208115' },
    outcome: 'saved',
    isUnderWay: false,
    status: 200,
    message: null,
    check: null,
    requestId: 'r-browser',
    serviceRequestId: 'r-service',
  };

  it('reads the table: who changed which value, and how', async () => {
    await renderRoute(paths.changes(), {
      changes: () =>
        Response.json({ changes: [change], next: null, previous: null, keptDays: 365 }),
    });
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
});

describe('a screen reader on "Fleet"', () => {
  const fleet = ({ call }: FleetCall) => {
    if (call === 'GET') return Response.json({ ...emptySummary, ...figures });
    if (call === 'GET /things') {
      return Response.json({ things: [remembered], count: 1, next: null, previous: null });
    }
    return Response.json({ events: [thingChange], next: null, previous: null, keptDays: 90 });
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: figuresAt, shouldAdvanceTime: true });
    return () => vi.useRealTimers();
  });

  it('reads the problems, worst first, and each chart as a table', async () => {
    await renderRoute(paths.fleet(), { fleet });
    await screen.findByRole('region', { name: 'Overview' });
    const [overview] = (await readAloud(region('Overview'))).split('\nregion, Thing Groups');
    expect(overview).toMatchInlineSnapshot(`
      "region, Overview
      heading, Overview, level 2
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
      table, Thing Groups by size and state
      row
      columnheader, Thing Group
      columnheader, SIMs
      columnheader, Share
      row
      rowheader
      link, Parcel Vans
      list
      link, 2,900 ACTIVE
      link, 180 SUSPENDED
      link, 20 RETIRED
      cell, 3,100
      cell, 63 %
      row
      rowheader
      link, Water Meters
      cell, 1,800
      cell, 36 %
      row
      rowheader
      link, Without a group
      cell, 50
      cell, 1 %"
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
