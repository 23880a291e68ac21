import { describe, expect, it } from 'vitest';

import { storedBody } from '#testing/fixtures/groupBody.ts';
import { list, put } from '#testing/fixtures/groupSaves.ts';
import { groupNames, lockPrefix, openLockRun } from '#testing/fixtures/openLockRun.ts';

import { formerChoice, reportOf } from './runRow.ts';

describe('an uninterrupted run', () => {
  it('sends each group once, in turn, with the documented keys, and confirms each', async () => {
    const { sandbox, run, idOf, labels, calls } = await openLockRun();
    const groups = groupNames.map((name) => ({ ...sandbox.state.group(idOf(name)) }));
    await run.start();
    expect(labels()).toEqual(['Saved', 'Saved', 'Saved']);
    expect(run.getSnapshot().rows.map((row) => reportOf(row).requestId)).toEqual(
      calls(put).map(({ requestId }) => requestId),
    );
    expect(sandbox.state.puts().map(({ body }) => body)).toEqual(
      groups.map((group) => storedBody({ ...group, imeiPrefix: lockPrefix, lockMasterImei: true })),
    );
  });

  it('reads the list only once before and once after each save', async () => {
    const { run, calls } = await openLockRun();
    const before = calls(list).length;
    await run.start();
    expect(calls(list).length - before).toBe(groupNames.length + 1);
  });

  it('sends nothing for a group that already has these values', async () => {
    const { run, calls, labels, sent } = await openLockRun({ lockedBefore: 'Parcel Vans' });
    const before = calls(list).length;
    await run.start();
    expect(labels()).toEqual(['Saved', 'Unchanged', 'Saved']);
    expect(sent()).toBe(2);
    expect(calls(list).length - before).toBe(3);
  });

  it('stops at a group that no longer has these values, although the list on screen shows them', async () => {
    const { sandbox, run, idOf, labels } = await openLockRun({ lockedBefore: 'Parcel Vans' });
    sandbox.changeGroup(idOf('Parcel Vans'), { lockMasterImei: false });
    await run.start();
    expect(labels()).toEqual(['Saved', 'Changed in the meantime', 'Not sent']);
  });

  it('marks a save as unconfirmed if the service does not report the values, and continues', async () => {
    const { run, labels } = await openLockRun({ groupLockFields: 'none' });
    await run.start();
    expect(labels()).toEqual(Array(3).fill('Saved, not confirmed'));
    expect(run.getSnapshot().rows.map(formerChoice)).toEqual([null, null, null]);
  });
});

it('names every setting that another user changed', async () => {
  const { sandbox, run, idOf, rowAt } = await openLockRun();
  const changed = { name: 'Lorries', imeiPrefix: '11111111', profileId: 'TelephonyProfile_7009' };
  sandbox.changeGroup(idOf('Scooter Sharing'), changed);
  await run.start();
  expect(reportOf(rowAt(0)).words).toBe(
    'Somebody changed this group after you opened it. Nothing was sent. Stored now: Name Lorries · Profile TelephonyProfile_7009 · Unlocked · 11111111.',
  );
});

