import { expect, it } from 'vitest';

import { snapshotOf, type GroupSnapshot } from '#api/groupSettings.ts';
import type { SaveOutcome } from '#api/saveOutcome.ts';
import { describeSave } from '#features/history/describeSave.ts';
import type { Fault } from '#sandbox/faultInjection.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { list, openGroups, put } from '#testing/fixtures/groupSaves.ts';

import { saveGroup } from './saveGroup.ts';

type Patch = Parameters<Sandbox['changeGroup']>[1];

/** A save of another name, with a lock, and what the service makes of it. */
interface World {
  readonly options?: Partial<SandboxOptions>;
  readonly as?: string;
  /** Stored by somebody else after the page was read. */
  readonly meanwhile?: Patch;
  /** Stored by somebody else while it is sent. */
  readonly whileSent?: Patch;
  readonly put?: Fault;
  /** Of the list before the PUT, and of the one after it. */
  readonly before?: Fault;
  readonly after?: Fault;
  /** The group in the list after the PUT: as it was stored by it, but for these. */
  readonly shown?: Readonly<Record<string, unknown>>;
  /** The list after the PUT is as before it. */
  readonly lags?: true;
  /** Nothing but the lock is new. */
  readonly keepsName?: true;
  readonly groupId?: string;
}

const choice = { ThingsGroupName: 'Scooters', IMEIPrefix: '35693803', LockMasterImei: true };

async function save(world: World) {
  const { sandbox, api, clock, calls, group } = await openGroups(world.options, world.as);
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
    api.groups,
    { groupId, baseline, choice: wanted },
    {
      clock,
      signal: new AbortController().signal,
      tell({ type }) {
        if (type === 'sent' && world.whileSent) sandbox.changeGroup(id, world.whileSent);
      },
    },
  );
  return {
    outcome,
    told: toldOf(outcome, baseline),
    sent: calls(put).length,
    stored: sandbox.state.puts().length,
    looks: calls(list).length - lists,
  };
}

/** The label of a row, and what is said at the form. */
function toldOf(outcome: SaveOutcome, was: GroupSnapshot) {
  const { label, atForm, failure } = describeSave(outcome, was);
  return [label, failure ? `${failure.title} ${failure.advice}` : atForm];
}

const saved = ['Saved', 'Saved. The service reports exactly what was sent.'];
const unconfirmed = (missing: string) => [
  'Saved, not confirmed',
  `Saved, but not confirmed: the service does not report everything that was sent. Not reported: ${missing}.`,
];
const otherValues = [
  'Accepted, look at it',
  'The service accepted the change, but reports other values than those that were sent. Compare before you go on.',
];
const otherGroup = [
  'Accepted, look at it',
  'The service confirmed another group than this one. Compare before you go on.',
];
const changed = [
  'Changed meanwhile',
  'Somebody changed this group after you opened it. Nothing was sent.',
];
const asBefore = (reason: string) => [
  'Not saved',
  `Could not save the group: ${reason}. It was not stored: the service reports the group as it was before. You can save again.`,
];
const unknown = (why: string) => [
  'Outcome unknown',
  `Could not confirm the save: no answer arrived. It is not known whether it was stored: ${why}`,
];
const hidden = { groupLockFields: 'none' } as const;
const missing =
  'it does not report everything that was sent. Not reported: IMEI lock and IMEI prefix. Look at the group before you save again.';

/** What happened; what the save came to, in all that it has but the group and the error; and how it is told. */
type End = readonly [name: string, world: World, outcome: SaveOutcome, told: readonly string[]];

const confirmed: SaveOutcome = { outcome: 'saved', check: 'confirmed' };
const notConfirmable: SaveOutcome = { outcome: 'saved', check: 'not-confirmable' };
const different: SaveOutcome = { outcome: 'saved', check: 'different' };
const notStored: SaveOutcome = { outcome: 'not-seen', check: 'as-before' };
const conflict: SaveOutcome = { outcome: 'not-sent', why: 'changed' };

