import { paths } from '../../src/paths.ts';
import { bodies, groupIn } from '../groupEditor.ts';
import { expect, signIn, test } from './fixtures.ts';
import { label, role, text } from './target.ts';

const name = 'Scooter Sharing';
const tac = '86056704';

const field = role('textbox', 'Group name');
const prefix = role('textbox', 'IMEI prefix (TAC)');
const save = role('button', 'Save');
const saved = text('Saved. The service reports exactly what was sent.');
const confirmation = role('dialog', 'Confirm IMEI lock change');

test('locks a group after the preview and the typed number, and restores the values from its history', async ({
  story,
  sandbox,
  clears,
}) => {
  await signIn(story, { at: paths.groups() });
  await story.click(role('link', name));
  await story.seeThat(role('heading', name), { isFocused: true });
  const locked = role('button', 'Locked');
  await story.click(locked);
  await story.seeThat(locked, { states: { pressed: 'true' } });
  await story.fill(prefix, tac);
  await story.click(save);

  await story.see(text(/SIMs? may lose service, based on/));
  const losing = sandbox.state
    .things()
    .filter(
      ({ ThingsGroupName, State, IMEI }) =>
        ThingsGroupName === name && State !== 'SUSPENDED' && !IMEI.startsWith(tac),
    ).length;
  const typed = role('textbox', 'Type to confirm', { within: confirmation });
  await story.fill(typed, String(losing + 1));
  await story.press('Enter');
  await story.see(text(`Type ${losing} to confirm.`));
  expect(bodies(sandbox)).toEqual([]);
  await story.fill(typed, String(losing));
  await story.click(role('button', 'Confirm', { within: confirmation }));
  await story.see(saved);
  await story.seeNo(confirmation);
  expect(bodies(sandbox)).toEqual([
    expect.objectContaining({ IMEIPrefix: tac, LockMasterImei: true }),
  ]);

  const newest = role('listitem', undefined, { within: role('region', 'History') });
  await story.seeThat(newest, { text: /writer/ });
  // This link appears above the history and moves it down. It shows the same figure as before saving.
  await story.see(role('link', new RegExp(`^${losing} of .* may lose service under this lock`)));
  await story.click(role('button', 'Use these values', { within: newest }));
  await story.see(text(/^The values from before the change on/));
  await story.seeThat(role('button', 'Unlocked'), { states: { pressed: 'true' } });
  await story.seeThat(prefix, { value: '' });
  clears.expectClear(name, 'lock');
  clears.expectClear(name, 'prefix');
  await story.click(save);
  await story.click(role('button', 'Confirm', { within: confirmation }));
  await expect.poll(() => bodies(sandbox)).toHaveLength(2);
  await story.see(saved);
  expect(groupIn(sandbox, name)).toMatchObject({ imeiPrefix: '', lockMasterImei: false });
});

test('shows both conflicting values, and keeps the input', async ({ story, sandbox }) => {
  const { id } = groupIn(sandbox, name);
  await signIn(story, { at: paths.group(id) });
  await story.fill(field, 'Mine');
  sandbox.changeGroup(id, { name: 'Theirs' });
  await story.click(save);
  const conflict = role('dialog', 'Group changed meanwhile');
  await story.seeThat(conflict, { text: /Mine.*Theirs|Theirs.*Mine/ });
  expect(bodies(sandbox)).toEqual([]);
  await story.press('Escape');
  await story.seeNo(conflict);
  await story.seeThat(field, { value: 'Mine' });
});

test('asks to sign in again when the session has ended, keeps the input, and sends it on the next click', async ({
  story,
  sandbox,
}) => {
  const { id } = groupIn(sandbox, name);
  await signIn(story, { at: paths.group(id) });
  await story.fill(field, 'Scooters of the city');
  // Any call of the page may find that the session has ended, and open the dialog over the button.
  await story.seeThat(role('region', 'History'), { text: /No change|→/ });
  await story.tab.clearCookies();
  await story.click(save);
  const dialog = role('dialog', 'Sign in again');
  await story.seeThat(role('textbox', 'Username', { within: dialog }), { value: 'writer' });
  await story.fill(label('Password', { within: dialog }), 'sandbox-writer');
  await story.press('Enter');
  await story.seeNo(dialog);
  await story.seeThat(field, { value: 'Scooters of the city' });
  await story.see(text(/click Save to send them/));
  expect(bodies(sandbox)).toEqual([]);
  await story.click(save);
  await story.see(saved);
  expect(bodies(sandbox)).toHaveLength(1);
});
