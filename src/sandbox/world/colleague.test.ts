import { describe, expect, it } from 'vitest';

import { listOf, openSandbox, textField } from '#testing/fixtures/sandboxClient.ts';

import { colleagueEveryMs } from './colleague.ts';

type Opened = Awaited<ReturnType<typeof openSandbox>>;

/** Derived from a group's SIMs, which change on their own. */
const measures = ['Active', 'Alarm', 'Data', 'SMS', 'Voice', 'total'];

/** The listed groups without their measures, as strings by id. */
const groupsOf = async ({ caller }: Opened) =>
  new Map(
    listOf((await caller.groups()).json).map((group) => [
      textField(group, 'ThingsGroupId'),
      JSON.stringify(group, (name, value: unknown) =>
        measures.includes(name) ? undefined : value,
      ),
    ]),
  );

async function passTime(opened: Opened, changes: number) {
  await opened.clock.advance(changes * colleagueEveryMs);
  return groupsOf(opened);
}

describe('the colleague, with timePasses on', () => {
  it('changes one group every two and a half minutes, as the list shows', async () => {
    const opened = await openSandbox({ timePasses: true });
    const before = await groupsOf(opened);
    await opened.clock.advance(colleagueEveryMs - 1);
    expect(await groupsOf(opened)).toEqual(before);

    await opened.clock.advance(1);
    const changed = [...(await groupsOf(opened))].filter(([id, group]) => before.get(id) !== group);
    const made = opened.sandbox.state.colleagueChanges();
    expect(made).toContainEqual(expect.objectContaining({ groupId: changed[0]?.[0] }));
    expect(changed).toHaveLength(1);
    expect(made.map(({ at }) => at)).toEqual([opened.clock.now(), opened.clock.now()]);
  });

  it('makes the changes due since the last request in order, each at the time it was due', async () => {
    const opened = await openSandbox({ timePasses: true });
    await passTime(opened, 40);
    const made = opened.sandbox.state.colleagueChanges();
    expect(made).toHaveLength(80);
    expect(made.map(({ at }) => at)).toEqual(made.map(({ at }) => at).toSorted((a, b) => a - b));
    const locks = made.filter(({ patch }) => patch.lockMasterImei !== undefined);
    expect(locks.length).toBeGreaterThan(3);
    expect(made.filter(({ patch }) => patch.name !== undefined).length).toBeGreaterThan(20);
  });

  it('never locks a group without a prefix, and never uses a name twice or a name that is refused', async () => {
    const opened = await openSandbox({ timePasses: true });
    opened.sandbox.changeGroup(opened.group.id, { name: ' (pilot)' });
    const long = opened.sandbox.state.groups()[1]?.id ?? '';
    opened.sandbox.changeGroup(long, { name: 'x'.repeat(128) });
    await passTime(opened, 90);
    const groups = opened.sandbox.state.groups();
    expect(groups.filter((one) => one.lockMasterImei && one.imeiPrefix === '')).toEqual([]);
    expect(new Set(groups.map(({ name }) => name.toLowerCase())).size).toBe(groups.length);
    const names = opened.sandbox.state.colleagueChanges().flatMap(({ patch }) => patch.name ?? []);
    expect(names.filter((name) => name.trim() === '' || name.length > 128)).toEqual([]);
  });

  it('makes the same changes for the same seed, and again after a reset', async () => {
    const opened = await openSandbox({ timePasses: true });
    await passTime(opened, 10);
    const patches = (of: Opened) =>
      of.sandbox.state.colleagueChanges().map(({ groupId, patch }) => ({ groupId, patch }));
    const first = patches(opened);
    const other = await openSandbox({ timePasses: true });
    await passTime(other, 10);
    expect(patches(other)).toEqual(first);
    opened.sandbox.reset();
    expect(opened.sandbox.state.colleagueChanges()).toEqual([]);
  });

  it('changes nothing with timePasses off, and does not catch up when it is switched on', async () => {
    const opened = await openSandbox();
    const before = await groupsOf(opened);
    expect(await passTime(opened, 5)).toEqual(before);
    opened.sandbox.setOptions({ timePasses: true });
    expect(await groupsOf(opened)).toEqual(before);
    await passTime(opened, 1);
    expect(opened.sandbox.state.colleagueChanges()).toHaveLength(2);
  });
});
