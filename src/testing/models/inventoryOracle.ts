import type { ThingEvent, ThingEventKind } from '#contract/inventoryThings.ts';

import type { InventoryModel } from './inventoryModel.ts';
import { type History, iccids, type List, show, timesOf, type Truth } from './inventoryService.ts';

/** Describes each error in the events, given the truth and the lists that could show it. */
export function expectEvents(
  truth: Truth,
  history: History,
  events: readonly ThingEvent[],
  model: Pick<InventoryModel, 'wasAlone' | 'hasFaults' | 'dropped'>,
): readonly string[] {
  const untrue = events.filter((event) => !isTrue(truth, history, event));
  return [
    ...untrue.map((event) => `never happened: ${JSON.stringify(event)}`),
    ...iccids.flatMap((iccid) =>
      chains.flatMap((kinds) =>
        repeated(events.filter((one) => one.iccid === iccid && kinds.includes(one.kind))),
      ),
    ),
    ...(model.hasFaults() ? [] : missed(truth, history, events, model.wasAlone)),
    ...(model.hasFaults() || model.dropped() === 0 ? [] : ['dropped although the store kept up']),
  ];
}

/** Kinds that concern the same field. */
const families: readonly (readonly ThingEventKind[])[] = [
  ['first-imei', 'other-device', 'other-model', 'imei-gone'],
  ['imsi'],
  ['group'],
  ['state'],
  ['blocks'],
];

/** Kinds whose events never overlap. A new device may be reported before the old device is reported missing. */
const chains: typeof families = [
  ['first-imei', 'other-device', 'other-model'],
  ['imei-gone'],
  ...families.slice(1),
];

/** Whether the values before and after were true, in this order, within the event's time. */
function isTrue(truth: Truth, history: History, event: ThingEvent): boolean {
  const { kind, before, after, since, at } = event;
  const sim = iccids.findIndex((iccid) => iccid === event.iccid);
  const times = truth.momentsWithin(since, at);
  const wasAt = (time: number, value: string) => {
    const facts = truth.factsAt(sim, time);
    if (kind === 'imsi' || kind === 'state' || kind === 'blocks') return facts[kind] === value;
    if (kind !== 'group') return facts.device === value.slice(0, 14);
    // A renamed group is the same group if its id is known.
    if (history.groupIds === 'always') return facts.group === value.slice(0, 1);
    return (
      value === facts.group ||
      value === truth.groupName(facts.group, time) ||
      facts.group === value.slice(0, 1)
    );
  };
  return (
    isOfKind(kind, before, after, history) &&
    times.some((from) => wasAt(from, before) && times.some((to) => from <= to && wasAt(to, after)))
  );
}

function isOfKind(kind: ThingEventKind, before: string, after: string, { groupIds }: History) {
  if (kind === 'group') return groupIds === 'always' ? before[0] !== after[0] : before !== after;
  if (kind === 'first-imei') return before === '' && after !== '';
  if (kind === 'imei-gone') return before !== '' && after === '';
  const [one, other] = [before.slice(0, 14), after.slice(0, 14)];
  const isSameModel = one.slice(0, 8) === other.slice(0, 8);
  if (kind === 'other-device') return one !== other && isSameModel;
  if (kind === 'other-model') return one !== '' && other !== '' && !isSameModel;
  return before !== after;
}

/** A field changes again only after a list showing its previous change has been requested. */
function repeated(events: readonly ThingEvent[]): readonly string[] {
  return events.flatMap((event, index) => {
    const last = events[index - 1];
    if (!last || (event.at > last.at && event.since > last.since)) return [];
    return [`reported twice: ${JSON.stringify([last, event])}`];
  });
}

/**
 * Differences between two lists without an event. Only lists that do not overlap with any other list, either in time or
 * inside the gateways, have a definite order.
 */
function missed(
  truth: Truth,
  { lists, groupIds }: History,
  events: readonly ThingEvent[],
  wasAlone: (list: List) => boolean,
): readonly string[] {
  return iccids.flatMap((iccid, sim) => {
    const listed = lists.filter(({ rows }) => rows[sim]?.isListed);
    const clear = listed.filter(
      (list) =>
        wasAlone(list) &&
        !listed.some(
          (other) =>
            other !== list && other.askedAt <= list.answeredAt && list.askedAt <= other.answeredAt,
        ),
    );
    return clear.flatMap((list, index) => {
      const last = clear[index - 1];
      if (!last) return [];
      const [before, after] = [last, list].map((one) => shownOf(truth, sim, one));
      const isReported = (kinds: readonly ThingEventKind[]) =>
        events.some(
          (event) =>
            event.iccid === iccid &&
            kinds.includes(event.kind) &&
            last.answeredAt < event.at &&
            event.at <= list.answeredAt,
        );
      return families.flatMap((kinds) => {
        const isMissed =
          differs(kinds[0], before ?? {}, after ?? {}, groupIds) && !isReported(kinds);
        return isMissed ? [`missed: ${kinds[0]} of ${iccid} before ${list.answeredAt}`] : [];
      });
    });
  });
}

type Shown = ReturnType<typeof show>;

/** The values of a SIM in a list that contains it once. */
function shownOf(truth: Truth, sim: number, list: List): Shown {
  const row = list.rows[sim];
  const [time] = row ? timesOf(list, row) : [];
  return !row || row.isListedTwice || time === undefined ? {} : show(truth, sim, row, time);
}

function differs(
  kind: ThingEventKind | undefined,
  before: Shown,
  after: Shown,
  groupIds: History['groupIds'],
): boolean {
  const other = (a: string | undefined, b: string | undefined) =>
    a !== undefined && b !== undefined && a !== b;
  if (kind === 'imsi' || kind === 'state' || kind === 'blocks') {
    return other(before[kind], after[kind]);
  }
  if (kind === 'group') {
    if (groupIds === 'sometimes') return false;
    return groupIds === 'always'
      ? other(before.groupId, after.groupId)
      : other(before.groupName, after.groupName);
  }
  // A device that is reported again after an empty report is the same device.
  return before.device !== '' && other(before.device?.slice(0, 14), after.device?.slice(0, 14));
}
