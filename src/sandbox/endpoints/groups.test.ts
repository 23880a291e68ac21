import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { thingsGroup } from '#contract/thingsGroup.ts';
import { field, listOf, openSandbox } from '#testing/fixtures/sandboxClient.ts';

describe('4.3: the list of Thing Groups', () => {
  it('2.3: is an array of groups that match the contract', async () => {
    const { caller, sandbox } = await openSandbox();
    const { status, json } = await caller.groups();
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
  ] as const)(
    'has exactly the lock fields of groupLockFields %s: %j',
    async (groupLockFields, there, absent) => {
      const { caller } = await openSandbox({ groupLockFields });
      const [item] = listOf((await caller.groups()).json);
      for (const name of there) expect(item).toHaveProperty(name);
      for (const name of absent) expect(item).not.toHaveProperty(name);
    },
  );

  it('returns both lock fields as null with groupLockFields nulls', async () => {
    const { caller } = await openSandbox({ groupLockFields: 'nulls' });
    const [item] = listOf((await caller.groups()).json);
    expect(item).toMatchObject({ IMEIPrefix: null, LockMasterImei: null });
  });
});

describe('4.4: the update of a Thing Group', () => {
  it('stores exactly the values sent and returns the id in plain text', async () => {
    const { sandbox, group, body, put } = await openSandbox();
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

  it('rule 3: removes the range with an empty prefix', async () => {
    const { sandbox, group, put } = await openSandbox();
    await put({});
    await put({ IMEIPrefix: '', LockMasterImei: false });
    expect(sandbox.state.group(group.id)).toMatchObject({ imeiPrefix: '', lockMasterImei: false });
  });

  it('appears in the next list with a later DateModified', async () => {
    const { clock, caller, group, put } = await openSandbox();
    const before = group.dateModified;
    await put({});
    const { json } = await caller.groups();
    expect(listOf(json).find((one) => field(one, 'ThingsGroupId') === group.id)).toMatchObject({
      IMEIPrefix: '35684610',
      LockMasterImei: true,
      DateModified: clock.now(),
    });
    expect(before).toBeLessThan(clock.now());
  });

  it('keeps omitted fields with updateNeedsAllFields off', async () => {
    const { sandbox, group, put } = await openSandbox({ updateNeedsAllFields: false });
    expect((await put({ IMEIPrefix: undefined, LockMasterImei: undefined })).status).toBe(200);
    expect(sandbox.state.group(group.id)).toMatchObject({ imeiPrefix: '', lockMasterImei: false });
  });
});
