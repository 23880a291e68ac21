import { changesPage, type GroupChange } from '#contract/changes.ts';

import { type Bench, createBench, fakeService } from '../testBench.ts';

/** What the tests of the record share: a service with one group, and somebody who is signed in. */
export const listPath = '/api/thingsgroup/listWithMeasures';
export const groupPath = '/api/thingsgroup/ThingsGroupId_1';
export const unlocked = {
  ThingsGroupName: 'Vans',
  TelephonyProfileId: 'TelephonyProfile_1',
  IMEIPrefix: '',
  LockMasterImei: false,
};
export const locked = { ...unlocked, IMEIPrefix: '35208115', LockMasterImei: true };
const networks = [{ NetworkId: 'NetworkId_1', NetworkName: 'Net A' }];

/** A service with one group, which the test changes behind the console's back. */
export function world() {
  const group: Record<string, unknown> = {
    ThingsGroupId: 'ThingsGroupId_1',
    ...unlocked,
    Networks: networks,
    DateModified: 1_700_000_000_000,
  };
  let answer = () => new Response('ThingsGroupId_1', { headers: { 'x-request-id': 'service-1' } });
  const service = fakeService(async (request) => {
    if (request.method !== 'PUT') return Response.json([group]);
    const given = answer();
    if (given.ok || given.status >= 500) Object.assign(group, await request.json());
    return given;
  });
  return { group, service, answerWith: (next: typeof answer) => (answer = next) };
}

export async function signedIn(environment: Readonly<Record<string, string>> = {}) {
  const { group, service, answerWith } = world();
  const bench = await createBench({ service, environment });
  const cookie = await bench.signIn();
  const list = async () => {
    await bench.pass(1000);
    await bench.send('GET', listPath, { cookie });
    await bench.pass(1000);
  };
  const put = (body: unknown) =>
    bench.send('PUT', groupPath, { cookie, body, headers: { 'x-request-id': 'browser-1' } });
  return { bench, cookie, group, answerWith, list, put };
}

export async function changesOf(
  bench: Bench,
  cookie: string,
  query = '',
): Promise<readonly GroupChange[]> {
  const answer = await bench.send('GET', `/records/changes${query}`, { cookie });
  return changesPage.parse(await answer.json()).changes;
}

export const puts = ({ seen }: Bench) => seen.filter(({ method }) => method === 'PUT').length;
