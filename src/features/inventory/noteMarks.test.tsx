import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { remembered } from '#testing/fixtures/fleetFigures.ts';
import { notesFixture } from '#testing/fixtures/notesFixture.ts';
import { listAnswer, openFleetList } from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';

it('the marks on SIMs with notes, in an inventory list, are in the link to the SIM, take one call, and are reloaded with the list', async () => {
  const { iccid } = remembered;
  const other = { ...remembered, iccid: '8988228066600000124' };
  const gateway = notesFixture([{ iccid, text: 'Lost' }]);
  const { user } = await openFleetList(
    paths.fleet('sims', 'where=note.not-empty'),
    () => listAnswer([remembered, other]),
    { notes: gateway.notes },
  );
  expect(await screen.findByRole('link', { name: `${iccid}, 1 note` })).toHaveAttribute(
    'href',
    paths.thing(iccid),
  );
  expect(screen.getByRole('link', { name: other.iccid })).toBeVisible();
  expect(gateway.calls).toEqual(['GET /note-counts']);
  gateway.put({ iccid: other.iccid, text: 'Found' });
  expect(screen.queryByText(/^Read at/)).toBeNull();
  await user.click(button('Refresh'));
  expect(await screen.findByText(/^Read at \d/)).toBeInTheDocument();
  expect(await screen.findByRole('link', { name: `${other.iccid}, 1 note` })).toBeVisible();
  expect(gateway.calls).toHaveLength(2);
});
