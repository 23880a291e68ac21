import { beforeEach, describe, expect, it } from 'vitest';

import { createApi, type Api } from '#api/client.ts';
import { ApiError } from '#api/errors.ts';
import { snapshotOf, type GroupChoice, type GroupSnapshot } from '#api/groupSettings.ts';
import { systemClock, type Clock } from '#lib/clock.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { sandboxServices, signInTo } from '#testing/fixtures/sandboxServices.ts';

import { listCall, saveGroup, type Save, type SaveStep, type SaveWait } from './saveGroup.ts';

const put = 'PUT /thingsgroup/{ThingsGroupId}';
const list = 'GET /thingsgroup/listWithMeasures';
const choice: GroupChoice = {
  ThingsGroupName: 'Scooters',
  IMEIPrefix: '35693803',
  LockMasterImei: true,
};

let sandbox: Sandbox;
let api: Api;
let now = 0;
let slept: number[] = [];
let abort = new AbortController();

async function start(options: Partial<SandboxOptions> = {}, as = 'writer') {
  now = 0;
  slept = [];
  abort = new AbortController();
  sandbox = createSandbox({ things: 60, ...options });
  const { http, session } = sandboxServices(sandbox, { now: clock.now, after: systemClock.after });
  await signInTo(sandbox, session, as);
  api = createApi(http);
}

/** The group as a page would have read it. */
async function open(
  name = 'Scooter Sharing',
): Promise<{ groupId: string; baseline: GroupSnapshot }> {
  const { groups } = await api.groups.list();
  const group = groups.find((candidate) => candidate.ThingsGroupName === name);
  if (!group) throw new Error(`The sandbox has no group ${name}`);
  return { groupId: group.ThingsGroupId, baseline: snapshotOf(group) };
}

beforeEach(() => start());

/** A clock that jumps over every wait. */
const clock: Clock = {
  now: () => now,
  after(ms, run) {
    slept.push(ms);
    const timer = setTimeout(() => {
      now += ms;
      run();
    });
    return () => clearTimeout(timer);
  },
};

function save(decision: Save, onWait = (_wait: SaveWait | undefined) => {}) {
  const tell = (step: SaveStep) => step.type === 'waiting' && onWait(step.wait);
  return saveGroup(api.groups, decision, { clock, signal: abort.signal, tell });
}

const lists = () => sandbox.state.requests().filter(({ route }) => route === list).length;

