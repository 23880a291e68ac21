import { beforeEach, describe, expect, it } from 'vitest';

import { snapshotOf } from '#api/groupSettings.ts';
import type { SandboxOptions } from '#sandbox/options.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';
import { list, openGroups, put } from '#testing/fixtures/groupSaves.ts';

import { createLockRun, type LockRun, type RunState } from './lockRun.ts';
import { formerChoice, reportOf, type RunRow } from './runRow.ts';

const names = ['Scooter Sharing', 'Parcel Vans', 'Payment Terminals Retail'];
const prefix = '35693803';

let services: Awaited<ReturnType<typeof openGroups>>;
let sandbox: typeof services.sandbox;
let kept: RunState[] = [];
let accepted: string[] = [];
/** The group that the service no longer lists. */
let unlisted = '';

async function start(options: Partial<SandboxOptions> = {}) {
  kept = [];
  accepted = [];
  unlisted = '';
  services = await openGroups(options);
  sandbox = services.sandbox;
}

beforeEach(() => start());

/** A run that locks three groups, with the values that a page has read. */
async function lockAll(): Promise<LockRun> {
  const { api, clock } = services;
  const { groups } = await api.groups.list();
  const rows = names.map((name): RunRow => {
    const group = groups.find(({ ThingsGroupName }) => ThingsGroupName === name);
    if (!group) throw new Error(`The sandbox has no group ${name}`);
    const choice = { ThingsGroupName: name, LockMasterImei: true, IMEIPrefix: prefix };
    return {
      groupId: group.ThingsGroupId,
      name,
      decision: { baseline: snapshotOf(group), choice },
      state: { step: 'editing' },
      isUndo: false,
    };
  });
  return createLockRun(rows, {
    calls: {
      update: api.groups.update,
      async list(options) {
        const { groups: listed, ...answer } = await api.groups.list(options);
        return { ...answer, groups: listed.filter((group) => group.ThingsGroupId !== unlisted) };
      },
      noteSaved: (groupId) => accepted.push(groupId),
    },
    clock,
    keep: (state) => kept.push(state),
  });
}

const idOf = (name: string) =>
  sandbox.state.groups().find((group) => group.name === name)?.id ?? '';
function rowAt(run: LockRun, index: number): RunRow {
  const row = run.getSnapshot().rows[index];
  if (!row) throw new Error(`The run has no row ${index}`);
  return row;
}

const labels = (run: LockRun) => run.getSnapshot().rows.map((row) => reportOf(row).label);
const sent = () => services.calls(put).length;
const stored = () => names.map((name) => sandbox.state.group(idOf(name))?.lockMasterImei);

describe('an uninterrupted run', () => {
  it('sends each group once, in turn, with the documented keys, and confirms each', async () => {
    const profiles = names.map((name) => sandbox.state.group(idOf(name))?.profileId);
    const run = await lockAll();
    await run.start();
    expect(labels(run)).toEqual(['Saved', 'Saved', 'Saved']);
    const answers = services.calls(put);
    expect(run.getSnapshot().rows.map((row) => reportOf(row).requestId)).toEqual(
      answers.map(({ requestId }) => requestId),
    );
    expect(sandbox.state.puts().map(({ body }) => body)).toEqual(
      names.map((name, index) =>
        groupBody({
          TelephonyProfileId: profiles[index],
          ThingsGroupName: name,
          IMEIPrefix: prefix,
          LockMasterImei: true,
        }),
      ),
    );
  });

  it('reads the list only once before and once after each save', async () => {
    const run = await lockAll();
    const before = services.calls(list).length;
    await run.start();
    const reads = services.calls(list).length - before;
    expect(reads).toBe(names.length + 1);
  });

  it('sends nothing for a group that already has these values', async () => {
    sandbox.changeGroup(idOf('Parcel Vans'), { lockMasterImei: true, imeiPrefix: prefix });
    const run = await lockAll();
    await run.start();
    expect(labels(run)).toEqual(['Saved', 'Unchanged', 'Saved']);
    expect(sent()).toBe(2);
  });

  it('marks a save as unconfirmed if the service does not report the values, and continues', async () => {
    await start({ groupLockFields: 'none' });
    const run = await lockAll();
    await run.start();
    expect(labels(run)).toEqual([
      'Saved, not confirmed',
      'Saved, not confirmed',
      'Saved, not confirmed',
    ]);
    expect(run.getSnapshot().rows.map(formerChoice)).toEqual([null, null, null]);
  });
});

