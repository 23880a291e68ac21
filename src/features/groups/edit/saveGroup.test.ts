import { describe, expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import { snapshotOf, type GroupSnapshot } from '#api/groupSettings.ts';
import { list, openGroups, put } from '#testing/fixtures/groupSaves.ts';

import { listCall, saveGroup, type SaveCalls, type SaveStep, type SaveWait } from './saveGroup.ts';

const choice = { ThingsGroupName: 'Scooters', IMEIPrefix: '35693803', LockMasterImei: true };

interface Given extends Partial<Pick<SaveCalls, 'list' | 'update'>> {
  readonly from?: GroupSnapshot;
  readonly onWait?: (wait: SaveWait | undefined) => void;
}

/** A group as read by a page, and a save of it. */
async function open() {
  const services = await openGroups();
  const { groups, clock, group } = services;
  const opened = await group('Scooter Sharing');
  const { ThingsGroupId: groupId } = opened;
  const baseline = snapshotOf(opened);
  const abort = new AbortController();
  return {
    ...services,
    groupId,
    baseline,
    abort,
    save(given: Given = {}) {
      const { from = baseline, onWait, list: read = groups.list, update = groups.update } = given;
      const tell = (step: SaveStep) => step.type === 'waiting' && onWait?.(step.wait);
      const calls = { ...groups, list: read, update };
      const decision = { groupId, baseline: from, choice };
      return saveGroup(calls, decision, { clock, signal: abort.signal, tell });
    },
  };
}

it('a straightforward save sends the documented keys once, with the profile read last, and confirms them', async () => {
  const { sandbox, baseline, save } = await open();
  expect(await save()).toMatchObject({ outcome: 'saved', check: 'confirmed', stored: choice });
  expect(sandbox.state.puts().map(({ body }) => body)).toEqual([
    { TelephonyProfileId: baseline.TelephonyProfileId, ...choice },
  ]);
});

it('R15: if only the modification date differs, says so and sends nothing yet', async () => {
  const { sandbox, groupId, save } = await open();
  sandbox.changeGroup(groupId, {});
  const outcome = await save();
  expect(outcome).toMatchObject({ outcome: 'not-sent', why: 'touched' });
  expect(sandbox.state.puts()).toEqual([]);
  expect(await save({ from: outcome.stored ?? {} })).toMatchObject({ outcome: 'saved' });
});

it('C1: a change that the gateway could not record, and so did not send, is refused', async () => {
  const { save } = await open();
  const facts = { kind: 'server', code: 'not_recorded', status: 503, requestId: 'r' } as const;
  const error = new ApiError({ ...facts, method: 'PUT', route: put.slice(4) });
  expect(await save({ update: () => Promise.reject(error) })).toEqual({
    outcome: 'refused',
    error,
  });
});

describe('a rate limit: nothing was done, so the change may be sent again', () => {
  async function openLimited() {
    const opened = await open();
    opened.sandbox.faults.add({ route: put, status: 429, retryAfter: '7' });
    return opened;
  }

  it('waits as long as asked, says so, reads again, and sends', async () => {
    const { sandbox, slept, save } = await openLimited();
    const waits: (SaveWait | undefined)[] = [];
    const outcome = await save({ onWait: (wait) => waits.push(wait) });
    expect(outcome).toMatchObject({ outcome: 'saved', check: 'confirmed' });
    expect(slept).toEqual([7_000]);
    expect(waits).toMatchObject([{ until: 7_000, error: { status: 429 } }, undefined]);
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it('stops if another user changed the group during the wait', async () => {
    const { sandbox, groupId, save } = await openLimited();
    const outcome = await save({
      onWait: (wait) => wait && sandbox.changeGroup(groupId, { imeiPrefix: '11111111' }),
    });
    expect(outcome).toMatchObject({ why: 'changed', stored: { IMEIPrefix: '11111111' } });
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('T12: continues immediately if a new sign-in comes before the renewal, and sends once', async () => {
    const { sandbox, groups, clock, save } = await open();
    const facts = { kind: 'rateLimited', code: 'refresh_busy', status: 503 } as const;
    const busy = new ApiError({ ...facts, ...listCall, requestId: 'r', retryAfterMs: 45_000 });
    let isRenewed = false;
    const outcome = await save({
      list: () => (isRenewed ? groups.list() : Promise.reject(busy)),
      onWait(wait) {
        isRenewed = true;
        wait?.endEarly();
      },
    });
    expect(outcome).toMatchObject({ outcome: 'saved', check: 'confirmed' });
    expect(clock.now()).toBe(0);
    expect(sandbox.state.puts()).toHaveLength(1);
  });

  it('is shown as waiting until a read does not lead to another wait', async () => {
    const { sandbox, save } = await openLimited();
    sandbox.faults.add({ route: list, skip: 1, count: 2, status: 429, retryAfter: '3' });
    const waits: (number | undefined)[] = [];
    await save({ onWait: (wait) => waits.push(wait?.until) });
    expect(waits).toEqual([7_000, 10_000, 13_000, undefined]);
  });
});

const cancelled = { outcome: 'not-sent', why: 'cancelled' };

describe('a save that is cancelled sends nothing', () => {
  it('while it waits', async () => {
    const { sandbox, abort, save } = await open();
    sandbox.faults.add({ route: put, status: 429, retryAfter: '7' });
    expect(await save({ onWait: () => abort.abort() })).toEqual(cancelled);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('right after the group was read', async () => {
    const { sandbox, groups, abort, save } = await open();
    async function read() {
      const answer = await groups.list();
      abort.abort();
      return answer;
    }
    expect(await save({ list: read })).toEqual(cancelled);
    expect(sandbox.state.puts()).toEqual([]);
  });
});
