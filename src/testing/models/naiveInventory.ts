import type { ThingEvent, ThingEventKind } from '#contract/inventoryThings.ts';

import {
  iccids,
  type List,
  type Row,
  type Shown,
  show,
  timesOf,
  type Truth,
} from './inventoryService.ts';

/** A SIM that has not changed is written at most once in this period. */
const confirmMs = 60_000;

interface Taken {
  readonly askedAt: number;
  readonly shown: Shown;
}

/** A field's value in the newest earlier list, and the time of that list's request. */
interface Last {
  readonly value: string;
  readonly askedAt: number;
}

/**
 * An inventory that keeps every list, and looks through all of them for each difference: slow and simple. It takes
 * the lists in the order of their responses.
 */
export function createNaiveInventory(truth: Truth) {
  const history = new Map<number, Taken[]>();
  /** For each SIM, when the last list that was not ignored arrived. */
  const ends = new Map<number, number>();
  const events: Omit<ThingEvent, 'id'>[] = [];

  return {
    events,
    take(list: List) {
      for (const [sim, row] of list.rows.entries()) {
        if (row.isListed) takeRow(sim, row, list);
      }
    },
  };

  function takeRow(sim: number, row: Row, list: List) {
    const end = ends.get(sim);
    // A list that was requested before the last one arrived may be older.
    if (end !== undefined && list.askedAt <= end) return;
    const shown = agreed(timesOf(list, row).map((time) => show(truth, sim, row, time)));
    const past = history.get(sim) ?? [];
    const isFirst = past.length === 0;
    if (!isFirst && isAlike(past, shown) && list.answeredAt - (end ?? 0) < confirmMs) return;
    const span = { iccid: iccids[sim] ?? '', at: list.answeredAt };
    if (!isFirst) events.push(...differences(past, shown).map((one) => ({ ...one, ...span })));
    history.set(sim, [...past, { askedAt: list.askedAt, shown }]);
    ends.set(sim, list.answeredAt);
  }
}

/** Drops fields in which two records of one SIM in a list differ. */
function agreed(records: readonly Shown[]): Shown {
  const [one = {}, other = one] = records;
  const fields = Object.entries(one).filter(([name, value]) => Reflect.get(other, name) === value);
  return Object.fromEntries(fields);
}

function lastOf(past: readonly Taken[], field: keyof Shown, fits = (_: string) => true) {
  for (const { askedAt, shown } of past.toReversed()) {
    const value = shown[field];
    if (value !== undefined && fits(value)) return { value, askedAt };
  }
  return undefined;
}

const shownFields = ['device', 'imsi', 'state', 'blocks', 'groupId', 'groupName'] as const;

function isAlike(past: readonly Taken[], shown: Shown): boolean {
  const since = pastOfGroup(past);
  return shownFields.every((field) => {
    if (shown[field] === undefined) return true;
    const isGroup = field === 'groupId' || field === 'groupName';
    return lastOf(isGroup ? since : past, field)?.value === shown[field];
  });
}

type Difference = Pick<ThingEvent, 'kind' | 'before' | 'after' | 'since'>;

function differences(past: readonly Taken[], shown: Shown): readonly Difference[] {
  const plain = (['imsi', 'state', 'blocks'] as const).flatMap((kind) =>
    compared(kind, lastOf(past, kind), shown[kind]),
  );
  return [...deviceDifferences(past, shown), ...plain, ...groupDifferences(past, shown)];
}

function compared(
  kind: ThingEventKind,
  last: Last | undefined,
  after: string | undefined,
): readonly Difference[] {
  if (!last || after === undefined || last.value === after) return [];
  return [{ kind, before: last.value, after, since: last.askedAt }];
}

function deviceDifferences(past: readonly Taken[], { device: after }: Shown) {
  const reported = lastOf(past, 'device');
  const device = lastOf(past, 'device', (value) => value !== '');
  if (!reported || after === undefined) return [];
  if (after === '') return reported.value === '' ? [] : compared('imei-gone', reported, after);
  if (!device) return compared('first-imei', reported, after);
  if (device.value.slice(0, 14) === after.slice(0, 14)) return [];
  const isModel = device.value.slice(0, 8) === after.slice(0, 8);
  return compared(isModel ? 'other-device' : 'other-model', device, after);
}

function groupDifferences(all: readonly Taken[], { groupId, groupName }: Shown) {
  const past = pastOfGroup(all);
  const [lastId, lastName] = [lastOf(past, 'groupId'), lastOf(past, 'groupName')];
  const [last, after] = lastId && groupId !== undefined ? [lastId, groupId] : [lastName, groupName];
  return compared('group', last, after).map((one) => ({
    ...one,
    before: lastName?.value ?? one.before,
    after: groupName ?? one.after,
  }));
}

/** The lists since the SIM joined its current group. */
function pastOfGroup(past: readonly Taken[]): readonly Taken[] {
  let from = 0;
  for (const [index, { shown }] of past.entries()) {
    const since = past.slice(from, index);
    const [lastId, lastName] = [lastOf(since, 'groupId'), lastOf(since, 'groupName')];
    const isOther =
      lastId && shown.groupId !== undefined
        ? lastId.value !== shown.groupId
        : lastName && shown.groupName !== undefined && lastName.value !== shown.groupName;
    if (isOther === true) from = index;
  }
  return past.slice(from);
}