it('names every setting that another user changed', async () => {
  const run = await lockAll();
  const changed = { name: 'Lorries', imeiPrefix: '11111111', profileId: 'TelephonyProfile_7009' };
  sandbox.changeGroup(idOf('Scooter Sharing'), changed);
  await run.start();
  expect(reportOf(rowAt(run, 0)).words).toBe(
    'Somebody changed this group after you opened it. Nothing was sent. Stored now: Name Lorries · Profile TelephonyProfile_7009 · Unlocked · 11111111.',
  );
});

describe.each([0, 1, 2])('a run that stops at group %i', (k) => {
  const before = Array.from({ length: k }, () => 'Saved');
  const after = Array.from({ length: names.length - k - 1 }, () => 'Not sent');

  it('that another user has changed in the meantime: sends nothing for it or for later groups', async () => {
    const run = await lockAll();
    sandbox.changeGroup(idOf(names[k] ?? ''), { imeiPrefix: '11111111' });
    await run.start();
    expect(labels(run)).toEqual([...before, 'Changed in the meantime', ...after]);
    expect(sent()).toBe(k);
  });

  it('that is no longer listed: says so, sends nothing for it, and continues without it', async () => {
    const run = await lockAll();
    unlisted = idOf(names[k] ?? '');
    await run.start();
    expect(labels(run)).toEqual([...before, 'No longer listed', ...after]);
    await run.start();
    expect(labels(run)).toEqual([...before, 'No longer listed', ...after.map(() => 'Saved')]);
    expect(sent()).toBe(names.length - 1);
  });

  it('that the service refuses: shows its message and request id, and continues on request', async () => {
    const run = await lockAll();
    sandbox.faults.add({ route: put, skip: k, status: 422 });
    await run.start();
    expect(labels(run)).toEqual([...before, 'Refused', ...after]);
    const report = reportOf(rowAt(run, k));
    expect(report.words).toMatch(/did not accept the request \(422\)\. The service said: /);
    expect(report.requestId).toBeTruthy();
    expect(sent()).toBe(k + 1);
    await run.again(idOf(names[k] ?? ''));
    expect(labels(run)).toEqual(['Saved', 'Saved', 'Saved']);
  });

  it('whose response was lost: looks it up once, and never resends it automatically', async () => {
    await start({ groupLockFields: 'none' });
    const run = await lockAll();
    sandbox.faults.add({ route: put, skip: k, cut: 'after' });
    await run.start();
    expect(labels(run).slice(k)).toEqual(['Outcome unknown', ...after]);
    const puts = sent();
    await run.start();
    expect(labels(run)[k]).toBe('Outcome unknown');
    expect(sent()).toBe(puts + after.length);
  });

  it('that is rate-limited: waits as long as the service says, sends it once, and continues', async () => {
    const run = await lockAll();
    sandbox.faults.add({ route: put, skip: k, status: 429, retryAfter: '30' });
    await run.start();
    expect(labels(run)).toEqual(['Saved', 'Saved', 'Saved']);
    expect(sandbox.state.puts()).toHaveLength(names.length);
    expect(services.clock.now()).toBeGreaterThanOrEqual(30_000);
  });
});

describe('a rate-limited list', () => {
  it('is waited for if it confirms a save, and nothing is sent until then', async () => {
    const run = await lockAll();
    sandbox.faults.add({ route: list, skip: 1, status: 429, retryAfter: '40' });
    const pauses: number[] = [];
    run.subscribe(() => {
      if (run.getSnapshot().pauseUntil !== undefined) pauses.push(sent());
    });
    await run.start();
    expect(labels(run)).toEqual(['Saved', 'Saved', 'Saved']);
    expect(new Set(pauses)).toEqual(new Set([1]));
  });
});

