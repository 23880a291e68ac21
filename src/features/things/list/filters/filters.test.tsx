import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createPath } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';

import { readCondition } from '#api/inventory.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { expectText, expectTextSoon, textsOf } from '#testing/fixtures/expectText.ts';
import { firstPageCalls } from '#testing/fixtures/listCalls.ts';
import { openHeldList } from '#testing/fixtures/openHeldList.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';
import { showBesideTheList } from '#testing/fixtures/showBesideTheList.ts';

const field = (name: string) => screen.getByRole('textbox', { name });
const chips = () => screen.getByRole('list', { name: 'Applied filters' });
/** Expands the collapsed fields. */
const unfold = async (user: UserEvent) =>
  user.click(await screen.findByRole('button', { name: 'Filters' }));
/** Opens the list, and expands the fields once its rows are shown. */
async function openUnfolded(search = 'size=10', options: Parameters<typeof renderRoute>[1] = {}) {
  const page = await renderRoute(paths.things(search), options);
  await screen.findByRole('table');
  await unfold(page.user);
  return page;
}
const hex = (cell = 0) => cell.toString(16).toUpperCase().padStart(4, '0');
const removers = () => within(chips()).getAllByRole('button');

/** The list with a name typed into its filters; its next rows take a moment. */
async function typedName() {
  const opened = await renderRoute(paths.things('size=10'));
  const table = await screen.findByRole('table');
  opened.sandbox.faults.add({ route: 'GET /things', delayMs: 100, count: 9 });
  await opened.user.type(field('Thing name'), 'EM');
  return { ...opened, table, apply: screen.getByRole('button', { name: 'Apply filters' }) };
}

it('filters appear as chips; removing one moves the focus to the next one', async () => {
  const { user, expectSearchSoon, sandbox } = await renderRoute(
    paths.things('ThingsGroupName=Scooter&State=ACTIVE&Tags=TagId_pilot&size=10'),
  );
  await screen.findByRole('combobox', { name: 'State' });
  await unfold(user);
  expect(removers().map((button) => button.textContent)).toEqual([
    'Remove filter Scooter✕',
    'Remove filter ACTIVE✕',
    'Remove filter TagId_pilot✕',
  ]);
  expect(chips()).toHaveTextContent('Thing Group: Remove filter Scooter');
  await waitFor(() => expect(firstPageCalls(sandbox)).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: /^Remove filter TagId_pilot/ }));
  await expectSearchSoon('?ThingsGroupName=Scooter&State=ACTIVE&size=10');
  const active = screen.getByRole('button', { name: /^Remove filter ACTIVE/ });
  await waitFor(() => expect(active).toHaveFocus());
  await waitFor(() => expect(firstPageCalls(sandbox)).toHaveLength(2));
  expect(field('Tags')).toHaveValue('');
  await user.click(screen.getByRole('button', { name: /^Remove filter Scooter/ }));
  await waitFor(() => expect(active).toHaveFocus());
  // Enter is still held.
  expect(fireEvent.keyDown(active, { key: 'Enter', repeat: true })).toBe(false);
});

it('filters return to page 1 when one is removed', async () => {
  const { user, router } = await renderRoute(paths.things('IMEI=1&State=ACTIVE&size=10&page=3'));
  await user.click(await screen.findByRole('button', { name: /^Remove filter ACTIVE/ }));
  await waitFor(() => expect(router.state.location.search).toBe('?IMEI=1&size=10'));
});

it('filters keep unapplied input when another filter is removed, and Enter does not move the focus', async () => {
  const { user, router, expectSearchSoon } = await openUnfolded('State=ACTIVE&size=10');
  await user.type(field('Description'), 'Meter');
  await user.click(screen.getByRole('button', { name: /^Remove filter ACTIVE/ }));
  await waitFor(() => expect(router.state.location.search).toBe('?size=10'));
  expect(field('Description')).toHaveValue('Meter');
  await user.type(field('Thing name'), 'EM{Enter}');
  await expectSearchSoon('?size=10&ThingName=EM&ThingDescription=Meter');
  expect(field('Thing name')).toHaveFocus();
});

