import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { expectTextSoon } from '#testing/fixtures/expectText.ts';
import { thingChange } from '#testing/fixtures/fleetFigures.ts';
import { gatewayError } from '#testing/fixtures/groupChange.ts';
import { eventsAnswer, openFleetList } from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';

/** A page of changes that is not the last. */
const onePage = () => eventsAnswer([thingChange], 'c2');

describe('the SIM changes', () => {
  it('are filtered by the address, and a new filter starts at the newest change', async () => {
    const { user, expectSearchSoon, asked } = await openFleetList(
      paths.fleet('changes', 'before=c9'),
      onePage,
    );
    await screen.findByRole('table', { name: 'SIM changes' });
    await user.selectOptions(screen.getByLabelText('What'), 'Different device model');
    await user.type(screen.getByLabelText('ICCID'), '8988 2280-6660 0000 123');
    await user.click(button('Apply filters'));
    await expectSearchSoon('?kind=other-model&iccid=8988228066600000123');
    await waitFor(() =>
      expect(asked).toEqual([
        'GET /events before=c9',
        'GET /events kind=other-model&iccid=8988228066600000123',
      ]),
    );
  });

  it('keep a typed but unapplied filter when the page changes', async () => {
    const { user, asked } = await openFleetList(paths.fleet('changes'), onePage);
    await screen.findByRole('table', { name: 'SIM changes' });
    await user.type(screen.getByLabelText('ICCID'), '8988228');
    await user.click(button('Next page'));
    await waitFor(() => expect(asked).toEqual(['GET /events', 'GET /events before=c2']));
    await screen.findByRole('table', { name: 'SIM changes' });
    expect(screen.getByLabelText('ICCID')).toHaveValue('8988228');
  });

  it('cover whole days, and an end date before the start date is rejected', async () => {
    const { user, asked } = await openFleetList(
      paths.fleet('changes', 'from=2026-11-21&to=2026-11-21'),
      () => eventsAnswer([]),
    );
    await expectTextSoon('No changes match these filters.');
    const from = new Date(2026, 10, 21).getTime();
    const to = new Date(2026, 10, 22).getTime();
    expect(asked).toEqual([`GET /events from=${from}&to=${to}`]);
    await user.clear(screen.getByLabelText('To'));
    await user.type(screen.getByLabelText('To'), '2026-11-20');
    await user.click(button('Apply filters'));
    await expectTextSoon('This date is before From.');
    expect(asked).toHaveLength(1);
  });

  it('start at the newest entry if the gateway rejects the cursor, and the page says so', async () => {
    await openFleetList(paths.fleet('changes', 'before=nonsense'), ({ query }) =>
      query.has('before') ? gatewayError(400, 'bad_request') : eventsAnswer([thingChange]),
    );
    await expectTextSoon('Some address parameters are not valid and were ignored: before.');
    expect(screen.getByRole('table', { name: 'SIM changes' })).toBeVisible();
  });
});
