import { expect, it } from 'vitest';

import { snapshotOf } from '#api/groupSettings.ts';
import { isConflict, maySendAgain, type SaveOutcome } from '#api/saveOutcome.ts';
import { describeSave } from '#features/history/describeSave.ts';
import type { Fault } from '#sandbox/faultInjection.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { list, openGroups, put } from '#testing/fixtures/groupSaves.ts';

import { saveGroup } from './saveGroup.ts';

type Patch = Parameters<Sandbox['changeGroup']>[1];

/** A save of a new name with a lock, and the service's reaction. */
interface World {
  readonly options?: Partial<SandboxOptions>;
  readonly as?: string;
  /** Stored by another user after the page was read. */
  readonly meanwhile?: Patch;
  /** Stored by another user while the change is being sent. */
  readonly whileSent?: Patch;
  readonly put?: Fault;
  /** Faults in the list calls before and after the PUT. */
  readonly before?: Fault;
  readonly after?: Fault;
  /** How the group listed after the PUT differs from the values that the PUT stored. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** The list after the PUT is the same as before. */
  readonly lags?: true;
  /** Only the lock is new. */
  readonly keepsName?: true;
  readonly groupId?: string;
}

const choice = { ThingsGroupName: 'Scooters', IMEIPrefix: '35693803', LockMasterImei: true };

/** An outcome without the group and the error, which are tested as part of the text. */
const factsOf = ({ stored: _, error: __, ...facts }: SaveOutcome) => facts;

async function save(world: World) {
  const { sandbox, groups, clock, calls, group } = await openGroups(world.options, world.as);
  const opened = await group('Scooter Sharing');
  const { ThingsGroupId: id } = opened;
  const { groupId = id } = world;
  const baseline = snapshotOf(opened);
  const wanted = world.keepsName ? { ...choice, ThingsGroupName: 'Scooter Sharing' } : choice;
  if (world.meanwhile) sandbox.changeGroup(id, world.meanwhile);
  if (world.put) sandbox.faults.add({ route: put, ...world.put });
  if (world.before) sandbox.faults.add({ route: list, ...world.before });
  if (world.after) sandbox.faults.add({ route: list, skip: 1, ...world.after });
  const shown = world.lags ? opened.raw : { ...opened.raw, ...wanted, ...world.shown };
  if (world.shown || world.lags) {
    sandbox.faults.add({ route: list, skip: 1, body: JSON.stringify([shown]) });
  }
  const lists = calls(list).length;
  const outcome = await saveGroup(
    groups,
    { groupId, baseline, choice: wanted },
    {
      clock,
      signal: new AbortController().signal,
      tell({ type }) {
        if (type === 'sent' && world.whileSent) sandbox.changeGroup(id, world.whileSent);
      },
    },
  );
  const { label, atForm, failure } = describeSave(outcome, baseline);
  const told = failure ? `${failure.title} ${failure.advice}` : atForm;
  return {
    outcome,
    end: [factsOf(outcome), label, told],
    sent: calls(put).length,
    stored: sandbox.state.puts().length,
    looks: calls(list).length - lists,
  };
}

/** A save's outcome without the group and the error, its label in a row, and its text beside the form. */
type End = readonly [outcome: SaveOutcome, label: string, atForm: string];

const look = 'Accepted, needs review';
const accepted = 'The service accepted the change';
const [notSaved, notConfirmed] = ['Could not save the group:', 'Could not confirm the save:'];
const notKnown = `${notConfirmed} no response arrived. The change may or may not have been saved.`;
const bothHidden = 'IMEI lock and IMEI prefix';
const inPart = `not report everything that was sent. Not reported: ${bothHidden}. Check the group before you save again.`;

