import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { maxNoteLength } from '#api/notes.ts';
import { paths } from '#paths.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';
import { notesFixture } from '#testing/fixtures/notesFixture.ts';
import { renderRoute } from '#testing/fixtures/renderRoute.tsx';

/** Every sandbox of this size has the same SIMs. */
const newSandbox = () => createSandbox({ things: 20 });
const iccid = newSandbox().state.things()[0]?.ExternalUniqueId ?? '';

async function open(gateway = notesFixture(), options: Parameters<typeof renderRoute>[1] = {}) {
  const page = await renderRoute(paths.thing(iccid), {
    sandbox: newSandbox(),
    notes: gateway.notes,
    ...options,
  });
  await screen.findByRole('region', { name: 'Notes' });
  return { ...page, gateway };
}

const region = () => within(screen.getByRole('region', { name: 'Notes' }));
const newNote = () => region().findByRole('textbox', { name: 'New note' });
const button = (name: string) => region().getByRole('button', { name });
const isSave = ({ call }: { call: string }) => call.startsWith('PUT');
const items = () => region().queryAllByRole('listitem');

describe('the notes on a Thing', () => {
  it('can be written, edited and, after a confirmation, deleted', async () => {
    const { user, gateway } = await open();
    await user.type(await newNote(), 'New SIM sent');
    await user.click(button('Save note'));
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(items()[0]).toHaveTextContent(/^writer, 22 Nov 2026.*New SIM sent/);
    expect(await newNote()).toHaveValue('');
    const status = region().getByRole('status');
    expect(status).toHaveTextContent('Note saved');

    button('Edit note').focus();
    await user.keyboard('{Enter}');
    expect(region().getByRole('textbox', { name: 'Your note' })).toHaveFocus();
    expect(region().queryByRole('textbox', { name: 'New note' })).not.toBeInTheDocument();
    await user.click(button('Cancel'));
    await waitFor(() => expect(button('Edit note')).toHaveFocus());
    await user.keyboard('{Enter}');
    // What is typed follows the text.
    await user.keyboard(', arrived');
    await user.click(button('Save note'));
    await waitFor(() => expect(items()[0]).toHaveTextContent(/changed .*New SIM sent, arrived/));
    // The same element, because screen readers may miss a new one.
    expect(region().getByRole('status')).toBe(status);
    expect(status).toHaveTextContent('Note saved');

    await user.click(button('Delete note'));
    expect(button('Delete')).toHaveFocus();
    await user.click(button('Keep it'));
    expect(button('Delete note')).toHaveFocus();
    await user.click(button('Delete note'));
    await user.click(button('Delete'));
    expect(await region().findByText('No notes about this SIM yet.')).toBeVisible();
    expect(region().getByRole('status')).toHaveTextContent('Note deleted');
    expect(gateway.all()).toEqual([]);
  });

  it('show other users’ text literally, without buttons', async () => {
    await open(notesFixture([{ iccid, text: '<b>bold</b>\nsecond line', username: '\u202Eanna' }]));
    const [item] = await region().findAllByRole('listitem');
    expect(item).toHaveTextContent(/<b>bold<\/b>\nsecond line$/, { normalizeWhitespace: false });
    expect(within(item ?? document.body).getByText('\u202Eanna').tagName).toBe('BDI');
    expect(region().queryByRole('button', { name: 'Edit note' })).not.toBeInTheDocument();
  });

  it('are not cut off while being typed, but reported as too long', async () => {
    const { user } = await open();
    const field = await newNote();
    await user.click(field);
    await user.paste('x'.repeat(maxNoteLength + 1));
    expect(field).toHaveAccessibleDescription(/^2,001 of 2,000 characters. Shorten/);
    expect(field).toBeInvalid();
    expect(button('Save note')).toHaveAttribute('aria-disabled', 'true');
  });

  it('are in the ticket text', async () => {
    const { user } = await open(
      notesFixture([{ iccid, text: 'Line 1\n- ICCID: 1', username: 'anna' }]),
    );
    await region().findAllByRole('listitem');
    await user.click(screen.getByRole('button', { name: 'Copy ticket text' }));
    expect(await navigator.clipboard.readText()).toContain(
      '\nNotes:\n- 2026-11-22T09:00:00.000Z anna: Line 1 - ICCID: 1\n\n',
    );
  });
});

