import { type ThingEvent, thingEventsPage } from '#contract/fleetThings.ts';

import { type Bench, createBench, fakeService } from '../testBench.ts';

/** What the tests of the events share: a service with some SIMs, and somebody who is signed in. */
export const thingsPath = '/api/things';
export const eventsPath = '/records/fleet/events';
export const iccids = [
  '8988228000010485811',
  '8988228000010485829',
  '8988228000010485837',
] as const;

type Fields = Record<string, unknown>;

/** A service whose SIMs the test changes behind the console's back. */
export function world() {
  const sims: readonly Fields[] = iccids.map((ExternalUniqueId) => ({
    ExternalUniqueId,
    State: 'ACTIVE',
    IMEI: '352081150000016',
  }));
  return { sims, service: fakeService(() => Response.json(sims)) };
}

export async function signedIn(environment: Readonly<Record<string, string>> = {}) {
  const { sims, service } = world();
  const bench = await createBench({ service, environment });
  const cookie = await bench.signIn();
  /** A list some time after the one before, with what the memory does afterwards. */
  const list = async () => {
    await bench.pass(1000);
    await bench.send('GET', thingsPath, { cookie });
    await bench.pass(1000);
  };
  const events = (query = '') => eventsOf(bench, cookie, query);
  return { bench, cookie, sims, list, events };
}

export async function eventsOf(
  bench: Bench,
  cookie: string,
  query = '',
): Promise<readonly ThingEvent[]> {
  const answer = await bench.send('GET', `${eventsPath}${query}`, { cookie });
  return thingEventsPage.parse(await answer.json()).events;
}