// prettier-ignore
const ends = {
  changed: [{ outcome: 'not-sent', why: 'changed' }, 'Changed in the meantime', 'Somebody changed this group after you opened it. Nothing was sent.'],
  gone: [{ outcome: 'not-sent', why: 'gone' }, 'No longer listed', 'The service no longer lists the group, so nothing was sent.'],
  unread: [{ outcome: 'not-sent', why: 'unread' }, 'Could not be read', `${notSaved} the response could not be read. Try again. If it keeps failing, give the request ID to the operators of the service.`],
  confirmed: [{ outcome: 'saved', check: 'confirmed' }, 'Saved', 'Saved. The service reports exactly what was sent.'],
  different: [{ outcome: 'saved', check: 'different' }, look, `${accepted}, but reports different values. Compare the values before you continue.`],
  outdated: [{ outcome: 'saved', check: 'different' }, look, `${accepted}, but still reports the previous values. It may show the change later: check the group before you continue.`],
  otherGroup: [{ outcome: 'saved', check: 'other-group' }, look, 'The service confirmed a different group. Compare the values before you continue.'],
  goneAfter: [{ outcome: 'saved', check: 'gone' }, look, `${accepted}, but no longer lists the group. It may have been deleted.`],
  notReadBack: [{ outcome: 'saved' }, look, `${accepted}, but the group could not be read afterwards to confirm it.`],
  neither: neither('no response arrived'),
  noTrace: [{ outcome: 'unknown', check: 'as-before' }, 'Outcome unknown', `${notKnown} The service reports the same values as before, but does ${inPart}`],
  anybody: [{ outcome: 'unknown', check: 'not-confirmable' }, 'Outcome unknown', `${notKnown} The group was changed, by this save or by something else. The service does ${inPart}`],
  lost: [{ outcome: 'unknown' }, 'Outcome unknown', `${notKnown} The group could not be read afterwards. Check it before you save again.`],
  lostGroup: [{ outcome: 'unknown', check: 'gone' }, 'Outcome unknown', `${notKnown} The service no longer lists the group.`],
} satisfies Readonly<Record<string, End>>;

function unconfirmed(missing: string): End {
  const atForm = `Saved, but not confirmed: the service does not report everything that was sent. Not reported: ${missing}.`;
  return [{ outcome: 'saved', check: 'not-confirmable' }, 'Saved, not confirmed', atForm];
}

function asBefore(reason: string): End {
  const atForm = `${notSaved} ${reason}. The change was not saved: the service still reports the previous values. You can save again.`;
  return [{ outcome: 'not-seen', check: 'as-before' }, 'Not saved', atForm];
}

function neither(reason: string): End {
  const atForm = `${notConfirmed} ${reason}. The group now has neither the old values nor the ones that were sent. Compare the values before you continue.`;
  return [{ outcome: 'not-seen', check: 'different' }, 'Changed in the meantime', atForm];
}

type Row = readonly [name: string, world: World, end: End];

const notSent: readonly Row[] = [
  ['R15: another name', { meanwhile: { name: 'Renamed' } }, ends.changed],
  ['R15: another prefix', { meanwhile: { imeiPrefix: '11111111' } }, ends.changed],
  ['R15: another lock', { meanwhile: { lockMasterImei: true } }, ends.changed],
  ['R15: another profile', { meanwhile: { profileId: 'TelephonyProfile_7003' } }, ends.changed],
  ['a group that is gone', { groupId: 'ThingsGroupId_none' }, ends.gone],
  // The group may be the record that could not be read.
  ['an unreadable list', { before: { body: '[{"ThingsGroupId":7}, null]' } }, ends.unread],
];

const other = 'ThingsGroupId_other';
const failing = { status: 500 };
const noGroup = { body: '[]' };
const taken: readonly Row[] = [
  ['V8: no id', { put: { body: '' } }, ends.confirmed],
  ['V8: the id of another group', { put: { body: `  ${other}\n` } }, ends.otherGroup],
  ['V8: that, and a failing list', { put: { body: other }, after: failing }, ends.otherGroup],
  ['a list that fails, which is not a failed save', { after: failing }, ends.notReadBack],
  ['a list without the group, which is not called different', { after: noGroup }, ends.goneAfter],
  ['an outdated list', { lags: true }, ends.outdated],
  ['another profile', { shown: { TelephonyProfileId: 'Other' } }, ends.different],
  ['no name', { shown: { ThingsGroupName: null } }, unconfirmed('name')],
  ['no profile', { shown: { TelephonyProfileId: null } }, unconfirmed('profile')],
  ['no prefix', { shown: { IMEIPrefix: null } }, unconfirmed('IMEI prefix')],
  ['no lock', { shown: { LockMasterImei: null } }, unconfirmed('IMEI lock')],
  ['a list with none', { options: { groupLockFields: 'none' } }, unconfirmed(bothHidden)],
  ['a list with nulls', { options: { groupLockFields: 'nulls' } }, unconfirmed(bothHidden)],
  ['its prefix only', { options: { groupLockFields: 'prefixOnly' } }, unconfirmed('IMEI lock')],
  ['its lock only', { options: { groupLockFields: 'lockOnly' } }, unconfirmed('IMEI prefix')],
];

