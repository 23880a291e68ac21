import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { startAt } from '#testing/fixtures/fakeTime.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { listenWhile, readAloud } from '#testing/fixtures/spoken.ts';

const button = (name: string) => screen.getByRole('button', { name });
const region = (name: string) => screen.getByRole('region', { name });
const table = () => screen.getByRole('table', { name: 'Things' });

startAt(Date.UTC(2026, 10, 22, 9, 12));

/** @param things pass more than fit on the prefetched page to keep the end of the list unknown */
async function openList(search: string, things = 25) {
  const rendered = await renderRoute(paths.things(search), { sandbox: createSandbox({ things }) });
  await screen.findByRole('table', { name: 'Things' });
  return rendered;
}

describe('a screen reader on the sign-in page', () => {
  const openPage = async () => {
    const rendered = await renderRoute(paths.signIn(), { as: null });
    await screen.findByRole('textbox', { name: 'Username' });
    return rendered;
  };

  it('reads the page from top to bottom', async () => {
    await openPage();
    expect(await readAloud(screen.getByRole('main'))).toMatchInlineSnapshot(`
      "main
      SIM Console
      form
      heading, Sign in, level 1
      Use the username and password of the SIM management service.
      Username
      textbox, Username, required
      Password
      Password
      button, Sign in"
    `);
  });

  it('is moved to the empty field, and reads its error', async () => {
    const { user } = await openPage();
    expect(await listenWhile(async () => user.click(button('Sign in')))).toMatchInlineSnapshot(`
      "button, Sign in
      textbox, Username, Enter your username., invalid, required"
    `);
  });

  it('reads what went wrong, the service’s message, and what to do', async () => {
    const { user } = await openPage();
    await user.type(screen.getByRole('textbox', { name: 'Username' }), 'writer');
    await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
    expect(await readAloud(await screen.findByRole('alert'))).toMatchInlineSnapshot(`
      "alert
      Could not sign in: the service did not accept the username and password (401).
      The service said:
      Username or password is wrong
      Check both, including capital letters, and try again.
      Request ID
      req_…
      button, Copy request ID"
    `);
  });
});

describe('a screen reader in the Things list', () => {
  it('reads the table header, including which column is sorted', async () => {
    await openList('sort=-ThingName');
    expect(await readAloud(within(table()).getAllByRole('row')[0])).toMatchInlineSnapshot(`
      "row
      cell
      checkbox, Select all on this page, not checked
      columnheader, ICCID
      columnheader, Thing name, sorted in descending order
      button, Thing name
      columnheader, Thing Group
      columnheader, State
      columnheader, Blocked
      columnheader, IMEI (last known)
      columnheader, IMSI (current or last)
      columnheader, MSISDN
      columnheader, Operator
      columnheader, Cell ID
      columnheader, LAC
      columnheader, Data
      columnheader, Last location
      columnheader, Modified"
    `);
  });

  it('reads a row, link first; only the active row has copy buttons', async () => {
    await openList('sort=ThingName');
    const [, first, second] = within(table()).getAllByRole('row');
    expect(await readAloud(first)).toMatchInlineSnapshot(`
      "row
      cell
      checkbox, Select 8988228000010485997, not checked
      rowheader
      link, 8988228000010485997
      button, Copy ICCID 8988228000010485997
      cell, EM-LIL-00001
      cell
      link, Electricity Meters North
      cell
      ACTIVE
      cell, None
      cell
      864112046111140
      button, Copy IMEI (last known) 864112046111140
      cell
      901280070000035
      button, Copy IMSI (current or last) 901280070000035
      cell
      882280001000028
      button, Copy MSISDN 882280001000028
      cell, SFR
      cell
      128655668
      button, Copy Cell ID 128655668
      cell
      24360
      button, Copy LAC 24360
      cell, 33,608,247
      cell
      1 Jan 2026, 12:34
      cell
      1 Jan 2026, 12:34"
    `);
    expect(await readAloud(second)).toMatchInlineSnapshot(`
      "row
      cell
      checkbox, Select 8988228000010487159, not checked
      rowheader
      link, 8988228000010487159
      cell, EM-ZRH-00002
      cell
      link, Electricity Meters North
      cell
      ACTIVE
      cell, None
      cell, 864112044149910
      cell, 901280070000211
      cell, 882280001000177
      cell, Swisscom
      cell, 45587303
      cell, 60803
      cell, 2,732,456
      cell
      1 Jan 2026, 12:34
      cell
      1 Jan 2026, 12:34"
    `);
  });

  it('announces the rows after paging', async () => {
    // Going back, because the next page has been prefetched and may appear immediately.
    const { user } = await openList('sort=ThingName&size=10&page=2', 45);
    const said = await listenWhile(async () => {
      await user.click(button('Previous page'));
      await screen.findByText(/^Rows 1–10/);
    });
    expect(said).toMatchInlineSnapshot(`
      "button, Previous page, disabled
      polite: Loading other rows…
      polite: Rows 1–10, more available
      polite: Read at 12:34."
    `);
  });

  it('announces the rows after the sort order changes', async () => {
    const { user } = await openList('sort=ThingName&size=10&page=2', 45);
    const said = await listenWhile(async () => {
      await user.click(within(table()).getByRole('button', { name: 'Thing name' }));
      await screen.findByText(/^Rows 1–10/);
    });
    expect(said).toMatchInlineSnapshot(`
      "button, Thing name
      polite: Loading other rows…
      polite: Rows 1–10, more available
      polite: Read at 12:34."
    `);
  });

  it('announces how many rows are selected', async () => {
    const { user } = await openList('sort=ThingName');
    const [, first] = within(table()).getAllByRole('checkbox');
    if (!first) throw new Error('The table has no row');
    expect(await listenWhile(async () => user.click(first))).toMatchInlineSnapshot(`
      "checkbox, Select 8988228000010485997, not checked
      polite: 1 selected"
    `);
  });
});

