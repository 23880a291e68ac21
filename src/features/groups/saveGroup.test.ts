import { beforeEach, describe, expect, it } from 'vitest';

import { createApi, type Api } from '#api/client.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { sandboxServices, signInTo } from '#testing/sandboxServices.ts';

import { baselineOf, type Baseline, type GroupChoice } from './groupForm.ts';
import { saveGroup } from './saveGroup.ts';

const put = 'PUT /thingsgroup/{ThingsGroupId}';
const list = 'GET /thingsgroup/listWithMeasures';
const choice: GroupChoice = { name: 'Scooters', prefix: '35693803', lock: true };

let sandbox: Sandbox;
let api: Api;

async function start(options: Partial<SandboxOptions> = {}, as = 'writer') {
  sandbox = createSandbox({ things: 60, ...options });
  const { http, session } = sandboxServices(sandbox);
  await signInTo(sandbox, session, as);
  api = createApi(http);
}

/** The group as a page would have read it. */
async function open(name = 'Scooter Sharing'): Promise<{ groupId: string; baseline: Baseline }> {
  const { groups } = await api.groups.list();
  const group = groups.find((candidate) => candidate.ThingsGroupName === name);
  if (!group) throw new Error(`The sandbox has no group ${name}`);
  return { groupId: group.ThingsGroupId, baseline: baselineOf(group) };
}

beforeEach(() => start());

describe('a save that nothing stands in the way of', () => {
  it('sends the four documented keys once, with the profile just read, and confirms them', async () => {
    const opened = await open();
    expect(await saveGroup(api, { ...opened, choice })).toEqual({
      kind: 'accepted',
      result: 'saved',
    });
    expect(sandbox.state.puts().map(({ body }) => body)).toEqual([
      {
        TelephonyProfileId: opened.baseline.profileId,
        ThingsGroupName: 'Scooters',
        IMEIPrefix: '35693803',
        LockMasterImei: true,
      },
    ]);
  });

  it.each(['none', 'nulls', 'prefixOnly', 'lockOnly'] as const)(
    'is not called confirmed where the list carries the lock as: %s',
    async (groupLockFields) => {
      await start({ groupLockFields });
      expect(await saveGroup(api, { ...(await open()), choice })).toMatchObject({
        result: 'unconfirmed',
      });
    },
  );
});

describe('R15: a group that changed meanwhile', () => {
  it.each([
    ['name', { name: 'Renamed' }],
    ['prefix', { imeiPrefix: '11111111' }],
    ['lock', { lockMasterImei: true }],
    ['profile', { profileId: 'TelephonyProfile_7003' }],
  ])('stops at another %s, and sends nothing', async (_field, patch) => {
    const opened = await open();
    sandbox.changeGroup(opened.groupId, patch);
    expect(await saveGroup(api, { ...opened, choice })).toMatchObject({ kind: 'changed' });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('says so where only the date of the last change differs, and sends nothing yet', async () => {
    const opened = await open();
    sandbox.changeGroup(opened.groupId, {});
    const outcome = await saveGroup(api, { ...opened, choice });
    expect(outcome).toMatchObject({ kind: 'touched' });
    expect(sandbox.state.puts()).toEqual([]);
    if (outcome.kind !== 'touched') return;
    const again = await saveGroup(api, { ...opened, baseline: outcome.stored, choice });
    expect(again).toMatchObject({ kind: 'accepted' });
  });

  it('says so where the group is gone, and sends nothing', async () => {
    const { baseline } = await open();
    expect(await saveGroup(api, { groupId: 'ThingsGroupId_none', baseline, choice })).toEqual({
      kind: 'gone',
    });
    expect(sandbox.state.puts()).toEqual([]);
  });
});

describe('what the service answers', () => {
  it('a refusal is thrown as its error', async () => {
    await start({}, 'reader');
    const opened = await open();
    await expect(saveGroup(api, { ...opened, choice })).rejects.toMatchObject({
      kind: 'forbidden',
      status: 403,
    });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('a failure to read it back is not a failure to save', async () => {
    const opened = await open();
    sandbox.faults.add({ route: list, skip: 1, status: 500 });
    expect(await saveGroup(api, { ...opened, choice })).toMatchObject({ result: 'notReRead' });
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it.each([
    ['', 'saved'],
    ['  ThingsGroupId_other\n', 'otherGroup'],
  ])('V8: a confirmation of %j is %s', async (body, result) => {
    const opened = await open();
    sandbox.faults.add({ route: put, body });
    expect(await saveGroup(api, { ...opened, choice })).toMatchObject({ result });
  });

  it('another value than was sent is called different', async () => {
    const opened = await open();
    const { groups } = await api.groups.list();
    // Somebody else writes between our PUT and our reading it back.
    sandbox.faults.add({
      route: list,
      skip: 1,
      body: JSON.stringify(groups.map(({ raw }) => raw)),
    });
    expect(await saveGroup(api, { ...opened, choice })).toMatchObject({ result: 'different' });
  });
});
