import { expect, it } from 'vitest';

import { alertsParameters } from '#contract/alerts.ts';
import { changesParameters } from '#contract/history.ts';
import { inventoryThingsParameters, thingEventsParameters } from '#contract/inventoryThings.ts';
import { noteCountsParameters, notesParameters } from '#contract/notes.ts';
import type { Parameters } from '#contract/parameters.ts';
import { iccids, signedIn } from '#testing/fixtures/inventoryFixture.ts';
import { saying } from '#testing/fixtures/saying.ts';

const long = 'x'.repeat(201);

/** Each endpoint that reads records, with its parameters and values that they reject. */
const reads: readonly (readonly [path: string, parameters: Parameters, wrong: string[]])[] = [
  [
    '/records/alerts',
    alertsParameters,
    ['check=all', 'state=closed', 'before=x', 'check=blocked&check=blocked'],
  ],
  [
    '/records/changes',
    changesParameters,
    ['size=ten', 'from=today', 'outcome=done', 'before=x', 'group=a%00b', `who=${long}`],
  ],
  ['/records/fleet', {}, ['check=blocked']],
  ['/records/fleet/trends', {}, ['from=1']],
  [
    '/records/fleet/events',
    thingEventsParameters,
    ['from=today', 'kind=gone', 'before=x', 'iccid=a%00b'],
  ],
  [
    '/records/fleet/things',
    inventoryThingsParameters,
    [
      'check=all',
      'where=state',
      'where=state.is',
      'where=state.is.',
      'where=state.is.A,B',
      'where=state.begins-with.A',
      'where=state.unknown.A',
      'where=alert.is.a b',
      'where=toString.is.A',
      'where=tac.is.abc',
      'where=tac.is.1234567',
      'where=imei.any-of.352081150000016,1',
      'where=located.older-than.-1',
      'where=located.older-than.3651',
      'where=located.within.7,30',
      'where=group.is.a%00b',
      'iccid=a%0Ab',
      `where=network.is.${long}`,
      `where=group.any-of.${Array.from({ length: 51 }, (_, index) => `g${index}`).join(',')}`,
      Array.from({ length: 21 }, () => 'where=state.is.A').join('&'),
      'where=state.is.A&where=tac.is.abc',
    ],
  ],
  ['/records/notes', notesParameters, ['iccids=a,,b', 'iccids=a%00', `iccids=${'1,'.repeat(20)}1`]],
  ['/records/note-counts', noteCountsParameters, ['iccids=,', `iccids=${long}`]],
  ['/records/views', {}, ['author=anna']],
];

const calls = [
  ...reads.map(([path]) => ['GET', path] as const),
  ['GET', `/records/fleet/things/${iccids[0]}`],
  ['POST', '/records/fleet/readings'],
  ['PUT', '/records/fleet/readings/one'],
  ['POST', '/records/alerts/test'],
  ['PUT', '/records/alerts/one'],
  ['PUT', '/records/notes/one'],
  ['DELETE', '/records/notes/one'],
  ['PUT', '/records/views/one'],
  ['DELETE', '/records/views/one'],
] as const;

it.each(calls)('C5, F6: %s %s is refused until the service has answered', async (method, path) => {
  const { fixture, cookie, list } = await signedIn();
  const send = async (as: string) => {
    const answer = await fixture.send(method, path, { cookie: as });
    const body: unknown = await answer.json();
    return [answer.status, body];
  };
  const refused = [403, { code: 'customer_unproven' }];
  expect(await send(cookie)).toMatchObject(refused);
  await list();
  // Only then is the request itself checked; this one is empty.
  const status = {
    GET: 200,
    POST: path.includes('test') ? 422 : 201,
    PUT: path.includes('notes') ? 400 : 415,
    DELETE: 400,
  };
  expect((await send(cookie))[0]).toBe(status[method]);
  expect(await send(await fixture.signIn('other'))).toMatchObject(refused);
});

it.each(calls)(
  '%s %s requires a session, the console’s header, and its method',
  async (method, path) => {
    const { fixture, cookie } = await signedIn();
    expect((await fixture.send(method, path)).status).toBe(401);
    expect((await fixture.send(method, path, { cookie, bare: true })).status).toBe(403);
    const patched = await fixture.send('PATCH', path, { cookie });
    const allowed = calls
      .filter((call) => call[1] === path)
      .map(([allowedMethod]) => allowedMethod);
    expect([patched.status, patched.headers.get('allow')]).toEqual([405, allowed.join(', ')]);
  },
);

it.each(reads)(
  'C4: %s lists its parameters, and refuses invalid values',
  async (path, parameters, wrong) => {
    const { fixture, cookie, list } = await signedIn();
    await list();
    const names = Object.keys(parameters);
    const sizes = names.length > 0 ? ['size=0', 'size=201', 'size=1&size=2'] : [];
    for (const query of [...wrong, ...sizes, 'customerId=cid_2']) {
      const answer = await fixture.send('GET', `${path}?${query}`, { cookie });
      expect([query, answer.status, await answer.json()]).toMatchObject([
        query,
        400,
        { code: 'bad_request', message: saying(/must be|Allowed parameters/) },
      ]);
    }
    const empty = names.map((name) => `${name}=`).join('&');
    expect((await fixture.send('GET', `${path}?${empty}`, { cookie })).status).toBe(200);
  },
);