describe('N1: a save', () => {
  it('that fails keeps the text and the request id, and can be retried', async () => {
    const { user, gateway } = await open();
    gateway.failNext('refused');
    await user.type(await newNote(), 'Kept');
    await user.click(button('Save note'));
    const alert = await region().findByRole('alert');
    expect(alert).toHaveTextContent(/nothing was changed.*Request ID gateway-1/);
    expect(await newNote()).toHaveValue('Kept');
    await user.click(button('Save note'));
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(region().queryByRole('alert')).not.toBeInTheDocument();
  });

  it('lets nobody type on meanwhile, because that text would be lost, unless it takes long', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 2 });
    onTestFinished(() => void vi.useRealTimers());
    const gateway = notesFixture();
    const saving = hold();
    const { user } = await open(gateway, { notes: saving.before(gateway.notes, isSave) });
    await user.type(await newNote(), 'New SIM sent');
    await user.click(button('Save note'));
    await saving.reached;
    await user.type(await newNote(), ' today');
    expect(await newNote()).toHaveValue('New SIM sent');
    await act(async () => vi.advanceTimersByTimeAsync(11_000));
    await user.click(button('Stop waiting'));
    await user.type(await newNote(), ' today');
    saving.answer();
    await waitFor(() => expect(items()).toHaveLength(1));
    expect(await newNote()).toHaveValue('New SIM sent today');
  });

  it('that is answered after "Cancel" leaves the next edit alone, and the focus in it', async () => {
    const gateway = notesFixture([{ iccid, id: 'n1', text: 'First' }]);
    const saving = hold();
    const { user } = await open(gateway, { notes: saving.before(gateway.notes, isSave) });
    await user.click(await region().findByRole('button', { name: 'Edit note' }));
    await user.keyboard('!');
    await user.click(button('Save note'));
    await saving.reached;
    await user.click(button('Cancel'));
    await user.click(button('Edit note'));
    await user.keyboard(' of two');
    saving.answer();
    expect(await region().findByText('Note saved')).toBeVisible();
    expect(region().getByRole('textbox', { name: 'Your note' })).toHaveValue('First of two');
    expect(region().getByRole('textbox', { name: 'Your note' })).toHaveFocus();
    await user.click(button('Keep that text'));
    expect(await newNote()).toHaveValue('');
  });

  it('whose response is lost is not stored twice', async () => {
    const { user, gateway } = await open();
    gateway.failNext('lost');
    await user.click(await newNote());
    // Windows adds direction marks to copied numbers, and the gateway removes them.
    await user.paste('\u202D0151 1234567\u202C');
    await user.click(button('Save note'));
    await waitFor(() => expect(items()).toHaveLength(1));
    await waitFor(() => expect(region().getByRole('textbox')).toHaveValue(''));
    expect(region().queryByText(/^This note was changed/)).not.toBeInTheDocument();
    expect(gateway.all()).toMatchObject([{ text: '0151 1234567', revision: 1 }]);
  });

  it('shows both texts if the note was changed in the meantime', async () => {
    const { user, gateway } = await open(notesFixture([{ iccid, id: 'n1', text: 'First' }]));
    await user.click(await region().findByRole('button', { name: 'Edit note' }));
    gateway.put({ iccid, id: 'n1', text: 'In the other tab', revision: 2 });
    await user.type(region().getByRole('textbox'), ' here');
    await user.click(button('Save note'));
    expect(await region().findByText('In the other tab')).toBeVisible();
    expect(region().getByRole('alert')).toHaveTextContent(/in the meantime.*In the other tab/);
    await waitFor(() => expect(button('Replace it with your text')).toHaveFocus());
    expect(region().getByRole('textbox')).toHaveValue('First here');
    expect(gateway.all()).toMatchObject([{ text: 'In the other tab' }]);
    await user.click(button('Replace it with your text'));
    await waitFor(() => expect(gateway.all()).toMatchObject([{ text: 'First here', revision: 3 }]));
    await waitFor(() => expect(region().queryByText('In the other tab')).not.toBeInTheDocument());
  });

  it('says that the note was deleted in the meantime, and can save it as a new one', async () => {
    const { user, gateway } = await open(notesFixture([{ iccid, id: 'n1', text: 'First' }]));
    await user.click(await region().findByRole('button', { name: 'Edit note' }));
    gateway.remove('n1');
    await user.type(region().getByRole('textbox'), ' here');
    await user.click(button('Save note'));
    expect(await region().findByText(/^This note was deleted in the meantime/)).toBeVisible();
    await user.click(button('Save as a new note'));
    await waitFor(() => expect(gateway.all()).toMatchObject([{ text: 'First here', revision: 1 }]));
  });

  it('does not delete a note that was changed in the meantime', async () => {
    const { user, gateway } = await open(notesFixture([{ iccid, id: 'n1', text: 'First' }]));
    await user.click(await region().findByRole('button', { name: 'Delete note' }));
    gateway.put({ iccid, id: 'n1', text: 'In the other tab', revision: 2 });
    await user.click(button('Delete'));
    expect(await region().findByRole('alert')).toHaveTextContent(/^Not deleted/);
    expect(await region().findByText('In the other tab')).toBeVisible();
  });
});

