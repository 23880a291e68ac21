import { setImmediate } from 'node:timers/promises';

import type { Clock } from '#lib/clock.ts';

import type { ReadingTime } from '../changes/judgeReading.ts';
import { createCustomerQueues } from '../customerQueues.ts';
import type { FleetReadings } from '../store/fleetReadings.ts';
import type { ThingReadings } from '../store/thingReadings.ts';
import { type ListedThing, readThingsList } from './listedThings.ts';
import { nextReading } from './nextReading.ts';

/** Remembers of each SIM what the lists that pass have shown, and what changed between two of them. */
export interface FleetMemory {
  /**
   * Takes a list that is passed on, and remembers it later.
   *
   * @param body of an answer to `GET /things`, whatever it holds
   */
  remember(customerId: string, time: ReadingTime, body: Uint8Array): void;
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
  readonly store: {
    readonly things: Pick<ThingReadings, 'load' | 'accept'>;
    readonly fleetReadings: Pick<FleetReadings, 'runningSince'>;
  };
  readonly isOn: boolean;
  readonly clock: Clock;
  readonly onDropped: () => void;
}): FleetMemory {
  const { store, clock, onDropped } = given;
  const queues = createCustomerQueues({ clock, maxWaiting, maxWaitingOfOne, onDropped });
  let count = 0;
  const newId = () => `${(count++).toString(36).padStart(6, '0')}-${crypto.randomUUID()}`;

  async function compare(customerId: string, time: ReadingTime, body: Uint8Array): Promise<void> {
    // The answer leaves first.
    await setImmediate();
    let left = readThingsList(parse(body), customerId);
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
    const news = listed
      .flatMap((thing) => nextReading(thing, known.get(thing.iccid), time, newId) ?? [])
      // Two gateways that take over the same SIMs do so in one order, and wait for each other only once.
      .toSorted((a, b) => (a.iccid < b.iccid ? -1 : 1));
    const isRecent = (answeredAt: number) => time.answeredAt - answeredAt < confirmEveryMs;
    const recent = news.filter(({ alikeSince }) => alikeSince !== null && isRecent(alikeSince));
    // A reading of the fleet counts the SIMs that lists have shown since it began, so that these are written.
    const begun = recent.length > 0 ? await store.fleetReadings.runningSince(customerId) : null;
    const readings = news.filter(
      ({ alikeSince }) =>
        alikeSince === null || !isRecent(alikeSince) || (begun !== null && alikeSince < begun),
    );
    if (readings.length === 0) return [];
    const accepted = await store.things.accept({ customerId, ...time, readings });
    const lost = new Set(readings.map(({ iccid }) => iccid).filter((id) => !accepted.has(id)));
    return listed.filter(({ iccid }) => lost.has(iccid));
  }

  return {
    remember(customerId, time, body) {
      if (given.isOn) queues.push(customerId, () => compare(customerId, time, body));
    },
    caughtUp: queues.caughtUp,
    idle: queues.idle,
  };
}

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}
