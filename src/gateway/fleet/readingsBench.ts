import type { ManualClock } from '#lib/clock.ts';

import { createBench } from '../testBench.ts';
import { eventsPath, thingsPath } from './eventsBench.ts';

const pageSize = 50;

/** What a reading showed of a SIM, and when. */
interface Shown {
  readonly at: number;
  readonly groupName: string;
}
export type Reading = ReadonlyMap<string, Shown>;

/** A gateway in front of a service, and somebody who is signed in. */
export async function openFleet(
  clock: ManualClock,
  service: (request: Request) => Promise<Response>,
) {
  const bench = await createBench({ clock, service });
  return { clock, bench, cookie: await bench.signIn() };
}
export type Opened = Awaited<ReturnType<typeof openFleet>>;

/**
 * Lists all pages of the fleet, one after the other.
 *
 * @param pageMs time that passes between two pages
 * @param step from one page to the next; by default none shares a row, so that each SIM is listed once
 */
export async function readFleet(
  { clock, bench, cookie }: Opened,
  pageMs: number,
  step = pageSize,
): Promise<Reading> {
  const reading = new Map<string, Shown>();
  for (let offset = 0; ; offset += step) {
    const path = `${thingsPath}?sortBy[ThingName]=ASC&limit=${pageSize}&offset=${offset}`;
    // oxlint-disable-next-line no-await-in-loop -- pages come one after the other
    const page = await read(bench.send('GET', path, { cookie }));
    if (!Array.isArray(page)) throw new TypeError('No page of Things');
    for (const one of page) {
      reading.set(textOf(one, 'ExternalUniqueId'), {
        at: clock.now(),
        groupName: textOf(one, 'ThingsGroupName'),
      });
    }
    if (page.length < pageSize) return reading;
    // Asking for events waits until the memory has caught up with what was listed.
    // oxlint-disable-next-line no-await-in-loop -- as above
    if ((offset / step) % 20 === 0) await bench.send('GET', eventsPath, { cookie });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await clock.advance(pageMs);
  }
}

async function read(answer: Promise<Response>): Promise<unknown> {
  return (await answer).json();
}

function textOf(value: unknown, name: string): string {
  return String(Reflect.get(Object(value), name));
}
