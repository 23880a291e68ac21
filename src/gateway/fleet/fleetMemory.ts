import { setImmediate } from 'node:timers/promises';

import { type Clock, sleep } from '#lib/clock.ts';

import type { ReadingTime } from '../changes/judgeReading.ts';
import { createCustomerQueues } from '../customerQueues.ts';
import type { Store } from '../store/store.ts';
import { readThingsList } from './listedThings.ts';
import { nextReading } from './nextReading.ts';

/** Remembers of each SIM what the lists that pass have shown, and what changed between two of them. */
export interface FleetMemory {
  /**
   * Takes a list that was passed on, and remembers it later.
   *
   * @param body of an answer to `GET /things`, whatever it holds
   */
  remember(customerId: string, time: ReadingTime, body: Response): void;
  /** Settles when the lists of this customer that came until now are remembered, or after a short while. */
  caughtUp(customerId: string): Promise<void>;
  /** Settles when all lists are remembered. */
  idle(): Promise<void>;
}

/** A scan sends six lists at a time; the others of a customer that works on are read again soon. */
const maxWaitingOfOne = 60;
const maxWaiting = 300;

/** How long an answer waits for lists that came before it. */
const catchUpMs = 1000;

/** That a SIM is listed as before is written so often. */
const confirmEveryMs = 60_000;

/**
 * @param given.isOn `FLEET_MEMORY`
 * @param given.onDropped told of each list that was not remembered, since the store did not keep up
 */
export function createFleetMemory(given: {
  readonly store: Pick<Store, 'things' | 'fleetReadings'>;
  readonly isOn: boolean;
  readonly clock: Clock;
  readonly onDropped: () => void;
}): FleetMemory {
  const { store, clock, onDropped } = given;
  const queues = createCustomerQueues({ maxWaiting, maxWaitingOfOne, onDropped });
  let count = 0;
  const newId = () => `${(count++).toString(36).padStart(6, '0')}-${crypto.randomUUID()}`;

  async function compare(customerId: string, time: ReadingTime, body: Response): Promise<void> {
    // The answer leaves first.
    await setImmediate();
    const listed = readThingsList(parse(await body.text()), customerId);
    if (listed.length === 0) return;
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
    if (readings.length > 0) await store.things.accept({ customerId, ...time, readings });
  }

  return {
    remember(customerId, time, body) {
      if (given.isOn) queues.push(customerId, () => compare(customerId, time, body));
    },
    async caughtUp(customerId) {
      const last = queues.last(customerId);
      if (!last) return;
      const done = new AbortController();
      const late = sleep(clock, catchUpMs, done.signal).catch(() => {});
      await Promise.race([last, late]);
      done.abort();
    },

    idle: queues.idle,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