describe('a save that nothing stands in the way of', () => {
  it('sends the four documented keys once, with the profile just read, and confirms them', async () => {
    const opened = await open();
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'saved',
      check: 'confirmed',
      stored: { ThingsGroupName: 'Scooters', IMEIPrefix: '35693803', LockMasterImei: true },
    });
    expect(sandbox.state.puts().map(({ body }) => body)).toEqual([
      {
        TelephonyProfileId: opened.baseline.TelephonyProfileId,
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
      expect(await save({ ...(await open()), choice })).toMatchObject({
        outcome: 'saved',
        check: 'not-confirmable',
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
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'not-sent',
      why: 'changed',
    });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('says so where only the date of the last change differs, and sends nothing yet', async () => {
    const opened = await open();
    sandbox.changeGroup(opened.groupId, {});
    const outcome = await save({ ...opened, choice });
    expect(outcome).toMatchObject({ outcome: 'not-sent', why: 'touched' });
    expect(sandbox.state.puts()).toEqual([]);
    const again = await save({ ...opened, baseline: outcome.stored ?? {}, choice });
    expect(again).toMatchObject({ outcome: 'saved' });
  });

  it('says so where the group is gone, and sends nothing', async () => {
    const { baseline } = await open();
    expect(await save({ groupId: 'ThingsGroupId_none', baseline, choice })).toEqual({
      outcome: 'not-sent',
      why: 'gone',
    });
    expect(sandbox.state.puts()).toEqual([]);
  });
});

describe('what the service answers', () => {
  it('a list with records that could not be read does not say that the group is gone', async () => {
    const opened = await open();
    sandbox.faults.add({ route: list, body: '[{"ThingsGroupId":7}, null]' });
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'not-sent',
      why: 'unread',
      error: { kind: 'malformed' },
    });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('a refusal is told with its error', async () => {
    await start({}, 'reader');
    const opened = await open();
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'refused',
      error: { kind: 'forbidden', status: 403 },
    });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('a failure to read it back is not a failure to save', async () => {
    const opened = await open();
    sandbox.faults.add({ route: list, skip: 1, status: 500 });
    expect(await save({ ...opened, choice })).toEqual({ outcome: 'saved' });
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it.each([
    ['', 'confirmed'],
    ['  ThingsGroupId_other\n', 'other-group'],
  ])('V8: a confirmation of %j is %s, and the group is read again', async (body, check) => {
    const opened = await open();
    const before = lists();
    sandbox.faults.add({ route: put, body });
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'saved',
      check,
      stored: choice,
    });
    expect(lists() - before).toBe(2);
  });

  it('an answer that is no id says nothing, and is settled by one look', async () => {
    const opened = await open();
    sandbox.faults.add({ route: put, body: '<!doctype html><title>Log in</title>' });
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'saved',
      check: 'confirmed',
    });
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it('V8: another group stays what is said where the group cannot be read again', async () => {
    const opened = await open();
    sandbox.faults.add({ route: put, body: 'ThingsGroupId_other' });
    sandbox.faults.add({ route: list, skip: 1, status: 500 });
    expect(await save({ ...opened, choice })).toEqual({ outcome: 'saved', check: 'other-group' });
  });

  /** What the list says after the PUT, of the group as it was stored by it. */
  const listsAfter = (groupId: string, change: Record<string, unknown>) =>
    sandbox.faults.add({
      route: list,
      skip: 1,
      body: JSON.stringify([
        {
          ThingsGroupId: groupId,
          ThingsGroupName: 'Scooters',
          TelephonyProfileId: sandbox.state.group(groupId)?.profileId,
          IMEIPrefix: '35693803',
          LockMasterImei: true,
          ...change,
        },
      ]),
    });

  it.each([
    ['its name', { ThingsGroupName: null }],
    ['its profile', { TelephonyProfileId: null }],
    ['its prefix', { IMEIPrefix: null }],
    ['its lock', { LockMasterImei: null }],
  ])(
    'a group that does not report %s any more is not confirmed, nor called different',
    async (_field, change) => {
      const opened = await open();
      listsAfter(opened.groupId, change);
      expect(await save({ ...opened, choice })).toMatchObject({
        outcome: 'saved',
        check: 'not-confirmable',
      });
    },
  );

  it('another profile than was sent is called different', async () => {
    const opened = await open();
    listsAfter(opened.groupId, { TelephonyProfileId: 'TelephonyProfile_9' });
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'saved',
      check: 'different',
    });
  });

  it('a group that is no longer listed after the save is called gone, not different', async () => {
    const opened = await open();
    sandbox.faults.add({ route: list, skip: 1, body: '[]' });
    expect(await save({ ...opened, choice })).toEqual({ outcome: 'saved', check: 'gone' });
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
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'saved',
      check: 'different',
    });
  });
});

