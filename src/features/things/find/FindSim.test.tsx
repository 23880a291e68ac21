import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import type { Thing } from '#contract/thing.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, textsOf } from '#testing/fixtures/expectText.ts';
import { firstPageCalls } from '#testing/fixtures/listCalls.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

const options = () => screen.getAllByRole('option').filter(isInterpretation);
const isInterpretation = (option: HTMLElement) => option.hasAttribute('aria-selected');

async function open(search = '') {
  const sandbox = createSandbox({ things: 200 });
  const rendered = await renderRoute(paths.things(search), { sandbox });
  const combobox = await screen.findByRole('combobox', { name: 'Find a SIM' });
  await screen.findByRole('button', { name: 'Next page' });
  const thing = sandbox.state.things().find(({ IMEI }) => IMEI.length === 15);
  if (thing === undefined) throw new Error('The sandbox has no Thing with an IMEI');
  return { ...rendered, combobox, thing, before: firstPageCalls(sandbox).length };
}

describe('Find a SIM', () => {
  it('sends nothing while typing, and on Enter a single call for the first interpretation', async () => {
    const { sandbox, user, router, combobox, thing, before } = await open(
      'State=ACTIVE&size=10&page=2',
    );
    await user.type(combobox, `IMEI: ${thing.IMEI.slice(0, 8)}-${thing.IMEI.slice(8)}`);
    expect(options()[0]).toHaveTextContent(
      `IMEI${thing.IMEI}15 digits with a valid IMEI check digit`,
    );
    expect(firstPageCalls(sandbox)).toHaveLength(before);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe(`?size=10&IMEI=${thing.IMEI}`));
    await waitFor(() => expect(firstPageCalls(sandbox)).toHaveLength(before + 1));
    const table = await screen.findByRole('table', { name: 'Things' });
    expect(await within(table).findByText(thing.ExternalUniqueId)).toBeVisible();
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(2));
    expect(firstPageCalls(sandbox)).toHaveLength(before + 1);
    expect(combobox).toHaveFocus();
  });

  it.each([
    [
      'an ICCID with noise',
      ({ ExternalUniqueId: iccid }: Thing) =>
        `ICCID: ${iccid.slice(0, 4)} ${iccid.slice(4, 10)}-${iccid.slice(10)}F`,
    ],
    ['an IMEI', ({ IMEI }: Thing) => `IMEI ${IMEI}`],
    ['an IMSI', (thing: Thing) => thing.ActiveMobileSubscriber],
    ['an MSISDN', ({ MSISDN }: Thing) => `+${MSISDN}`],
    ['a name', ({ ThingName }: Thing) => `"${ThingName}"`],
  ])('finds a SIM by %s, with one call', async (_what, textOf) => {
    const { sandbox, user, combobox, before } = await open();
    const thing = sandbox.state
      .things()
      .find(({ IMEI, MSISDN = '' }) => IMEI.length === 15 && MSISDN.length > 9);
    if (!thing) throw new Error('No Thing has an IMEI and an MSISDN');
    await user.click(combobox);
    await user.paste(textOf(thing));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.getAllByRole('row').length).toBeLessThan(26));
    expect(screen.getByRole('link', { name: thing.ExternalUniqueId })).toBeVisible();
    expect(firstPageCalls(sandbox)).toHaveLength(before + 1);
  });

  it('moves from the field to the found row with an arrow key, and to the interpretations with Alt', async () => {
    const { user, router, combobox, thing } = await open();
    await user.type(combobox, `${thing.ExternalUniqueId}{Enter}`);
    await waitFor(() => expect(router.state.location.search).toContain('ExternalUniqueId='));
    const link = await screen.findByRole('link', { name: thing.ExternalUniqueId });
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(combobox).toHaveAttribute('aria-expanded', 'true');
    await user.keyboard('{Escape}{ArrowDown}');
    expect(link).toHaveFocus();
  });

  it('clears the search once the list has other filters, but keeps newer input', async () => {
    const { user, router, combobox, thing } = await open();
    const clear = screen.getByRole('button', { name: 'Clear filters' });
    await user.type(combobox, `${thing.IMEI}{Enter}`);
    await waitFor(() => expect(router.state.location.search).toBe(`?IMEI=${thing.IMEI}`));
    expect(combobox).toHaveValue(thing.IMEI);
    await user.click(clear);
    await waitFor(() => expect(combobox).toHaveValue(''));
    await user.type(combobox, `${thing.IMEI}{Enter}`);
    await waitFor(() => expect(router.state.location.search).toBe(`?IMEI=${thing.IMEI}`));
    await user.type(combobox, ' and more');
    await user.click(clear);
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(combobox).toHaveValue(`${thing.IMEI} and more`);
  });

  it('follows the combobox pattern: arrows move the selection, Escape closes the list, the input stays', async () => {
    const { user, router, combobox, thing } = await open();
    expect(combobox).toHaveAttribute('aria-expanded', 'false');
    await user.type(combobox, thing.IMEI);
    expect(combobox).toHaveAttribute('aria-expanded', 'true');
    const [first, second] = options();
    expect(combobox).toHaveAttribute('aria-activedescendant', first?.id);
    await user.keyboard('{ArrowDown}');
    expect(combobox).toHaveAttribute('aria-activedescendant', second?.id);
    expect(second).toHaveAttribute('aria-selected', 'true');
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(combobox).toHaveAttribute('aria-activedescendant', options().at(-1)?.id);
    await user.keyboard('{Escape}');
    expect(combobox).toHaveAttribute('aria-expanded', 'false');
    expect(combobox).not.toHaveAttribute('aria-activedescendant');
    expect(combobox).toHaveValue(thing.IMEI);
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe(`?MSISDN=${thing.IMEI}`));
    expect(combobox).toHaveValue(thing.IMEI);
  });

  it('finds the ICCID in a sentence on Enter, and shows the reason', async () => {
    const { user, expectSearchSoon, combobox, thing } = await open();
    await user.click(combobox);
    await user.paste(`sim ${thing.ExternalUniqueId} of van`);
    expect(options()[0]).toHaveTextContent(/^ICCID\d+Found in the text: \d+ digits that begin/);
    expect(options().at(-1)).toHaveTextContent(`sim ${thing.ExternalUniqueId} of van`);
    await user.keyboard('{Enter}');
    await expectSearchSoon(`?ExternalUniqueId=${thing.ExternalUniqueId}`);
  });

  it('applies an interpretation on click', async () => {
    const { user, router, combobox, thing } = await open();
    await user.type(combobox, thing.ThingName ?? '');
    await user.click(screen.getByRole('option', { name: /^Thing name/ }));
    const search = new URLSearchParams({ ThingName: thing.ThingName ?? '' });
    await waitFor(() => expect(router.state.location.search).toBe(`?${search.toString()}`));
  });

  it('does nothing on Enter in an empty field', async () => {
    const { sandbox, user, router, combobox, before } = await open('State=ACTIVE');
    await user.type(combobox, '  {Enter}');
    expect(router.state.location.search).toBe('?State=ACTIVE');
    expect(firstPageCalls(sandbox)).toHaveLength(before);
  });

  it('offers each value of a pasted column, and says that it finds one SIM at a time', async () => {
    const { sandbox, user, router, combobox } = await open();
    const [a, b, c] = sandbox.state.things().map(({ ExternalUniqueId }) => ExternalUniqueId);
    await user.click(combobox);
    await user.paste(`ICCID\n${a}\n${b}\n${c}\n`);
    expectText('3 values pasted. You can look up only one SIM at a time: choose a value.');
    expect(textsOf(options())).toEqual([
      expect.stringContaining(`ICCID${a}`),
      expect.stringContaining(`ICCID${b}`),
      expect.stringContaining(`ICCID${c}`),
    ]);
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe(`?ExternalUniqueId=${b}`));
  });

  it('offers the first fifty of a thousand pasted values, and says so', async () => {
    const { user, combobox } = await open();
    await user.click(combobox);
    await user.paste(
      Array.from({ length: 1_000 }, (_, i) => `8949012000001${100_000 + i}`).join('\n'),
    );
    expect(options()).toHaveLength(50);
    expect(screen.getByText('The first 50 are offered here.')).toBeVisible();
    // The part that is read holds this many 19-digit values, each with a separator.
    expectText(
      'Only the first 181 values were read. You can look up only one SIM at a time: choose a value.',
    );
    expect(combobox).toHaveDisplayValue(/\d{19} \| …$/);
  });

  it.each([
    [
      'a number that a spreadsheet shortened',
      '8.98823E+18',
      'A spreadsheet has shortened this number, and its last digits are lost. Copy it from a text column.',
    ],
    [
      'a number that a spreadsheet rounded',
      '8988228066602390000',
      'These digits end in zeros, as if rounded by a spreadsheet, which keeps only 15 digits. Copy the number from a text column.',
    ],
    [
      'an EID',
      '89049032123451234512345678901235',
      '32 digits beginning with 89 are an EID, which the service cannot look up.',
    ],
  ])('shows a note about %s', async (_name, text, note) => {
    const { user, combobox } = await open();
    await user.type(combobox, text);
    expect(screen.getByText(note)).toBeVisible();
  });

  it('WCAG 2.1.4: / moves the focus here, unless it is in a text field or single keys are switched off', async () => {
    const { user, combobox } = await open();
    await user.keyboard('/');
    expect(combobox).toHaveFocus();
    expect(combobox).toHaveValue('');
    const name = screen.getByRole('textbox', { name: 'Thing name' });
    await user.type(name, 'a/b');
    expect(name).toHaveValue('a/b');
    expect(name).toHaveFocus();
  });
});

