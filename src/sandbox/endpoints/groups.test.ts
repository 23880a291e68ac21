import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { thingsGroup } from '#contract/thingsGroup.ts';
import { manualClock } from '#lib/clock.ts';

import type { SandboxOptions } from '../options.ts';
import { createSandbox } from '../sandbox.ts';
import { callerOf, field, listOf, textField } from '../testClient.ts';

async function open(options: Partial<SandboxOptions> = {}) {
  const sandbox = createSandbox({ things: 60, ...options });
  const caller = await callerOf(sandbox);
  const group = sandbox.state.groups().find(({ name }) => name === 'Parcel Vans Europe');
  if (!group) throw new Error('The seed has no such group');
  const body = {
    TelephonyProfileId: group.profileId,
    ThingsGroupName: group.name,
    IMEIPrefix: '35684610',
    LockMasterImei: true,
  };
  const put = (patch: object, id = group.id) =>
    caller.put(`/thingsgroup/${id}`, { ...body, ...patch });
  return { sandbox, caller, group, body, put };
}

describe('4.3: the list of Thing Groups', () => {
  it('2.3: answers an array of groups that keep the contract', async () => {
    const { caller, sandbox } = await open();
    const { status, json } = await caller.get('/thingsgroup/listWithMeasures');
    expect(status).toBe(200);
    const groups = z.array(thingsGroup).parse(json);
    expect(groups).toHaveLength(12);
    expect(groups.map((group) => group.ThingsGroupId)).toEqual(
      sandbox.state.groups().map(({ id }) => id),
    );
  });

  it.each([
    ['both', ['IMEIPrefix', 'LockMasterImei'], []],
    ['prefixOnly', ['IMEIPrefix'], ['LockMasterImei']],
    ['lockOnly', ['LockMasterImei'], ['IMEIPrefix']],
    ['none', [], ['IMEIPrefix', 'LockMasterImei']],
  ] as const)('groupLockFields %s: the items carry %j', async (groupLockFields, there, absent) => {
    const { caller } = await open({ groupLockFields });
    const [item] = listOf((await caller.get('/thingsgroup/listWithMeasures')).json);
    for (const name of there) expect(item).toHaveProperty(name);
    for (const name of absent) expect(item).not.toHaveProperty(name);
  });

  it('groupLockFields nulls: both are null', async () => {
    const { caller } = await open({ groupLockFields: 'nulls' });
    const [item] = listOf((await caller.get('/thingsgroup/listWithMeasures')).json);
    expect(item).toMatchObject({ IMEIPrefix: null, LockMasterImei: null });
  });
});

