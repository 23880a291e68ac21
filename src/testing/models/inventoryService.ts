import fc from 'fast-check';

import { blockFlags } from '#contract/thing.ts';

/** A fleet that changes over time, and the lists that show it, for models of the inventory. */

export const iccids = ['8988228000010485811', '8988228000010485829'] as const;

/** TAC and serial number: two devices of one model, one device of another model, and no device. */
const devices = ['35208115000001', '35208115000002', '86723905000001', ''] as const;

/** The true state of a SIM at one point in time. */
export interface Facts {
  readonly device: string;
  readonly imsi: string;
  readonly state: string;
  readonly blocks: string;
  readonly group: string;
}

type Field = keyof Facts;

const possible: { readonly [Name in Field]: readonly Facts[Name][] } = {
  device: devices,
  imsi: ['262010000000001', '262010000000002'],
  state: ['ACTIVE', 'SUSPENDED'],
  blocks: ['', 'Data', 'Data, SMS_MO'],
  group: ['a', 'b'],
};

const first: Facts = {
  device: devices[0],
  imsi: '262010000000001',
  state: 'ACTIVE',
  blocks: '',
  group: 'a',
};

const lastsMs = 600_000;
const moment = fc.oneof(
  fc.integer({ min: 0, max: 20 }).map((step) => step * 1000),
  fc.integer({ min: 0, max: lastsMs / 1000 }).map((step) => step * 1000),
);

const fieldNames = ['device', 'imsi', 'state', 'blocks', 'group'] as const;
const anyChange = fc.record({
  at: moment,
  sim: fc.nat(iccids.length - 1),
  set: fc.oneof(
    ...fieldNames.map((field) =>
      fc.constantFrom(...possible[field]).map((value) => ({ [field]: value })),
    ),
  ),
});
const anyRename = fc.record({ at: moment, group: fc.constantFrom('a', 'b') });

const mayLack = ['IMEI', 'ActiveMobileSubscriber', 'State', 'Block', 'Group'] as const;

type Lacked = (typeof mayLack)[number];

const anyRow = fc.record({
  isListed: fc.boolean(),
  isListedTwice: fc.nat(4).map((number) => number === 0),
  /** Fields that the record lacks. */
  lacks: fc.oneof(
    { weight: 3, arbitrary: fc.constant<readonly Lacked[]>([]) },
    { weight: 1, arbitrary: fc.subarray<Lacked>([...mayLack]) },
  ),
  /** The form of the reported IMEI; `hasGroupId` tells whether the group's id is reported. */
  form: fc.nat(3),
  hasGroupId: fc.boolean(),
});
export type Row = typeof anyRow extends fc.Arbitrary<infer T> ? T : never;

const anyList = fc.record({
  askedAt: moment,
  takes: fc.constantFrom(0, 1000, 4000, 9000),
  made: fc.constantFrom(0, 0.5, 1),
  rows: fc.tuple(anyRow, anyRow),
  gateway: fc.nat(1),
  /** Whether the list waits for all earlier work, and later work waits for the list. */
  isAlone: fc.boolean(),
});

export const anyHistory = fc
  .record({
    changes: fc.array(anyChange, { maxLength: 12 }),
    renames: fc.array(anyRename, { maxLength: 2 }),
    lists: fc.array(anyList, { minLength: 2, maxLength: 14 }),
    groupIds: fc.constantFrom('always', 'never', 'sometimes'),
  })
  .map(({ lists, changes, ...history }) => ({
    ...history,
    changes: changes.toSorted((a, b) => a.at - b.at),
    lists: lists
      .map((list) => ({ ...list, answeredAt: list.askedAt + list.takes }))
      .toSorted((a, b) => a.answeredAt - b.answeredAt),
  }));
export type History = typeof anyHistory extends fc.Arbitrary<infer T> ? T : never;
export type List = History['lists'][number];

/** The true state of the fleet at any time. */
export function createTruth({ changes, renames, groupIds }: History) {
  return {
    factsAt(sim: number, time: number): Facts {
      const past = changes.filter((change) => change.sim === sim && change.at <= time);
      const facts = { ...first };
      for (const { set } of past) Object.assign(facts, set);
      return facts;
    },
    /** Groups are renamed, but no name is reused. */
    groupName(group: string, time: number): string {
      const count = renames.filter((rename) => rename.group === group && rename.at <= time).length;
      return `${group}.${count}`;
    },
    /** The times of changes within this span, plus its start and end. */
    momentsWithin(since: number, at: number): readonly number[] {
      const all = [...changes, ...renames].map((change) => change.at);
      return [since, ...all.filter((time) => since < time && time < at), at].toSorted(
        (a, b) => a - b,
      );
    },
    hasGroupId: (row: Row) => groupIds === 'always' || (groupIds === 'sometimes' && row.hasGroupId),
  };
}
export type Truth = ReturnType<typeof createTruth>;

/** The values that a list has for a SIM. */
export interface Shown {
  readonly device?: string;
  readonly imsi?: string;
  readonly state?: string;
  readonly blocks?: string;
  readonly groupId?: string;
  readonly groupName?: string;
}

/** The values of one record in a list made at this time. */
export function show(truth: Truth, sim: number, row: Row, time: number): Shown {
  const { device, imsi, state, blocks, group } = truth.factsAt(sim, time);
  const carries = (field: Lacked) => !row.lacks.includes(field);
  return {
    ...(carries('IMEI') && { device: inForm(device, row.form) }),
    ...(carries('ActiveMobileSubscriber') && { imsi }),
    ...(carries('State') && { state }),
    ...(carries('Block') && { blocks }),
    ...(carries('Group') && { groupName: truth.groupName(group, time) }),
    ...(carries('Group') && truth.hasGroupId(row) && { groupId: group }),
  };
}

/** IMEI with its check digit, with a different digit, as IMEISV, or without a check digit (3GPP TS 23.003, 6.2). */
function inForm(device: string, form: number): string {
  return device === '' ? '' : `${device}${['6', '0', '12', ''][form]}`;
}

/** The body of a list. If a SIM is listed twice, its rows were read at different times. */
export function bodyOf(truth: Truth, list: List): unknown {
  return list.rows.flatMap((row, sim) => {
    if (!row.isListed) return [];
    return timesOf(list, row).map((time) => recordOf(sim, show(truth, sim, row, time)));
  });
}

/** When the service read one SIM's records. */
export function timesOf(list: List, row: Row): readonly number[] {
  const madeAt = list.askedAt + Math.round(list.made * list.takes);
  return row.isListedTwice ? [list.askedAt, madeAt] : [madeAt];
}

function recordOf(sim: number, shown: Shown): unknown {
  const { device, imsi, state, blocks, groupId, groupName } = shown;
  const set = blocks?.split(', ') ?? [];
  return {
    ExternalUniqueId: iccids[sim],
    ...(device !== undefined && { IMEI: device === '' && sim === 0 ? '000000000000000' : device }),
    ActiveMobileSubscriber: imsi ?? null,
    State: state,
    ...(blocks !== undefined && {
      Block: Object.fromEntries(blockFlags.map((flag) => [flag, set.includes(flag)])),
    }),
    ThingsGroupId: groupId,
    ThingsGroupName: groupName,
  };
}