it('filters are sent without spaces between digits, and then shown that way in the field', async () => {
  const { user, expectSearchSoon } = await renderRoute(paths.things('size=10'));
  await screen.findByRole('table');
  await user.type(field('ICCID'), '8988 2280 0001 0485 823{Enter}');
  await expectSearchSoon('?size=10&ExternalUniqueId=8988228000010485823');
  await waitFor(() => expect(field('ICCID')).toHaveValue('8988228000010485823'));
});

it('filters keep text that is typed while their rows are loading', async () => {
  const { user, expectSearchSoon, hold, answer } = await openHeldList('size=10');
  hold();
  await user.type(field('ICCID'), '8988{Enter}22');
  await answer();
  await expectSearchSoon('?size=10&ExternalUniqueId=8988');
  await within(await screen.findByRole('list', { name: 'Applied filters' })).findByText('8988');
  expect(field('ICCID')).toHaveValue('898822');
});

it('filters are all removed if several are dismissed before any rows arrive', async () => {
  const { user, router, hold, answer } = await openHeldList('IMEI=35&State=ACTIVE&size=10');
  hold();
  const [first, second] = removers();
  if (!first || !second) throw new Error('two chips are missing');
  await user.click(first);
  await user.click(second);
  await answer();
  await waitFor(() => expect(router.state.location.search).toBe('?size=10'));
});

it('filters combine with clicks made while their rows are loading', async () => {
  const { router, apply } = await typedName();
  // In one task, so that no rows can arrive in between.
  fireEvent.click(apply);
  fireEvent.change(screen.getByRole('combobox', { name: 'Rows per page' }), {
    target: { value: '25' },
  });
  await waitFor(() => expect(router.state.location.search).toBe('?ThingName=EM'));
  expect(await screen.findByRole('list', { name: 'Applied filters' })).toBeVisible();
  // For the Back button, both clicks are one step.
  await act(async () => router.navigate(-1));
  expect(router.state.location.search).toBe('?size=10');
});

it('filters stay if an old row is opened, or the open Thing closed, before their rows are shown', async () => {
  showBesideTheList();
  const { user, router, table, apply } = await typedName();
  const [row = table] = within(table).getAllByRole('link', { name: /^\d{19,20}$/ });
  const iccid = row.textContent;
  fireEvent.click(apply);
  fireEvent.click(row);
  const path = () => createPath(router.state.location);
  await waitFor(() => expect(path()).toBe(paths.thing(iccid, 'size=10&ThingName=EM')));
  await screen.findByRole('heading', { name: iccid });
  await user.clear(field('Thing name'));
  fireEvent.click(apply);
  fireEvent.keyDown(apply, { key: 'Escape' });
  await waitFor(() => expect(path()).toBe('/things?size=10'));
});

it('filters do not come back if Back undid them before they were shown', async () => {
  const { user, router, apply } = await typedName();
  fireEvent.click(apply);
  await act(async () => router.navigate(-1));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(router.state.location.search).toBe('?size=10&page=2'));
});

it('filters are cleared even before they were shown', async () => {
  const { router, apply } = await typedName();
  fireEvent.click(apply);
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(router.state.location.search).toBe('?size=10'));
  expect(field('Thing name')).toHaveValue('');
});

it('filters are rendered together with their rows, if the rows arrive immediately', async () => {
  const { user } = await renderRoute(paths.things('size=10'));
  const table = await screen.findByRole('table');
  const iccids = () => within(table).getAllByRole('link', { name: /^\d{19,20}$/ });
  const firstRow = () => iccids()[0]?.textContent;
  const wanted = iccids()[4]?.textContent ?? '';
  const seen = new Set<string | undefined>();
  const watch = new MutationObserver(() => {
    if (screen.queryByRole('list', { name: 'Applied filters' })) seen.add(firstRow());
  });
  await user.type(field('ICCID'), wanted);
  // The rows have all the time that they need.
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 0.1 });
  onTestFinished(() => void vi.useRealTimers());
  watch.observe(document.body, { childList: true, characterData: true, subtree: true });
  await user.keyboard('{Enter}');
  await screen.findByText(/^Rows 1–1/);
  await screen.findByRole('list', { name: 'Applied filters' });
  expect([...seen]).toEqual([wanted]);
});