const html = '<!doctype html><title>Log in</title>';
const after: World = { put: { cut: 'after' } };
const before: World = { put: { cut: 'before' } };
const hidden = { options: { groupLockFields: 'none' } } as const;
const onlyLock = { ...hidden, keepsName: true } as const;
const unanswered: readonly Row[] = [
  ['an HTML page', { put: { body: html } }, ends.confirmed],
  ['a cut line after the work was done', after, ends.confirmed],
  ['a truncated response', { put: { truncate: true } }, ends.confirmed],
  ['a cut line before the work was done', before, asBefore('no response arrived')],
  ['a 500', { put: { status: 500 } }, asBefore('the service failed (500)')],
  ['a 502', { put: { status: 502 } }, asBefore('the service failed (502)')],
  ['a 503', { put: { status: 503 } }, asBefore('the service failed (503)')],
  // From a proxy that gave up.
  ['a 408', { put: { status: 408 } }, asBefore('the service failed (408)')],
  ['a change by other users', { ...before, whileSent: { imeiPrefix: '11' } }, ends.neither],
  [
    'a 500, and a change by other users',
    { put: { status: 500 }, whileSent: { imeiPrefix: '11' } },
    neither('the service failed (500)'),
  ],
  ['a trace, and a value of other users', { ...after, shown: { IMEIPrefix: '11' } }, ends.neither],
  ['a trace, and no lock in the list', { ...hidden, ...after }, unconfirmed(bothHidden)],
  ['no trace, and no lock in the list', { ...onlyLock, ...before }, ends.noTrace],
  // Any user may have touched it.
  ['another date alone', { ...onlyLock, ...before, whileSent: {} }, ends.anybody],
  ['a list that fails too', { ...after, after: { status: 503 } }, ends.lost],
  ['a list without the group', { ...after, after: noGroup }, ends.lostGroup],
];

it.each(notSent)('%s: nothing is sent', async (_name, world, end) => {
  const { outcome: _, ...found } = await save(world);
  expect(found).toEqual({ end, sent: 0, stored: 0, looks: 1 });
});

it.each(taken)('accepted, and answered or shown with %s', async (_name, world, end) => {
  const { outcome: _, ...found } = await save(world);
  expect(found).toEqual({ end, sent: 1, stored: 1, looks: 2 });
});

it.each(unanswered)('R14: one read settles %s, and nothing is resent', async (_, world, end) => {
  const wasDone = world.put?.cut !== 'before' && world.put?.status === undefined;
  const { outcome: __, ...found } = await save(world);
  expect(found).toEqual({ end, sent: 1, stored: wasDone ? 1 : 0, looks: 2 });
});

it.each(['', '  ThingsGroupId_other\n'])('V8: reads the group after response %j', async (body) => {
  const { outcome } = await save({ put: { body } });
  expect(outcome).toMatchObject({ outcome: 'saved', stored: choice });
});

it('409: is a conflict if the group can be read, otherwise the same values can be sent again', async () => {
  const { outcome: conflict, end } = await save({ put: { status: 409 } });
  expect([isConflict(conflict), maySendAgain(conflict)]).toEqual([true, false]);
  expect(end).toEqual([
    { outcome: 'refused' },
    'Refused',
    `${notSaved} it conflicts with the values stored by the service (409). The service refused the change, so nothing was saved. The service still reports the values from when you opened the group.`,
  ]);
  const { outcome: unread } = await save({ put: { status: 409 }, after: failing });
  expect([isConflict(unread), maySendAgain(unread)]).toEqual([false, true]);
});

it('a refusal is reported with its error', async () => {
  const { outcome, ...end } = await save({ as: 'reader' });
  expect(outcome).toMatchObject({ outcome: 'refused', error: { kind: 'forbidden', status: 403 } });
  expect(end).toMatchObject({
    stored: 0,
    end: [{ outcome: 'refused' }, 'Refused', expect.stringContaining('(403)')],
  });
});

it('a response without any settings means unknown, not "not saved"', async () => {
  const none = { ThingsGroupName: null, IMEIPrefix: null, LockMasterImei: null };
  const { outcome } = await save({ put: { cut: 'after' }, shown: none });
  expect(factsOf(outcome)).toEqual(ends.anybody[0]);
});