const notSent: readonly End[] = [
  ['R15: another name', { meanwhile: { name: 'Renamed' } }, conflict, changed],
  ['R15: another prefix', { meanwhile: { imeiPrefix: '11111111' } }, conflict, changed],
  ['R15: another lock', { meanwhile: { lockMasterImei: true } }, conflict, changed],
  [
    'R15: another profile',
    { meanwhile: { profileId: 'TelephonyProfile_7003' } },
    conflict,
    changed,
  ],
  [
    'a group that is gone',
    { groupId: 'ThingsGroupId_none' },
    { outcome: 'not-sent', why: 'gone' },
    ['No longer listed', 'Nothing was sent: the group is no longer in the list of the service.'],
  ],
  [
    'a list with records that could not be read, which does not say that the group is gone',
    { before: { body: '[{"ThingsGroupId":7}, null]' } },
    { outcome: 'not-sent', why: 'unread' },
    [
      'Could not be read',
      'Could not save the group: the answer could not be read. Try again. If it keeps failing, give the request ID to the operators of the service.',
    ],
  ],
];

const taken: readonly End[] = [
  ['V8: no id', { put: { body: '' } }, confirmed, saved],
  [
    'V8: the id of another group',
    { put: { body: '  ThingsGroupId_other\n' } },
    { outcome: 'saved', check: 'other-group' },
    otherGroup,
  ],
  [
    'V8: the id of another group, and a list that fails',
    { put: { body: 'ThingsGroupId_other' }, after: { status: 500 } },
    { outcome: 'saved', check: 'other-group' },
    otherGroup,
  ],
  [
    'a list that fails, which is not a failure to save',
    { after: { status: 500 } },
    { outcome: 'saved' },
    [
      'Accepted, look at it',
      'The service accepted the change. It could not be read back to confirm it.',
    ],
  ],
  [
    'a list without the group, which is not called different',
    { after: { body: '[]' } },
    { outcome: 'saved', check: 'gone' },
    [
      'Accepted, look at it',
      'The service accepted the change, and no longer lists the group: it may have been deleted.',
    ],
  ],
  ['a list from before', { lags: true }, different, otherValues],
  ['another profile', { shown: { TelephonyProfileId: 'Other' } }, different, otherValues],
  ['no name', { shown: { ThingsGroupName: null } }, notConfirmable, unconfirmed('name')],
  ['no profile', { shown: { TelephonyProfileId: null } }, notConfirmable, unconfirmed('profile')],
  ['no prefix', { shown: { IMEIPrefix: null } }, notConfirmable, unconfirmed('IMEI prefix')],
  ['no lock', { shown: { LockMasterImei: null } }, notConfirmable, unconfirmed('IMEI lock')],
  ...(['none', 'nulls', 'prefixOnly', 'lockOnly'] as const).map((groupLockFields): End => {
    const words = {
      none: 'IMEI lock and IMEI prefix',
      nulls: 'IMEI lock and IMEI prefix',
      prefixOnly: 'IMEI lock',
      lockOnly: 'IMEI prefix',
    };
    const told = unconfirmed(words[groupLockFields]);
    return [
      `the lock as: ${groupLockFields}`,
      { options: { groupLockFields } },
      notConfirmable,
      told,
    ];
  }),
];