it('a screen reader on a Thing’s page reads the SIM’s identifier, the age of its record, and why it might have no service', async () => {
  const sandbox = createSandbox({ things: 25 });
  const [thing] = sandbox.state.things();
  await renderRoute(paths.thing(thing?.ExternalUniqueId ?? ''), { sandbox });
  await screen.findByText(/^As listed by the service/);
  const [untilFields] = (await readAloud(screen.getByRole('main'))).split('region, Identity');
  expect(untilFields).toMatchInlineSnapshot(`
    "main
    link, ← Back to Things
    heading, 89410100000010485823, level 1
    As listed by the service at 12:34
    · Request ID
    req_…
    button, Read again
    button, Add to work set
    link, Compare with another SIM
    region, Why might this SIM have no service?
    heading, Why might this SIM have no service?, level 2
    button, Copy ticket text
    button, Support bundle, has popup dialog
    Based only on the record as it was last read.
    list
    Hint
    The network last reported a location 1 month ago (1 Jan 2026, 12:34): the device may be off or out of reach.
    Fact
    The state is ACTIVE: the SIM may be used.
    Fact
    No block flag is set.
    Fact
    The last known IMEI is 015804007044371.
    Unknown
    The IMEI lock of its Thing Group was not looked up. Open the group to see it.
    region, Notes
    heading, Notes, level 2
    Only a gateway can keep notes, and this installation has none.
    "
  `);
  expect(await readAloud(region('Service'))).toMatchInlineSnapshot(`
    "region, Service
    heading, Service, level 2
    State
    ACTIVE
    Blocked
    None
    Billing state
    BILLED
    Operator
    Orange France
    Activation charge flag
    Yes
    FwBlockAttempts
    —
    IP addresses
    10.142.6.242"
  `);
});

it('a screen reader on "Find many" announces the result, and reads for each line why nothing was found', async () => {
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
    rowheader
    button, Edit line 1
    cell, 89490100000010485825
    cell, ICCID 89490100000010485825, 20 digits that begin with 89, valid ICCID check digit
    row
    rowheader
    button, Edit line 2
    cell, 89490100000010480000
    cell, ICCID 89490100000010480000, 20 digits that begin with 89; not a valid ICCID check digit, so a digit may be mistyped
    row
    rowheader
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
  expect(await readAloud(screen.getByRole('table', { name: 'Not found' }))).toMatchInlineSnapshot(`
    "table, Not found, row count 3
    row
    columnheader, Line
    columnheader, Text
    columnheader, Why
    row
    rowheader, 2
    cell, 89490100000010480000
    cell, No SIM has this ICCID.
    row
    rowheader, 3
    cell, 12
    cell, Not an identifier: too short."
  `);
});
