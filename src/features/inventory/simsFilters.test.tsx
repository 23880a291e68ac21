import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { simConditions } from '#api/inventory.ts';
import { readAddress } from '#lib/filterAddress.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { figuresAt, remembered } from '#testing/fixtures/fleetFigures.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { valuesOf, variedFleet } from '#testing/fixtures/variedFleet.ts';

import { conditionLabels, filterWords, simsAddress, simsList } from './simsFilters.ts';

const declared = valuesOf(simConditions, variedFleet(figuresAt));
const wordsOf = (filter: object) => filterWords(filter, () => undefined);
const each = declared.flatMap(({ name, values }) =>
  values.map((value) => ({ name, value, filter: { [name]: value } })),
);

describe('each condition of the SIMs', () => {
  it('has words of its own for each value', () => {
    const said = each.map(({ filter }) => wordsOf(filter));
    expect(said.filter(([text = '', ...more]) => text === '' || more.length > 0)).toEqual([]);
    expect(new Set(said.flat()).size).toBe(each.length);
  });

  it('is read from the address that leads to it', () => {
    for (const { filter } of each) {
      const { searchParams } = new URL(simsList(filter), 'http://console.test');
      expect(readAddress(searchParams, simsAddress)).toMatchObject({ query: filter, invalid: [] });
    }
  });

  it.each(declared)('is offered on the list, with each kind of value: $name', async (given) => {
    const { name, isChoice, values } = given;
    const { user, router } = await renderRoute(paths.fleet('things', 'network=262-01'), {
      sandbox: createSandbox({ things: 1 }),
      fleet: () => Response.json({ things: [], count: 0, next: null, previous: null }),
    });
    const label = new Map(Object.entries(conditionLabels)).get(name) ?? '';
    await user.selectOptions(await screen.findByLabelText('Show SIMs by'), label);
    const field = screen.getByLabelText('Value');
    // The first and the last: an empty text is among them where it means "none".
    for (const value of new Set([values[0], values.at(-1)])) {
      const text = String(value);
      if (isChoice) await user.selectOptions(field, text);
      else {
        await user.clear(field);
        if (text !== '') await user.type(field, text);
      }
      await user.click(screen.getByRole('button', { name: 'Show' }));
      await waitFor(() => {
        const shown = readAddress(new URLSearchParams(router.state.location.search), simsAddress);
        expect(shown.query).toEqual({ network: '262-01', [name]: value });
      });
    }
  });

  it('is not taken with a value that it cannot have', async () => {
    const { user, router } = await renderRoute(paths.fleet('things'), {
      sandbox: createSandbox({ things: 1 }),
      fleet: () => Response.json({ things: [], count: 0, next: null, previous: null }),
    });
    await user.selectOptions(await screen.findByLabelText('Show SIMs by'), 'Device model (TAC)');
    await user.type(screen.getByLabelText('Value'), 'abc');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByText('This must be up to 16 digits.')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('is named in the name of an exported file', async () => {
    const { user } = await renderRoute(simsList({ state: '', location: 'none' }), {
      sandbox: createSandbox({ things: 1 }),
      fleet: () => Response.json({ things: [remembered], count: 1, next: null, previous: null }),
    });
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    expect(
      await screen.findByText(/^Saved as fleet-things_state-none_location-none_.*_complete\.csv/),
    ).toBeVisible();
  });

  it.each(declared)('is asked for, and said, on its page: $name', async ({ name, values }) => {
    const value = values.at(-1);
    const asked: string[] = [];
    await renderRoute(simsList({ [name]: value }), {
      sandbox: createSandbox({ things: 1 }),
      fleet({ call, query }) {
        asked.push(`${call} ${String(query)}`);
        return Response.json({ things: [], count: 0, next: null, previous: null });
      },
    });
    const [words] = wordsOf({ [name]: value });
    expect(await screen.findByText(`Only: ${words}.`)).toBeVisible();
    const query = new URLSearchParams({ [name]: String(value), size: '50' });
    await waitFor(() => expect(asked).toEqual([`GET /things ${query}`]));
  });
});