describe.each([0, 1, 2])('a run that stops at group %i', (k) => {
  const before = Array.from({ length: k }, () => 'Saved');
  const after = Array.from({ length: groupNames.length - k - 1 }, () => 'Not sent');

  it('that another user has changed in the meantime: sends nothing for it or for later groups', async () => {
    const { sandbox, run, idOf, labels, sent } = await openLockRun();
    sandbox.changeGroup(idOf(groupNames[k] ?? ''), { imeiPrefix: '11111111' });
    await run.start();
    expect(labels()).toEqual([...before, 'Changed in the meantime', ...after]);
    expect(sent()).toBe(k);
  });

  it('that is no longer listed: says so, sends nothing for it, and continues without it', async () => {
    const { run, idOf, unlisted, labels, sent } = await openLockRun();
    unlisted.add(idOf(groupNames[k] ?? ''));
    await run.start();
    expect(labels()).toEqual([...before, 'No longer listed', ...after]);
    await run.start();
    expect(labels()).toEqual([...before, 'No longer listed', ...after.map(() => 'Saved')]);
    expect(sent()).toBe(groupNames.length - 1);
  });

  it('that the service refuses: shows its message and request id, and continues on request', async () => {
    const { sandbox, run, idOf, rowAt, labels, sent } = await openLockRun();
    sandbox.faults.add({ route: put, skip: k, status: 422 });
    await run.start();
    expect(labels()).toEqual([...before, 'Refused', ...after]);
    const report = reportOf(rowAt(k));
    expect(report.words).toMatch(/did not accept the request \(422\)\. The service said: /);
    expect(report.requestId).toBeTruthy();
    expect(sent()).toBe(k + 1);
    await run.again(idOf(groupNames[k] ?? ''));
    expect(labels()).toEqual(['Saved', 'Saved', 'Saved']);
  });

  it('whose response was lost: looks it up once, and never resends it automatically', async () => {
    const { sandbox, run, labels, sent } = await openLockRun({ groupLockFields: 'none' });
    sandbox.faults.add({ route: put, skip: k, cut: 'after' });
    await run.start();
    expect(labels().slice(k)).toEqual(['Outcome unknown', ...after]);
    const puts = sent();
    await run.start();
    expect(labels()[k]).toBe('Outcome unknown');
    expect(sent()).toBe(puts + after.length);
  });

  it('that is rate-limited: waits as long as the service says, sends it once, and continues', async () => {
    const { sandbox, run, labels, clock } = await openLockRun();
    sandbox.faults.add({ route: put, skip: k, status: 429, retryAfter: '30' });
    await run.start();
    expect(labels()).toEqual(['Saved', 'Saved', 'Saved']);
    expect(sandbox.state.puts()).toHaveLength(groupNames.length);
    expect(clock.now()).toBeGreaterThanOrEqual(30_000);
  });
});

it('a rate-limited list is waited for if it confirms a save, and nothing is sent until then', async () => {
  const { sandbox, run, labels, sent } = await openLockRun();
  sandbox.faults.add({ route: list, skip: 1, status: 429, retryAfter: '40' });
  const pauses: number[] = [];
  run.subscribe(() => {
    if (run.getSnapshot().pauseUntil !== undefined) pauses.push(sent());
  });
  await run.start();
  expect(labels()).toEqual(['Saved', 'Saved', 'Saved']);
  expect(new Set(pauses)).toEqual(new Set([1]));
});

describe('a run that the user stops', () => {
  it('follows the sent change to completion, sends nothing more, and continues on request', async () => {
    const { run, kept, accepted, idOf, labels, sent, stored } = await openLockRun();
    run.subscribe(() => {
      const [first] = run.getSnapshot().rows;
      if (first?.state.step === 'sending' && first.state.isSent) run.stop();
    });
    await run.start();
    expect(sent()).toBe(1);
    // The user is still on the page, so the sent change is also read back.
    expect(labels()).toEqual(['Saved', 'Not sent', 'Not sent']);
    expect(stored()).toEqual([true, false, false]);
    expect(accepted).toEqual([idOf('Scooter Sharing')]);
    // Each step is stored, including the fact that a change was being sent.
    expect(kept.some(({ rows: [row] }) => row && reportOf(row).label === 'Sending…')).toBe(true);
    expect(kept.some(({ isStopping }) => isStopping)).toBe(true);
  });

  it('does not read back after the user has left the page', async () => {
    const { run, rowAt, labels, sent } = await openLockRun();
    run.subscribe(() => {
      const [first] = run.getSnapshot().rows;
      if (first?.state.step === 'sending' && first.state.isSent) run.leave();
    });
    await run.start();
    expect(sent()).toBe(1);
    expect(labels()).toEqual(['Accepted, needs review', 'Not sent', 'Not sent']);
    expect(reportOf(rowAt(0)).requestId).toBeTruthy();
  });

  it('and restarts immediately: sends each group once', async () => {
    const { run, labels, sent } = await openLockRun();
    const first = run.start();
    run.leave();
    await Promise.all([first, run.start()]);
    expect(labels()).toEqual(['Saved', 'Saved', 'Saved']);
    expect(sent()).toBe(3);
  });

  it('a second click during a run sends nothing twice', async () => {
    const { run, sent } = await openLockRun();
    await Promise.all([run.start(), run.start()]);
    expect(sent()).toBe(3);
  });
});
