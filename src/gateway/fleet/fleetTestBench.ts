import { fleetReading, fleetSummary } from '#contract/fleet.ts';
import type { ManualClock } from '#lib/clock.ts';

import { createBench, fakeService } from '../testBench.ts';

/** What the tests of the fleet's records share. */
export const iccids = ['8988228000000000001', '8988228000000000002', '8988228000000000003'];

/** The first page of a reading, as the console asks for it. */
export const firstPage = '/api/things?sortBy[ThingName]=ASC&limit=50&offset=0';

/** A service that lists these SIMs, and somebody who is signed in. */
export async function signedIn(
  options: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly clock?: ManualClock;
  } = {},
) {
  const listed = new Set(iccids);
  const service = fakeService(() =>
    Response.json([...listed].map((ExternalUniqueId) => ({ ExternalUniqueId, State: 'ACTIVE' }))),
  );
  const bench = await createBench({ ...options, service });
  const cookie = await bench.signIn();
  const list = async () => {
    await bench.pass(1000);
    await bench.send('GET', firstPage, { cookie });
    await bench.pass(1000);
  };
  const get = (path: string) => bench.send('GET', `/records/fleet${path}`, { cookie });
  const summary = async () => fleetSummary.parse(await (await get('')).json());
  const begin = async () => {
    const answer = await bench.send('POST', '/records/fleet/readings', { cookie });
    if (answer.status !== 201) throw new Error(`No reading with status ${answer.status}`);
    return fleetReading.parse(await answer.json());
  };
  const end = async (id: string, body: unknown, as = cookie) => {
    const path = `/records/fleet/readings/${id}`;
    const answer = bench.send('PUT', path, { cookie: as, body });
    // Lists that another gateway has passed on are waited for.
    // oxlint-disable-next-line no-await-in-loop -- second by second
    for (let second = 0; second < 6; second++) await bench.pass(1000);
    return answer;
  };
  const ended = async (...given: Parameters<typeof end>) =>
    fleetReading.parse(await (await end(...given)).json());
  return { bench, cookie, listed, list, get, summary, begin, end, ended };
}
