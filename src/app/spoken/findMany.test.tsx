import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { listenWhile, readAloud } from '#testing/fixtures/spoken.ts';

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