describe('what the user has typed', () => {
  it('survives a reload, and is removed at sign-out', async () => {
    const tabStorage = memoryTextStore();
    const gateway = notesFixture([{ iccid, text: 'First' }]);
    const first = await open(gateway, { tabStorage });
    await first.user.type(await newNote(), 'Typed');
    await first.user.click(button('Edit note'));
    await first.user.type(region().getByRole('textbox', { name: 'Your note' }), '!');
    first.leave();
    const { user } = await open(gateway, { tabStorage });
    expect(await region().findByRole('textbox', { name: 'Your note' })).toHaveValue('First!');
    await user.click(button('Cancel'));
    expect(await newNote()).toHaveValue('Typed');
    await user.click(screen.getByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out and discard changes' }));
    await screen.findByLabelText('Username');
    expect(tabStorage.read('sim-console:/:drafts') ?? '').toBe('');
  });

  it('stays when the service no longer lists the SIM', async () => {
    const { user, sandbox } = await open();
    await user.type(await newNote(), 'Typed');
    sandbox.faults.add({ route: 'GET /things', body: '[]' });
    await user.click(screen.getByRole('button', { name: 'Read again' }));
    await screen.findByText(/^No Thing with the ICCID/);
    expect(await newNote()).toHaveValue('Typed');
  });
});

it('a note typed on another page is discarded at sign-out only after a confirmation', async () => {
  const tabStorage = memoryTextStore();
  const { user } = await open(notesFixture([]), { tabStorage });
  await user.type(await newNote(), 'T');
  await user.clear(await newNote());
  // An empty field is nothing to ask about.
  expect(tabStorage.read('sim-console:/:drafts') ?? '').toBe('');
  await user.type(await newNote(), 'Typed');
  expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);
  await user.click(screen.getByRole('link', { name: 'Thing Groups' }));
  await screen.findByRole('heading', { name: 'Thing Groups' });
  await user.click(screen.getByRole('button', { name: 'Account' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  expect(await screen.findByText(/^You have typed a note that is not saved/)).toBeVisible();
  // The focus is where a second Enter discards nothing.
  expect(screen.getByRole('menuitem', { name: 'Stay' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { name: 'Thing Groups' })).toBeVisible();
});

describe('without notes', () => {
  it('says that the installation keeps none', async () => {
    await open(undefined, { notes: undefined, fleet: () => undefined });
    expect(await region().findByText('This installation keeps no notes.')).toBeVisible();
    expect(region().queryByRole('textbox')).not.toBeInTheDocument();
  });

  it('says that there is no gateway with static hosting, and requests nothing', async () => {
    const { user } = await open(undefined, { notes: undefined });
    expect(
      region().getByText('Only a gateway can keep notes, and this installation has none.'),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Copy ticket text' }));
    expect(await navigator.clipboard.readText()).not.toContain('notes');
  });

  it('shows why the notes cannot be loaded, and the ticket text says that they are missing', async () => {
    const { user } = await open(undefined, {
      notes: () => Response.json({ message: 'broken' }, { status: 400 }),
    });
    expect(await region().findByRole('alert')).toHaveTextContent(
      /^Could not load the notes about this SIM.*Request ID/,
    );
    await user.click(screen.getByRole('button', { name: 'Copy ticket text' }));
    expect(await navigator.clipboard.readText()).toContain(
      '\n\nThe notes could not be read in time.\n\n',
    );
  });

  it('says that a SIM has the maximum number of notes', async () => {
    const many = Array.from({ length: 50 }, (_, at) => ({ iccid, text: `Note ${at}` }));
    await open(notesFixture(many));
    expect(await region().findByText(/^This SIM has 50 notes, the maximum/)).toBeVisible();
  });
});
