import { setImmediate } from 'node:timers/promises';

import type { Clock } from '#lib/clock.ts';

import type { ReadingTime } from '../changes/judgeReading.ts';
import { createCustomerQueues } from '../customerQueues.ts';
import type { Store } from '../store/store.ts';
import type { NewThingReading, ThingReading } from '../store/thingReadings.ts';
import { judgeThing } from './judgeThing.ts';
import { type ListedThing, readThingsList } from './listedThings.ts';

/** Remembers of each SIM what the lists that pass have shown, and what changed between two of them. */
export interface FleetMemory {
  /**
   * Takes a list that was passed on, and remembers it later.
   *
   * @param copy makes a copy of an answer to `GET /things`, whatever it holds; not called where it is not remembered
   */
  remember(customerId: string, time: ReadingTime, copy: () => Response): void;
  /** Settles when the lists of this customer that came until now are remembered, or after a short while. */
  caughtUp(customerId: string): Promise<void>;
  /** Settles when all lists are remembered. */
  idle(): Promise<void>;
}

/** A scan sends six lists at a time; the others of a customer that works on are read again soon. */
const maxWaitingOfOne = 60;
const maxWaiting = 300;

/** A list is compared so often, while other gateways are faster. */
const maxTurns = 5;

/** That a SIM is listed as before is written so often. */
const confirmEveryMs = 60_000;

/**
 * @param given.isOn `FLEET_MEMORY`
 * @param given.onDropped told of each list that was not remembered, since the store did not keep up
 */
export function createFleetMemory(given: {
  readonly store: Pick<Store, 'things'>;
  readonly isOn: boolean;
  readonly clock: Clock;
  readonly onDropped: () => void;
}): FleetMemory {
  const { store, clock, onDropped } = given;
  const queues = createCustomerQueues({ clock, maxWaiting, maxWaitingOfOne, onDropped });
  let count = 0;
  const newId = () => `${(count++).toString(36).padStart(6, '0')}-${crypto.randomUUID()}`;

  async function compare(customerId: string, time: ReadingTime, body: Response): Promise<void> {
    // The answer leaves first.
    await setImmediate();
    // Whoever leaves the page cancels the answer, and then there is no list.
    const text = await body.text().catch(() => '');
    let left = readThingsList(parse(text));
    for (let turn = 0; left.length > 0 && turn < maxTurns; turn++) {
      // oxlint-disable-next-line no-await-in-loop -- one turn judges what the one before has left
      left = await compareOnce(customerId, time, left);
    }
    if (left.length > 0) onDropped();
  }

  /** @returns those of which another gateway has taken over something meanwhile: they are compared with that */
  async function compareOnce(
    customerId: string,
    time: ReadingTime,
    listed: readonly ListedThing[],
  ): Promise<readonly ListedThing[]> {
    const known = await store.things.load(
      customerId,
      listed.map(({ iccid }) => iccid),
    );
    const readings = listed
      .flatMap((thing) => newReading(thing, known.get(thing.iccid), time, newId) ?? [])
      // Two gateways that take over the same SIMs do so in one order, and wait for each other only once.
      .toSorted((a, b) => (a.iccid < b.iccid ? -1 : 1));
    if (readings.length === 0) return [];
    const accepted = await store.things.accept({ customerId, ...time, readings });
    const lost = new Set(readings.map(({ iccid }) => iccid).filter((id) => !accepted.has(id)));
    return listed.filter(({ iccid }) => lost.has(iccid));
  }

  return {
    remember(customerId, time, copy) {
      if (!given.isOn) return;
      const body = copy();
      const isTaken = queues.push(customerId, () => compare(customerId, time, body));
      if (!isTaken) body.body?.cancel().catch(() => {});
    },
    caughtUp: queues.caughtUp,
    idle: queues.idle,
  };
}

/** What is to be written of a SIM; undefined where the list says nothing new, or may be older than the last one. */
function newReading(
  { iccid, values: seen }: ListedThing,
  base: ThingReading | undefined,
  time: ReadingTime,
  newId: () => string,
): NewThingReading | undefined {
  if (base && time.askedAt <= base.answeredAt) return undefined;
  const { next, differences } = judgeThing(base, seen);
  const isAlike = base !== undefined && JSON.stringify(next.values) === JSON.stringify(base.values);
  if (isAlike && time.answeredAt - base.answeredAt < confirmEveryMs) return undefined;
  const isSameData = base !== undefined && next.values.data === base.values.data;
  const dataSince = isSameData ? base.dataSince : time.answeredAt;
  return {
    iccid,
    ...next,
    dataSince: next.values.data === undefined ? null : dataSince,
    firstSeenAt: base?.firstSeenAt ?? time.answeredAt,
    revision: base?.revision ?? null,
    events: differences.map((one) => ({ id: newId(), ...one })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