it('filters keep what is typed right after they are cleared', async () => {
  const { user, router, hold, answer } = await openHeldList('ThingName=EM&size=10');
  hold();
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await user.type(field('Thing name'), 'VAN');
  await answer();
  await waitFor(() => expect(router.state.location.search).toBe('?size=10'));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Applied filters' })).toBeNull());
  expect(field('Thing name')).toHaveValue('VAN');
});

it('filters show advice about unusual values, which can still be applied', async () => {
  const { user, expectSearchSoon } = await openUnfolded();
  await user.type(field('IMSI'), 'abc');
  expect(field('IMSI')).not.toHaveAccessibleDescription(/Usually digits only/);
  const statuses = screen.getAllByRole('status');
  await user.tab();
  // Announced by an element that was there before.
  expect(textsOf(statuses).join('')).toMatch(/Usually digits only/);
  expect(field('IMSI')).toHaveAccessibleDescription(/Usually digits only/);
  await user.click(screen.getByRole('button', { name: 'Apply filters' }));
  await expectSearchSoon('?size=10&ActiveMobileSubscriber=abc');
});

it('filters send a cell or a location area in digits or in letters, with advice (API document 4.5)', async () => {
  const sandbox = createSandbox({ things: 60, cells: 'hexadecimal' });
  const { user, router } = await openUnfolded('size=10', { sandbox });
  await user.type(field('LAC'), '1A2B');
  await user.tab();
  expect(field('LAC')).toHaveAccessibleDescription(/Usually digits only/);
  await user.click(screen.getByRole('button', { name: 'Apply filters' }));
  await waitFor(() => expect(router.state.location.search).toBe('?size=10&Lac=1A2B'));
  const sent = () => sandbox.state.requests().map(({ query }) => query['filterBy[Lac]']);
  await waitFor(() => expect(sent()).toContain('1A2B'));
});

it('filters are set by a link from a Thing’s cell, in the service’s notation', async () => {
  const sandbox = createSandbox({ things: 60, cells: 'hexadecimal' });
  const thing = sandbox.state.things().find(({ Lac }) => /[A-F]/.test(hex(Lac)));
  const [cell, lac] = [hex(thing?.CellId), hex(thing?.Lac)];
  const { user } = await renderRoute(paths.thing(thing?.ExternalUniqueId ?? ''), { sandbox });
  await user.click(await screen.findByRole('link', { name: 'Same cell (Cell ID and LAC)' }));
  const filters = await screen.findByRole('list', { name: 'Applied filters' });
  expect(filters).toHaveTextContent(cell);
  expect(filters).toHaveTextContent(lac);
  expect(await screen.findByText(thing?.ExternalUniqueId ?? '')).toBeVisible();
});

it('filters with invalid values in the address are ignored, and the page says so', async () => {
  const { sandbox } = await renderRoute(paths.things('State=abc&ThingName=a&ThingName=b'));
  await expectTextSoon('Some address parameters are not valid and were ignored: ThingName, State.');
  await waitFor(() => expect(firstPageCalls(sandbox)).toHaveLength(1));
  const { query } = sandbox.state.requests().find(({ route }) => route === 'GET /things') ?? {};
  expect(query).toMatchObject({ 'filterBy[ThingName]': 'a' });
  expect(query).not.toHaveProperty('State');
});