describe('a limit: nothing was done, so it may be sent again', () => {
  it('waits as long as asked, says so, looks again, and sends', async () => {
    const opened = await open();
    const waits: (SaveWait | undefined)[] = [];
    sandbox.faults.add({ route: put, status: 429, retryAfter: '7' });
    const outcome = await save({ ...opened, choice }, (wait) => waits.push(wait));
    expect(outcome).toMatchObject({ outcome: 'saved', check: 'confirmed' });
    expect(slept).toEqual([7_000]);
    expect(waits).toMatchObject([{ until: 7_000, error: { status: 429 } }, undefined]);
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it('stops at what somebody changed during the wait', async () => {
    const opened = await open();
    sandbox.faults.add({ route: put, status: 429, retryAfter: '7' });
    const outcome = await save({ ...opened, choice }, (wait) => {
      if (wait) sandbox.changeGroup(opened.groupId, { imeiPrefix: '11111111' });
    });
    expect(outcome).toMatchObject({ why: 'changed', stored: { IMEIPrefix: '11111111' } });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('T12: goes on at once where a new sign-in came before the renewal, and sends once', async () => {
    const opened = await open();
    const facts = { kind: 'rateLimited', code: 'refresh_busy', status: 503 } as const;
    const busy = new ApiError({ ...facts, ...listCall, requestId: 'r', retryAfterMs: 45_000 });
    let isRenewed = false;
    const calls = {
      ...api.groups,
      list: () => (isRenewed ? api.groups.list() : Promise.reject(busy)),
    };
    const outcome = await saveGroup(
      calls,
      { ...opened, choice },
      {
        clock,
        signal: abort.signal,
        tell(step) {
          isRenewed = true;
          if (step.type === 'waiting') step.wait?.endEarly();
        },
      },
    );
    expect(outcome).toMatchObject({ outcome: 'saved', check: 'confirmed' });
    expect(now).toBe(0);
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it('is shown to wait until reading brings more than another wait', async () => {
    const opened = await open();
    sandbox.faults.add({ route: put, status: 429, retryAfter: '7' });
    sandbox.faults.add({ route: list, skip: 1, count: 2, status: 429, retryAfter: '3' });
    const waits: (number | undefined)[] = [];
    await save({ ...opened, choice }, (wait) => waits.push(wait?.until));
    expect(waits).toEqual([7_000, 10_000, 13_000, undefined]);
  });

  it('can be cancelled while it waits, and then sends nothing', async () => {
    const opened = await open();
    sandbox.faults.add({ route: put, status: 429, retryAfter: '7' });
    expect(await save({ ...opened, choice }, () => abort.abort())).toEqual({
      outcome: 'not-sent',
      why: 'cancelled',
    });
    expect(sandbox.state.puts()).toEqual([]);
  });
});

describe('a save that is cancelled', () => {
  it('at the moment when the group was read sends nothing', async () => {
    const opened = await open();
    const calls = {
      ...api.groups,
      async list() {
        const groups = await api.groups.list();
        abort.abort();
        return groups;
      },
    };
    const options = { clock, signal: abort.signal };
    expect(await saveGroup(calls, { ...opened, choice }, options)).toEqual({
      outcome: 'not-sent',
      why: 'cancelled',
    });
    expect(sandbox.state.puts()).toEqual([]);
  });
});

describe('R14: a write that was not answered is settled by one look, and never sent again', () => {
  const puts = () => sandbox.state.requests().filter(({ route }) => route === put).length;

  it.each([
    ['a cut line after the work was done', { cut: 'after' } as const],
    ['an answer that breaks off', { truncate: true } as const],
  ])('%s: saved', async (_name, fault) => {
    const opened = await open();
    sandbox.faults.add({ route: put, ...fault });
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'saved',
      check: 'confirmed',
    });
    expect(puts()).toBe(1);
  });

  it.each([
    ['a cut line before the work was done', { cut: 'before' } as const],
    ['a 500', { status: 500 }],
    ['a 502', { status: 502 }],
    ['a 503', { status: 503 }],
  ])('%s: not saved', async (_name, fault) => {
    const opened = await open();
    sandbox.faults.add({ route: put, ...fault });
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'not-seen',
      check: 'as-before',
    });
    expect(puts()).toBe(1);
  });

  it('a list that hides the lock: saved but not confirmed, where it shows a trace of the change', async () => {
    await start({ groupLockFields: 'none' });
    const opened = await open();
    sandbox.faults.add({ route: put, cut: 'after' });
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'saved',
      check: 'not-confirmable',
    });
  });

  it('a list that hides the lock and shows no trace of a change: not known', async () => {
    await start({ groupLockFields: 'none' });
    const opened = await open();
    sandbox.faults.add({ route: put, cut: 'before' });
    const sameName = { ...choice, ThingsGroupName: 'Scooter Sharing' };
    expect(await save({ ...opened, choice: sameName })).toMatchObject({
      outcome: 'unknown',
      check: 'as-before',
    });
  });

  it('a list that hides the lock, and another date of change alone: not known, since anybody may have touched it', async () => {
    await start({ groupLockFields: 'none' });
    const opened = await open();
    sandbox.faults.add({ route: put, cut: 'before' });
    const sameName = { ...choice, ThingsGroupName: 'Scooter Sharing' };
    const outcome = await saveGroup(
      api.groups,
      { ...opened, choice: sameName },
      {
        clock,
        signal: abort.signal,
        tell: ({ type }) => type === 'sent' && sandbox.changeGroup(opened.groupId, {}),
      },
    );
    expect(outcome).toMatchObject({
      outcome: 'unknown',
      check: 'not-confirmable',
    });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('an answer that carries none of the settings: not known, rather than not saved', async () => {
    const opened = await open();
    sandbox.faults.add({ route: put, cut: 'after' });
    const body = JSON.stringify([
      { ThingsGroupId: opened.groupId, TelephonyProfileId: opened.baseline.TelephonyProfileId },
    ]);
    sandbox.faults.add({ route: list, skip: 1, body });
    expect(await save({ ...opened, choice })).toMatchObject({
      outcome: 'unknown',
      check: 'not-confirmable',
    });
  });

  it('a look that fails too: not known', async () => {
    const opened = await open();
    sandbox.faults.add({ route: put, cut: 'after' });
    sandbox.faults.add({ route: list, skip: 1, status: 503 });
    const outcome = await save({ ...opened, choice });
    expect(outcome).toMatchObject({ outcome: 'unknown' });
    expect(outcome.check).toBeUndefined();
    expect(puts()).toBe(1);
  });
});
