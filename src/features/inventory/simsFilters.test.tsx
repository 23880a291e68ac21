import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

import { relationsOf, writeCondition, type SimCondition } from '#api/inventory.ts';
import { paths } from '#paths.ts';
import { expectText, expectTextSoon } from '#testing/fixtures/expectText.ts';
import { figuresAt, remembered } from '#testing/fixtures/fleetFigures.ts';
import { listAnswer, openFleetList } from '#testing/fixtures/openFleetPage.tsx';
import { button } from '#testing/fixtures/openGroup.tsx';
import { everyCondition, variedFleet } from '#testing/fixtures/variedFleet.ts';

import {
  conditionWords,
  fieldLabels,
  formFields,
  readConditions,
  relationLabels,
  simsList,
} from './simsFilters.ts';

const conditions = everyCondition(variedFleet(figuresAt)).flatMap((one) => one.conditions);
const wordsOf = (condition: SimCondition) => conditionWords(condition, () => undefined);
const read = (address: string) =>
  readConditions(new URL(address, 'http://console.test').searchParams);
const open = (search = '') =>
  openFleetList(paths.fleet('sims', search), () => listAnswer([remembered]));

const choose = async (user: UserEvent, field: string, relation: string) => {
  await user.selectOptions(await screen.findByLabelText('Field'), field);
  await user.selectOptions(screen.getByLabelText('Relation'), relation);
  await waitFor(() => expect(screen.queryByRole('option', { name: 'Loading…' })).toBeNull());
};

describe('each SIM condition', () => {
  it('is worded differently from all others', () => {
    const said = conditions.map(wordsOf);
    expect(said).not.toContain('');
    expect(new Set(said).size).toBe(conditions.length);
  });

  it('is parsed from the address that links to it, alone and with others', () => {
    for (const condition of conditions) {
      expect(read(simsList(condition))).toEqual({ conditions: [condition], invalid: [] });
    }
    const several = conditions.filter((_, index) => index % 19 === 0).slice(0, 20);
    expect(read(simsList(...several))).toEqual({ conditions: several, invalid: [] });
  });

  it('has a human-readable address', () => {
    expect(simsList({ field: 'tac', relation: 'none-of', values: ['35208115', '35208116'] })).toBe(
      '/fleet/sims?where=tac.none-of.35208115,35208116',
    );
  });

  it.each(['a,b', '%2C', '100 %', 'a&where=b', 'a+b c#d', '.', '🚐 ü', '../?'])(
    'may have any text as its value: %s',
    (text) => {
      const condition = { field: 'group', relation: 'any-of', values: [text, 'g1'] } as const;
      expect(read(simsList(condition))).toEqual({ conditions: [condition], invalid: [] });
    },
  );

  it.each(formFields)('is offered with each relation of its field: %s', async (field) => {
    const { user, router, asked } = await open();
    for (const relation of relationsOf(field)) {
      const samples = { group: 'g1', state: 'ACTIVE', network: '262-01', block: 'Data' };
      const sample = new Map(Object.entries(samples)).get(field);
      await choose(user, fieldLabels[field], relationLabels[relation]);
      const control = screen.queryByLabelText('Value');
      const isTime = relation === 'older-than' || relation === 'within';
      const isShort = field === 'tac' || relation === 'begins-with';
      const typed = isTime ? '30' : isShort ? '35208115' : '352081150000016';
      const isChoice = control instanceof HTMLSelectElement;
      if (isChoice) await user.selectOptions(control, sample ?? '');
      else if (control) await user.type(control, sample ?? typed);
      await user.click(button('Add condition'));
      const value = control ? [isChoice || sample ? (sample ?? '') : typed] : [];
      const condition = { field, relation, values: value };
      await screen.findByRole('button', { name: `Remove ${words(condition)}` });
      const search = new URLSearchParams(router.state.location.search);
      const { conditions: shown, invalid } = readConditions(search);
      expect([shown.at(-1), invalid]).toEqual([condition, []]);
      await waitFor(() =>
        expect(asked.at(-1)).toContain(new URLSearchParams({ where: writeCondition(condition) })),
      );
    }
  });

  it('takes several values for “any of”: chosen by name, or typed', async () => {
    const { user, expectSearchSoon } = await open();
    await choose(user, 'Thing Group', 'any of');
    await user.selectOptions(screen.getByLabelText('Value'), ['Parcel Vans', 'Water Meters']);
    await user.click(button('Add condition'));
    await choose(user, 'Device model (TAC)', 'none of');
    await user.type(screen.getByLabelText('Value'), '35208115, 86832605');
    await user.click(button('Add condition'));
    await expectSearchSoon('?where=group.any-of.g1,g2&where=tac.none-of.35208115,86832605');
    expect(button('Remove Thing Group is any of Parcel Vans, Water Meters')).toBeVisible();
  });

  it.each([
    ['Device model (TAC)', 'is', 'abc', 'This must be 8 digits.'],
    ['Device model (TAC)', 'any of', '35208115, 3520811', 'Each value must be 8 digits.'],
    ['Device model (TAC)', 'any of', ' ', 'Enter at least one value.'],
    ['Last location', 'older than', '0', 'This must be a whole number from 1 to 3650.'],
    ['IMEI', 'any of', many(51), 'There can be at most 50 values.'],
    // The service's zeros stand for no device, and are stored as an empty value.
    ['IMEI', 'is not', '000000000000000', 'This must be 14 to 16 digits, not all of them zeros.'],
    // Only 15-digit forms of an IMEI include its check digit.
    ['IMEI', 'begins with', '352081150000016', 'This must be 1 to 14 digits.'],
  ])('%s %s is refused with the value %s', async (field, relation, value, message) => {
    const { user, router } = await open();
    await choose(user, field, relation);
    await user.click(screen.getByLabelText('Value'));
    await user.paste(value);
    await user.click(button('Add condition'));
    expectText(message);
    expect(screen.getByLabelText('Value')).toHaveFocus();
    expect(router.state.location.search).toBe('');
  });

  it('is refused if the address has no room for it, and ignored in an address that is too long', async () => {
    const full = Array.from({ length: 20 }, (_, index) => `where=state.is-not.S${index}`);
    const { user, asked } = await open(full.join('&'));
    await choose(user, 'State', 'is not known');
    await user.click(button('Add condition'));
    expectText('The address has no room for more conditions. Remove one first.');
    expect(screen.getByLabelText('Relation')).toHaveFocus();
    expect(asked).toHaveLength(1);
    const long = Array.from(
      { length: 8 },
      (_, at) => `where=imei.none-of.${many(49)},${at}0000000000000`,
    );
    const { conditions: held, invalid } = read(`/fleet/sims?${long.join('&')}`);
    expect([held.length, invalid.length]).toEqual([6, 2]);
    await expectTextSoon(/^1 SIM,/);
  });

  it('appears once, even if an address repeats it', () => {
    expect(read('/fleet/sims?where=state.is.A&where=state.is.A').conditions).toHaveLength(1);
  });

  it('names only some of many values on its button', () => {
    const values = Array.from({ length: 50 }, (_, index) => `S${index}`);
    const condition = { field: 'state', relation: 'any-of', values } as const;
    expect(conditionWords(condition, () => undefined, 2)).toBe(
      'State is any of S0, S1 and 48 more',
    );
  });
});

/** As shown for the sample fleet, whose groups have names. */
function words(condition: SimCondition): string {
  return conditionWords(condition, (_, value) => (value === 'g1' ? 'Parcel Vans' : undefined));
}

function many(count: number): string {
  return Array.from({ length: count }, (_, index) => 350_000_000_000_000 + index).join(',');
}