it('filters reject a fifth tag with an error', async () => {
  const { user, router, expectSearchSoon } = await openUnfolded();
  await user.type(field('Tags'), 'a, b, c, d, e{Enter}');
  expect(field('Tags')).toBeInvalid();
  expect(field('Tags')).toHaveAccessibleDescription(/at most 4 tags/);
  expect(router.state.location.search).toBe('?size=10');
  await user.type(field('Tags'), '{Backspace}{Backspace}{Backspace}{Enter}');
  await expectSearchSoon('?size=10&Tags=a&Tags=b&Tags=c&Tags=d');
});

it('filters show no advice after they are cleared', async () => {
  const { user } = await openUnfolded();
  await user.type(field('IMSI'), 'abc');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(field('IMSI')).toHaveValue('');
  expect(field('IMSI')).not.toHaveAccessibleDescription(/Usually digits only/);
});

it('filters ask for a tag if nothing but commas was typed', async () => {
  const { user, router } = await openUnfolded();
  await user.type(field('Tags'), ' , {Enter}');
  expect(field('Tags')).toBeInvalid();
  expect(field('Tags')).toHaveFocus();
  expect(field('Tags')).toHaveAccessibleDescription(/between the commas/i);
  await user.type(field('Tags'), 'a{Enter}');
  await waitFor(() => expect(router.state.location.search).toBe('?size=10&Tags=a'));
  expect(field('Tags')).toBeValid();
});

it('filters stay collapsed, except for the few on one line, until the user expands them', async () => {
  const { user } = await renderRoute(paths.things('size=10&Lac=17'));
  const toggle = await screen.findByRole('button', { name: 'Filters' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(field('ICCID')).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'LAC' })).toBeNull();
  expect(removers()).toHaveLength(1);
  await user.click(toggle);
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(field('LAC')).toHaveValue('17');
});

it.each([
  ['State=SUSPENDED&ThingName=Van', ['state.is.SUSPENDED'], ' without Thing name'],
  [
    'IMEI=356846104140054&ActiveMobileSubscriber=262011234567890',
    ['imei.is.356846104140054', 'imsi.is.262011234567890'],
    '',
  ],
  ['IMEI=356&ActiveMobileSubscriber=26201', ['imei.begins-with.356', 'imsi.begins-with.26201'], ''],
  ['IMEI=a,b', [], ' without IMEI'],
  ['ThingName=Van&Tags=a,b&Lac=1', [], ' without Thing name, LAC and Tags'],
])(
  'filters link to the equivalent inventory conditions: %s',
  async (search, conditions, without) => {
    const { user } = await renderRoute(paths.things(search), { fleet: () => undefined });
    await screen.findByRole('combobox', { name: 'State' });
    if (!screen.queryByRole('textbox', { name: 'IMEI' })) await unfold(user);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Ask the fleet' });
    expectText(`To use “is not” or “any of”, search the inventory:${without}`);
    const { pathname, searchParams } = new URL(link.href);
    expect([pathname, searchParams.getAll('where')]).toEqual(['/fleet/sims', conditions]);
    for (const written of conditions) expect(readCondition(written)?.values).toHaveLength(1);
  },
);

it('filters do not link to the inventory if there is none, and say so', async () => {
  const { user } = await renderRoute(paths.things());
  await unfold(user);
  await expectTextSoon(/needs an inventory of SIMs\. Only a gateway can keep one,/);
  expect(screen.queryByRole('link', { name: 'Ask the fleet' })).not.toBeInTheDocument();
});

it('filters are expanded if there is advice about one of them', async () => {
  await renderRoute(paths.things('size=10&ActiveMobileSubscriber=abc'));
  await screen.findByRole('combobox', { name: 'State' });
  expect(field('IMSI')).toHaveAccessibleDescription(/Usually digits only/);
});

it('filters that cannot be applied are expanded and get focus', async () => {
  const { user } = await openUnfolded();
  await user.type(field('Tags'), '1,2,3,4,5');
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  expect(screen.queryByRole('textbox', { name: 'Tags' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Apply filters' }));
  expect(field('Tags')).toBeInvalid();
  expect(field('Tags')).toHaveFocus();
});