describe('when nothing is found', () => {
  const otherwise = { name: 'It may be something else. Search for it as' };

  it('offers the other interpretations with one click, even after a reload', async () => {
    const { user, expectSearchSoon } = await open('IMEI=262011234567890&size=10');
    const others = await screen.findByRole('region', otherwise);
    expect(textsOf(within(others).getAllByRole('button'))).toEqual([
      'IMSI 262011234567890',
      'MSISDN 262011234567890',
      'Thing name 262011234567890',
      'IMEI 26201123456789',
    ]);
    expectText(
      /^If nothing is found for an IMEI, the SIM may still exist\. The service may know another IMEI or none, or expect an IMSI in this filter\.$/,
    );
    await user.click(within(others).getByRole('button', { name: 'IMSI 262011234567890' }));
    await expectSearchSoon('?size=10&ActiveMobileSubscriber=262011234567890');
  });

  it.each([
    'State=SUSPENDED&IMEI=262011234567890',
    'IMEI=262011234567890&MSISDN=4',
    'MnoName=none',
    'ThingName=none',
  ])('offers none if there are none, or another filter may be the reason: %s', async (search) => {
    await open(search);
    await screen.findByText(/No Things match/);
    expect(screen.queryByRole('region', otherwise)).not.toBeInTheDocument();
  });
});
