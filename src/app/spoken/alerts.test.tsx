import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { alertOf, alertsPageFixture, deliveryOf } from '#testing/fixtures/alertsPageFixture.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { readAloud } from '#testing/fixtures/spoken.ts';

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
