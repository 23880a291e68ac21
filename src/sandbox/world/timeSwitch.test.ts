import { createHash } from 'node:crypto';

import { expect, it } from 'vitest';

import { logOf, minute, open, worldOf } from '#testing/fixtures/passingTimeFixture.ts';

import { createSandbox } from '../sandbox.ts';
import { fleetEventEveryMs } from './passingTime.ts';

it('the option timePasses changes nothing in the world when off', async () => {
  const { clock, sandbox } = open({ things: 500, timePasses: false });
  await clock.advance(24 * 60 * minute);
  const text = JSON.stringify(worldOf(sandbox));
  // The digest of this world without any changes.
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    '8e955c1eabf767efb9022298995195cdedcb518851f994f405cc5722653f239d',
  );
  expect(logOf(sandbox)).toEqual([[], []]);
});

it('the option timePasses starts time when switched on, and again after a reset', async () => {
  const { clock, sandbox } = open({ timePasses: false });
  const before = worldOf(sandbox);
  await clock.advance(10 * minute);
  sandbox.setOptions({ timePasses: true });
  expect(worldOf(sandbox)).toEqual(before);
  await clock.advance(fleetEventEveryMs);
  expect(sandbox.state.fleetChanges().map(({ at }) => at)).toContain(clock.now());
  sandbox.reset();
  expect(logOf(sandbox)).toEqual([[], []]);
});

it('the option timePasses pauses while switched off, and reverts nothing when it continues', async () => {
  const { clock, sandbox } = open();
  const other = createSandbox({ things: 300, timePasses: true, clock });
  await clock.advance(20 * minute);
  sandbox.setOptions({ timePasses: false });
  expect(worldOf(sandbox)).toEqual(worldOf(other));
  const [before] = worldOf(sandbox);
  const done = logOf(sandbox);
  await clock.advance(20 * minute);
  expect(worldOf(sandbox)[0]).toEqual(before);
  sandbox.setOptions({ timePasses: true });
  expect(logOf(sandbox)).toEqual(done);
  expect(sandbox.state.colleagueChanges()).toEqual(other.state.colleagueChanges().slice(0, 16));
  const data = new Map(before?.things.map((one) => [one.ExternalUniqueId, one.Data]));
  for (const thing of sandbox.state.things()) {
    expect(thing.Data).toBeGreaterThanOrEqual(data.get(thing.ExternalUniqueId) ?? 0);
  }
});
