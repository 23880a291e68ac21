import { createColleague, type Colleague, type ColleagueChange } from './colleague.ts';
import type { Customer } from './customers.ts';
import { type Episode, type FleetEvent, fleetEvents } from './fleetEvents.ts';
import { createStage, type FleetChange } from './fleetStage.ts';
import { hash32, itemAt } from './random.ts';

/** How often an event happens in each customer's fleet: a few times a minute. */
export const fleetEventEveryMs = 15_000;
/** The time in which each kind of event happens once. */
export const fleetRoundMs = fleetEventEveryMs * Object.keys(fleetEvents).length;

/** At this many entries, the older half of a log is dropped. */
const maxEntries = 20_000;

export type PassingTime = ReturnType<typeof createPassingTime>;

/**
 * The changes that a world makes on its own. They depend only on the seed and the time since the start, not on
 * when the clock is read: changes are made in order, each at the time when it was due.
 */
export function createPassingTime(customers: readonly Customer[]) {
  let colleague: Colleague | undefined;
  const former: ColleagueChange[] = [];
  const fleets = customers.map(createFleet);
  let startedAt: number | undefined;
  let done = 0;
  const setTime = (now: number) => {
    for (const { time } of customers) if (time) time.now = Math.max(time.now, now);
  };
  return {
    /** Starts, or continues after a pause; times in milliseconds since the Unix epoch. */
    start(now: number) {
      startedAt ??= now;
      for (const customer of customers) {
        customer.time ??= { since: now, now, cellsDown: new Set() };
      }
      setTime(now);
      former.push(...(colleague?.changes ?? []));
      colleague = createColleague(customers, now);
      done = Math.max(done, Math.floor((now - startedAt) / fleetEventEveryMs));
    },
    /** Makes the changes that are due by now. */
    catchUp(now: number) {
      if (startedAt === undefined) return;
      for (;;) {
        const fleetAt = startedAt + (done + 1) * fleetEventEveryMs;
        const at = Math.min(fleetAt, colleague?.nextAt() ?? fleetAt);
        if (at > now) break;
        setTime(at);
        colleague?.catchUp(at);
        if (at < fleetAt) continue;
        for (const fleet of fleets) fleet.happen(at, done);
        done++;
      }
      setTime(now);
    },
    /** The colleague's changes to groups, oldest first. */
    colleagueChanges: () => [...former, ...(colleague?.changes ?? [])],
    /** Changes to a customer's SIMs, oldest first. */
    fleetChanges: (customerId: string): readonly FleetChange[] =>
      fleets.find(({ customer }) => customer.id === customerId)?.changes() ?? [],
  };
}

const eventNames = Object.keys(fleetEvents) as (keyof typeof fleetEvents)[]; // oxlint-disable-line no-unsafe-type-assertion -- the keys of a constant

function createFleet(customer: Customer) {
  let changes: FleetChange[] = [];
  const busy = new Set<number>();
  const episodes = new Map<keyof typeof fleetEvents, Episode[]>();
  const { stage, begin } = createStage(customer, busy, (change) => {
    if (changes.length >= maxEntries) changes = changes.slice(maxEntries / 2);
    changes.push(change);
  });
  return {
    customer,
    changes: (): readonly FleetChange[] => changes,
    /** @param number the event's number, counted from the start */
    happen(at: number, number: number) {
      begin(at, number);
      const name = nameOf(customer.seed, number);
      const event: FleetEvent = fleetEvents[name];
      const current = episodes.get(name) ?? [];
      const next =
        current.length < event.atOnce || event.atOnce === 0 ? event.begin(stage) : undefined;
      if (next) {
        busy.add(next.sim.row);
        episodes.set(name, [...current, next]);
        return;
      }
      const [oldest, ...rest] = current;
      if (!oldest) return;
      oldest.end();
      busy.delete(oldest.sim.row);
      episodes.set(name, rest);
    },
  };
}

/** Each round has every kind of event, in a different order. */
function nameOf(seed: number, number: number): keyof typeof fleetEvents {
  const round = Math.floor(number / eventNames.length);
  const order = eventNames.toSorted(
    (a, b) =>
      hash32(seed, round, eventNames.indexOf(a)) - hash32(seed, round, eventNames.indexOf(b)),
  );
  return itemAt(order, number % eventNames.length);
}