const unanswered: readonly End[] = [
  [
    'a page for people',
    { put: { body: '<!doctype html><title>Log in</title>' } },
    confirmed,
    saved,
  ],
  ['a cut line after the work was done', { put: { cut: 'after' } }, confirmed, saved],
  ['an answer that breaks off', { put: { truncate: true } }, confirmed, saved],
  [
    'a cut line before the work was done',
    { put: { cut: 'before' } },
    notStored,
    asBefore('no answer arrived'),
  ],
  ...[500, 502, 503, 408].map((status): End => {
    const told = asBefore(`the service failed (${status})`);
    return [`a ${status}`, { put: { status } }, notStored, told];
  }),
  [
    'other values than before and than were sent',
    { put: { cut: 'before' }, whileSent: { imeiPrefix: '11' } },
    { outcome: 'not-seen', check: 'different' },
    [
      'Changed meanwhile',
      'Could not confirm the save: no answer arrived. No answer came back from the service. Its values are now neither the old ones nor those that were sent. Compare before you go on.',
    ],
  ],
  [
    'a list that hides the lock and shows a trace of the change',
    { options: hidden, put: { cut: 'after' } },
    notConfirmable,
    unconfirmed('IMEI lock and IMEI prefix'),
  ],
  [
    'a list that hides the lock and shows no trace of the change',
    { options: hidden, put: { cut: 'before' }, keepsName: true },
    { outcome: 'unknown', check: 'as-before' },
    unknown(`what the service reports is as before, and ${missing}`),
  ],
  [
    'a list that hides the lock, and another date alone, since anybody may have touched it',
    { options: hidden, put: { cut: 'before' }, keepsName: true, whileSent: {} },
    { outcome: 'unknown', check: 'not-confirmable' },
    unknown(
      `the group was changed, by this save or by something else. The service ${missing.slice(3)}`,
    ),
  ],
  [
    'a list that fails too',
    { put: { cut: 'after' }, after: { status: 503 } },
    { outcome: 'unknown' },
    unknown('the group could not be read afterwards. Look at it before you save again.'),
  ],
  [
    'a list without the group',
    { put: { cut: 'after' }, after: { body: '[]' } },
    { outcome: 'unknown', check: 'gone' },
    unknown('the service no longer lists the group.'),
  ],
];

/** All of an outcome but the group and the error, which the words quote. */
function factsOf({ stored: _, error: __, ...facts }: SaveOutcome) {
  return facts;
}

it.each(notSent)('%s: nothing is sent', async (_name, world, outcome, told) => {
  const end = await save(world);
  expect(factsOf(end.outcome)).toEqual(outcome);
  expect(end).toMatchObject({ told, sent: 0, stored: 0 });
});

it.each(taken)('taken, and answered or shown with %s', async (_name, world, outcome, told) => {
  const end = await save(world);
  expect(factsOf(end.outcome)).toEqual(outcome);
  expect(end).toMatchObject({ told, sent: 1, stored: 1, looks: 2 });
});

it.each(unanswered)(
  'R14: after %s, one look settles it, and nothing is sent again',
  async (_name, world, outcome, told) => {
    const end = await save(world);
    const wasDone = world.put?.cut !== 'before' && world.put?.status === undefined;
    expect(factsOf(end.outcome)).toEqual(outcome);
    expect(end).toMatchObject({ told, sent: 1, stored: wasDone ? 1 : 0, looks: 2 });
  },
);

it.each(['', '  ThingsGroupId_other\n'])(
  'V8: the group is read after the answer %j',
  async (body) => {
    const { outcome } = await save({ put: { body } });
    expect(outcome).toMatchObject({ outcome: 'saved', stored: choice });
  },
);

it('a refusal is told with its error', async () => {
  const { outcome, ...end } = await save({ as: 'reader' });
  expect(outcome).toMatchObject({
    outcome: 'refused',
    error: { kind: 'forbidden', status: 403 },
  });
  expect(end).toMatchObject({ stored: 0, told: ['Refused', expect.stringContaining('(403)')] });
});

it('an answer that carries none of the settings: not known, rather than not saved', async () => {
  const none = { ThingsGroupName: null, IMEIPrefix: null, LockMasterImei: null };
  const { outcome } = await save({ put: { cut: 'after' }, shown: none });
  expect(factsOf(outcome)).toEqual({ outcome: 'unknown', check: 'not-confirmable' });
});
