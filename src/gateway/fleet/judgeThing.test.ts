import { describe, expect, it } from 'vitest';

import type { ThingEventKind, ThingValues } from '#contract/fleet.ts';

import { judgeThing, type KnownThing } from './judgeThing.ts';

/** Two devices of one model, and one of another. */
const device = '352081150000016';
const sameDevice = '3520811500000123';
const otherDevice = '352081150000024';
const otherModel = '867239050000017';

/** The kinds of the differences that a row of readings shows, oldest first. */
function kindsOf(...readings: readonly ThingValues[]): readonly ThingEventKind[] {
  let known: KnownThing | undefined;
  return readings.flatMap((seen) => {
    const { next, differences } = judgeThing(known, seen);
    known = next;
    return differences.map(({ kind }) => kind);
  });
}

describe('two readings of a SIM', () => {
  const cases: readonly [string, readonly ThingValues[], readonly ThingEventKind[]][] = [
    ['the first one', [{ imei: device, state: 'ACTIVE' }], []],
    [
      'the same twice',
      [
        { imei: device, blocks: ['Data'] },
        { imei: device, blocks: ['Data'] },
      ],
      [],
    ],
    ['an IMEI after none', [{ imei: '' }, { imei: device }], ['first-imei']],
    ['an IMEI where none was read', [{}, { imei: device }], []],
    ['the same device in another form', [{ imei: device }, { imei: sameDevice }], []],
    ['another device of the model', [{ imei: device }, { imei: otherDevice }], ['other-device']],
    ['another model', [{ imei: device }, { imei: otherModel }], ['other-model']],
    ['no IMEI any more', [{ imei: device }, { imei: '' }], ['imei-gone']],
    ['a reading without the field', [{ imei: device }, {}, { imei: device }], []],
    [
      'a change over a reading without the field',
      [{ imei: device }, {}, { imei: otherModel }],
      ['other-model'],
    ],
    ['the device that was gone', [{ imei: device }, { imei: '' }, { imei: device }], ['imei-gone']],
    [
      'another one in place of the one that was gone',
      [{ imei: device }, { imei: '' }, { imei: otherDevice }],
      ['imei-gone', 'other-device'],
    ],
    ['another IMSI', [{ imsi: '26201' }, { imsi: '26202' }], ['imsi']],
    ['another state', [{ state: 'ACTIVE' }, { state: 'SUSPENDED' }], ['state']],
    ['a block flag', [{ blocks: [] }, { blocks: ['Data'] }], ['blocks']],
    [
      'another group',
      [
        { groupId: 'a', groupName: 'A' },
        { groupId: 'b', groupName: 'B' },
      ],
      ['group'],
    ],
    [
      'a renamed group',
      [
        { groupId: 'a', groupName: 'A' },
        { groupId: 'a', groupName: 'B' },
      ],
      [],
    ],
    ['another group, by its name alone', [{ groupName: 'A' }, { groupName: 'B' }], ['group']],
    [
      'names, usage, and the last location',
      [
        { name: 'a', data: 1 },
        { name: 'b', data: 2 },
      ],
      [],
    ],
  ];

  it.each(cases)('%s', (_name, readings, kinds) => {
    expect(kindsOf(...readings)).toEqual(kinds);
  });

  it('show what was before and after, and keep what only the former had', () => {
    const known = judgeThing(undefined, { imei: device, state: 'ACTIVE', groupName: 'A' }).next;
    const { next, differences } = judgeThing(known, { imei: otherModel, groupName: 'B' });
    expect(differences).toEqual([
      { kind: 'other-model', before: device, after: otherModel },
      { kind: 'group', before: 'A', after: 'B' },
    ]);
    expect(next).toEqual({
      values: { imei: otherModel, state: 'ACTIVE', groupName: 'B' },
      lastImei: otherModel,
    });
  });
});
