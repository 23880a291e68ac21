import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { simConditions, type ListedThing } from '#api/inventory.ts';
import { readAddress } from '#lib/filterAddress.ts';
import { paths } from '#paths.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figuresAt, remembered } from '#testing/fixtures/fleetFigures.ts';
import { listAnswer, openFleetList } from '#testing/fixtures/openFleetPage.tsx';
import { valuesOf, variedFleet } from '#testing/fixtures/variedFleet.ts';

import { conditionLabels, filterWords, simsAddress, simsList } from './simsFilters.ts';

const declared = valuesOf(simConditions, variedFleet(figuresAt));
const wordsOf = (filter: object) => filterWords(filter, () => undefined);
const each = declared.flatMap(({ name, values }) =>
  values.map((value) => ({ name, value, filter: { [name]: value } })),
);

const open = (address: string, things: readonly ListedThing[] = []) =>
  openFleetList(address, () => listAnswer(things));

describe('each SIM condition', () => {
  it('has its own words for each value', () => {
    const said = each.map(({ filter }) => wordsOf(filter));
    expect(said.filter(([text = '', ...more]) => text === '' || more.length > 0)).toEqual([]);
    expect(new Set(said.flat()).size).toBe(each.length);
  });

  it('is parsed from the address that links to it', () => {
    for (const { filter } of each) {
      const { searchParams } = new URL(simsList(filter), 'http://console.test');
      expect(readAddress(searchParams, simsAddress)).toMatchObject({ query: filter, invalid: [] });
    }
  });

  it.each(declared)('is offered on the list, with each kind of value: $name', async (given) => {
    const { name, isChoice, values } = given;
    const { user, router } = await open(paths.fleet('things', 'network=262-01'));
    const label = new Map(Object.entries(conditionLabels)).get(name) ?? '';
    await user.selectOptions(await screen.findByLabelText('Show SIMs by'), label);
    const field = screen.getByLabelText('Value');
    // The first and the last value, and empty text where it means "none".
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

  it('is ignored with an invalid value', async () => {
    const { user, router } = await open(paths.fleet('things'));
    await user.selectOptions(await screen.findByLabelText('Show SIMs by'), 'Device model (TAC)');
    await user.type(screen.getByLabelText('Value'), 'abc');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expectText('This must be up to 16 digits.');
    expect(router.state.location.search).toBe('');
  });

  it('appears in the name of an exported file', async () => {
    const { user } = await open(simsList({ state: '', location: 'none' }), [remembered]);
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Export' }));
    await expectTextSoon(/^Saved as fleet-things_state-none_location-none_.*_complete\.csv/);
  });

  it.each(declared)('is requested and shown on its page: $name', async ({ name, values }) => {
    const value = values.at(-1);
    const { asked } = await open(simsList({ [name]: value }));
    const [words] = wordsOf({ [name]: value });
    await expectTextSoon(`Only: ${words}.`);
    const query = new URLSearchParams({ [name]: String(value), size: '50' });
    await waitFor(() => expect(asked).toEqual([`GET /things ${query}`]));
  });
});
