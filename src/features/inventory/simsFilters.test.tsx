import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { simConditions } from '#api/inventory.ts';
import { readAddress } from '#lib/filterAddress.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { figuresAt } from '#testing/fixtures/fleetFigures.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { valuesOf, variedFleet } from '#testing/fixtures/variedFleet.ts';

import { filterWords, simsAddress, simsList } from './simsFilters.ts';

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