describe('a run that the user stops', () => {
  it('follows the sent change to its end, sends nothing more, and continues on request', async () => {
    const run = await lockAll();
    run.subscribe(() => {
      const [first] = run.getSnapshot().rows;
      if (first?.state.step === 'sending' && first.state.isSent) run.stop();
    });
    await run.start();
    expect(sent()).toBe(1);
    // The user is still on the page, so the sent change is also read back.
    expect(labels(run)).toEqual(['Saved', 'Not sent', 'Not sent']);
    expect(stored()).toEqual([true, false, false]);
    expect(accepted).toEqual([idOf('Scooter Sharing')]);
    // Each step is stored, including that a change was being sent.
    expect(kept.some(({ rows: [row] }) => row && reportOf(row).label === 'Sending…')).toBe(true);
    expect(kept.some(({ isStopping }) => isStopping)).toBe(true);
  });

  it('does not read back after the user has left the page', async () => {
    const run = await lockAll();
    run.subscribe(() => {
      const [first] = run.getSnapshot().rows;
      if (first?.state.step === 'sending' && first.state.isSent) run.leave();
    });
    await run.start();
    expect(sent()).toBe(1);
    expect(labels(run)).toEqual(['Accepted, needs review', 'Not sent', 'Not sent']);
    expect(reportOf(rowAt(run, 0)).requestId).toBeTruthy();
  });

  it('and restarts immediately: sends each group once', async () => {
    const run = await lockAll();
    const first = run.start();
    run.leave();
    await Promise.all([first, run.start()]);
    expect(labels(run)).toEqual(['Saved', 'Saved', 'Saved']);
    expect(sent()).toBe(3);
  });

  it('a second click during a run sends nothing twice', async () => {
    const run = await lockAll();
    await Promise.all([run.start(), run.start()]);
    expect(sent()).toBe(3);
  });
});

describe('Undo', () => {
  it('restores exactly the previous values, after a confirmation', async () => {
    const run = await lockAll();
    const id = idOf('Parcel Vans');
    const before = { ...sandbox.state.group(id) };
    await run.start();
    await run.undo(id);
    expect(run.getSnapshot().rows[1]).toMatchObject({ isUndo: false });
    expect(sent()).toBe(3);
    await run.confirmUndo(id);
    expect(sandbox.state.puts().at(-1)?.body).toEqual(
      groupBody({
        TelephonyProfileId: before.profileId,
        ThingsGroupName: 'Parcel Vans',
        IMEIPrefix: before.imeiPrefix,
        LockMasterImei: before.lockMasterImei,
      }),
    );
    expect(labels(run)).toEqual(['Saved', 'Undone', 'Saved']);
    expect(formerChoice(rowAt(run, 1))).toBe(undefined);
  });

  it('that is refused can be tried again, and stores the same', async () => {
    const run = await lockAll();
    const id = idOf('Parcel Vans');
    await run.start();
    sandbox.faults.add({ route: put, status: 403 });
    await run.undo(id);
    await run.confirmUndo(id);
    expect(labels(run)[1]).toBe('Undo: Refused');
    await run.undo(id);
    await run.confirmUndo(id);
    expect(labels(run)[1]).toBe('Undone');
    expect(sandbox.state.group(id)).toMatchObject({ lockMasterImei: false, imeiPrefix: '' });
  });

  it('that is dismissed leaves the row as it was', async () => {
    const run = await lockAll();
    const id = idOf('Parcel Vans');
    await run.start();
    await run.undo(id);
    run.dismissUndo(id);
    expect(labels(run)[1]).toBe('Saved');
    expect(formerChoice(rowAt(run, 1))).toMatchObject({ LockMasterImei: false });
  });

  it('stops if another user changed the group after the save', async () => {
    const run = await lockAll();
    const id = idOf('Parcel Vans');
    await run.start();
    sandbox.changeGroup(id, { imeiPrefix: '11111111' });
    await run.undo(id);
    await run.confirmUndo(id);
    expect(labels(run)[1]).toBe('Undo: Changed in the meantime');
    expect(sent()).toBe(3);
  });
});