describe('4.4: the update of a Thing Group', () => {
  it('stores exactly what was sent and answers the id in plain text', async () => {
    const { sandbox, group, body, put } = await open();
    const { status, headers, text } = await put({ ThingsGroupName: 'Vans' });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toBe(group.id);
    expect(sandbox.state.group(group.id)).toMatchObject({
      name: 'Vans',
      profileId: body.TelephonyProfileId,
      imeiPrefix: '35684610',
      lockMasterImei: true,
    });
    expect(sandbox.state.puts()).toMatchObject([
      { user: 'writer', groupId: group.id, body: { ...body, ThingsGroupName: 'Vans' } },
    ]);
  });

  it('rule 3: an empty prefix removes the range', async () => {
    const { sandbox, group, put } = await open();
    await put({});
    await put({ IMEIPrefix: '', LockMasterImei: false });
    expect(sandbox.state.group(group.id)).toMatchObject({ imeiPrefix: '', lockMasterImei: false });
  });

  it('the next list shows the change and a later DateModified', async () => {
    const clock = manualClock();
    const { caller, group, put } = await open({ clock });
    const before = group.dateModified;
    await put({});
    const { json } = await caller.get('/thingsgroup/listWithMeasures');
    const item = listOf(json).find((one) => field(one, 'ThingsGroupId') === group.id);
    expect(item).toMatchObject({
      IMEIPrefix: '35684610',
      LockMasterImei: true,
      DateModified: clock.now(),
    });
    expect(before).toBeLessThan(clock.now());
  });

  it.each([
    ['a missing field', { IMEIPrefix: undefined }, '"IMEIPrefix" is missing'],
    [
      'a wrong type',
      { LockMasterImei: 'true' },
      '"LockMasterImei" must be a boolean, not a string',
    ],
    ['a number as prefix', { IMEIPrefix: 35684610 }, '"IMEIPrefix" must be a string'],
    ['letters in the prefix', { IMEIPrefix: '3568461X' }, '"IMEIPrefix"'],
    ['a prefix of 16 digits', { IMEIPrefix: '3568461000000000' }, '"IMEIPrefix"'],
    ['an empty name', { ThingsGroupName: ' ' }, '"ThingsGroupName"'],
    ['a name of 129 characters', { ThingsGroupName: 'x'.repeat(129) }, '"ThingsGroupName"'],
  ])('7: answers 400 to %s and stores nothing', async (_case, patch, message) => {
    const { sandbox, group, put } = await open();
    const { status, json } = await put(patch);
    expect(status).toBe(400);
    expect(textField(json, 'message')).toContain(message);
    expect(sandbox.state.group(group.id)?.lockMasterImei).toBe(false);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('7: answers 404 to an id that does not exist', async () => {
    const { put } = await open();
    expect((await put({}, 'ThingsGroupId_none')).status).toBe(404);
  });

  it('7: answers 409 to the name of another group, whatever its case', async () => {
    const { sandbox, put } = await open();
    const { status, json } = await put({ ThingsGroupName: 'scooter sharing' });
    expect(status).toBe(409);
    expect(textField(json, 'message')).toContain('Scooter Sharing');
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('7: answers 409 when the profile was changed meanwhile', async () => {
    const { sandbox, group, put } = await open();
    sandbox.changeGroup(group.id, { profileId: 'TelephonyProfile_7003' });
    expect((await put({})).status).toBe(409);
  });

  it.each([
    ['a lock without a prefix', { IMEIPrefix: '' }, 'lock needs a prefix'],
    ['an unknown profile', { TelephonyProfileId: 'TelephonyProfile_0' }, 'known profile'],
  ])('7: answers 422 to %s and names the constraint', async (_case, patch, constraint) => {
    const { sandbox, put } = await open();
    const { status, json } = await put(patch);
    expect(status).toBe(422);
    expect(textField(json, 'message')).toContain(`Constraint "${constraint}"`);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('7: lockedGroupsQuota: one more locked group is answered 422', async () => {
    const { sandbox, put } = await open({ lockedGroupsQuota: 2 });
    expect(sandbox.state.groups().filter((group) => group.lockMasterImei)).toHaveLength(2);
    const { status, json } = await put({});
    expect(status).toBe(422);
    expect(textField(json, 'message')).toContain('quota');
    expect((await put({ LockMasterImei: false })).status).toBe(200);
  });

  it('updateNeedsAllFields off: what is left out stays', async () => {
    const { sandbox, group, put } = await open({ updateNeedsAllFields: false });
    expect((await put({ IMEIPrefix: undefined, LockMasterImei: undefined })).status).toBe(200);
    expect(sandbox.state.group(group.id)).toMatchObject({ imeiPrefix: '', lockMasterImei: false });
  });

  it.each([
    ['ignore', 200],
    ['refuse', 400],
  ] as const)('unknownParameters %s: a fifth field gets %i', async (unknownParameters, status) => {
    const { put } = await open({ unknownParameters });
    expect((await put({ Active: 5 })).status).toBe(status);
  });

  it.each([401, 403, 404, 409, 422, 429, 500])(
    'the sentinel status:%i as Group name gives that answer and stores nothing',
    async (status) => {
      const { sandbox, put } = await open();
      expect((await put({ ThingsGroupName: `status:${status}` })).status).toBe(status);
      expect(sandbox.state.puts()).toEqual([]);
    },
  );
});
