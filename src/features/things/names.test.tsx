import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { NamesAnswer } from '#contract/names.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const models = { 35_684_610: 'Telematics unit T4', 86_411_204: 'Electricity meter modem EM1' };
const networks = { '262-1': 'Telekom', '262-2': 'Vodafone' };

/** Opens a page behind a gateway that knows some names, and collects its lookups. */
async function open(address: string, sandbox = createSandbox({ things: 60 })) {
  const asked: URLSearchParams[] = [];
  const page = await renderRoute(address, {
    sandbox,
    names(query) {
      asked.push(query);
      return Response.json({ networks, models } satisfies NamesAnswer);
    },
  });
  return { ...page, sandbox, asked };
}

describe('Q3: names in the list of Things', () => {
  it('follow the IMEIs once the rows are on screen, with one lookup per page', async () => {
    const { asked } = await open(paths.things());
    const table = await screen.findByRole('table', { name: 'Things' });
    const [name] = await within(table).findAllByText('Telematics unit T4');
    expect(name).toHaveAttribute('title', 'Telematics unit T4');
    const cell = { name: /^35684610\d{7} Telematics unit T4/ };
    expect(within(table).getAllByRole('cell', cell)[0]).toBeVisible();
    expect(asked).toHaveLength(1);
    const tacs = asked[0]?.get('tacs')?.split(',') ?? [];
    expect(new Set(tacs).size).toBe(tacs.length);
    // The network code columns are not shown.
    expect(asked[0]?.has('networks')).toBe(false);
  });

  it('are not looked up again on the next page, except for new codes', async () => {
    const { user, asked } = await open(paths.things('size=25'));
    const table = await screen.findByRole('table', { name: 'Things' });
    await within(table).findAllByText('Telematics unit T4');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    const all = asked.flatMap((query) => query.get('tacs')?.split(',') ?? []);
    expect(new Set(all).size).toBe(all.length);
  });

  it('leave the number alone if they cannot be looked up, or if none is known', async () => {
    let isRefused = false;
    await renderRoute(paths.things(), {
      sandbox: createSandbox({ things: 60 }),
      names() {
        isRefused = true;
        return Response.json({}, { status: 500 });
      },
    });
    const table = await screen.findByRole('table', { name: 'Things' });
    await waitFor(() => expect(isRefused).toBe(true));
    expect(within(table).queryByText(/Telematics/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('Q3: names on other pages', () => {
  it('follow the IMEI and the MNC on a Thing’s page', async () => {
    const sandbox = createSandbox({ things: 60 });
    const thing = sandbox.state
      .things()
      .find(
        ({ IMEI, LastLocation: { MCC, MNC } }) =>
          IMEI.startsWith('35684610') && MCC === 262 && (MNC === 1 || MNC === 2),
      );
    if (!thing) throw new Error('The sandbox has no such SIM');
    const { user, asked } = await open(paths.thing(thing.ExternalUniqueId), sandbox);
    const name = thing.LastLocation.MNC === 1 ? 'Telekom' : 'Vodafone';
    const device = await screen.findByRole('region', { name: 'Device' });
    expect(await within(device).findAllByText('Telematics unit T4')).not.toHaveLength(0);
    const location = screen.getByRole('region', { name: 'Location' });
    expect(await within(location).findByText(name)).toBeVisible();
    expect(location).toHaveTextContent(`MNC ${thing.LastLocation.MNC} ${name}`);
    const imei = `${thing.IMEI} Telematics unit T4`;
    expect(screen.getByText(`The last known IMEI is ${imei}.`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy ticket text' }));
    expect(await navigator.clipboard.readText()).toContain(`\nIMEI (last known): ${imei}\n`);
    // All the parts of the page ask together.
    expect(asked).toHaveLength(1);
  });

  it('follow the TACs in the chart of found SIMs', async () => {
    const { user, sandbox, asked } = await open(paths.find());
    await user.click(await screen.findByRole('textbox', { name: 'Identifiers' }));
    const iccids = sandbox.state.things().map((one) => one.ExternalUniqueId);
    await user.paste(iccids.join('\n'));
    await user.click(await screen.findByRole('button', { name: 'Find' }));
    const chart = await screen.findByRole('region', { name: 'By device model (TAC)' });
    await within(chart).findByText('Telematics unit T4');
    expect(within(chart).getByTitle('35684610')).toHaveTextContent(/^35684610 Telematics unit T4$/);
    expect(asked).toHaveLength(1);
  });

  it('follow the TAC in a comparison, and are in its text', async () => {
    const sandbox = createSandbox({ things: 60 });
    const iccids = sandbox.state
      .things()
      .filter(({ IMEI }) => IMEI.startsWith('35684610') || IMEI.startsWith('86411204'))
      .map(({ ExternalUniqueId }) => ExternalUniqueId);
    await open(paths.compare(iccids[0] ?? '', iccids[1] ?? ''), sandbox);
    const table = await screen.findByRole('table', { name: 'Compare' });
    const row = await within(table).findByRole('row', { name: /^TAC/ });
    expect(await within(row).findAllByText(/Telematics unit T4|Electricity meter/)).not.toEqual([]);
  });
});
