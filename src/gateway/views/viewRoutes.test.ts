import { expect, it } from 'vitest';

import { viewParameters } from '#contract/sharedViews.ts';
import { saying } from '#testing/fixtures/saying.ts';
import { createTeam } from '#testing/fixtures/teamFixture.ts';

const path = '/records/views/v1';
const scooter = { name: 'Scooters', search: 'ThingsGroupName=Scooter&sort=ThingName', revision: 0 };

/** A gateway with two users of one customer, whose calls return the response's status and body. */
async function team() {
  const { gateway: fixture, member } = await createTeam();
  const person = async (username: string) => {
    const { send: call, list: views } = await member(username);
    const send = async (method: string, at: string, body?: unknown) => {
      const answer = await call(method, at, body);
      const text = await answer.text();
      return [answer.status, text === '' ? null : (JSON.parse(text) as unknown)] as const;
    };
    const put = async (change: object, at = path) => send('PUT', at, { ...scooter, ...change });
    return { send, put, views };
  };
  return { fixture, anna: await person('anna'), ben: await person('ben') };
}

const refused = (status: number, message: string | RegExp) => [
  status,
  { code: status === 400 ? 'bad_request' : 'view_refused', message: saying(message) },
];

it('Q6: views are shared, changed and removed by their author, and read by everyone', async () => {
  const { fixture, anna, ben } = await team();
  expect(await ben.views()).toEqual([]);
  const [, stored] = await anna.put({ name: '  Sco\u202Eoters ' });
  const changedAt = fixture.clock.now();
  const shared = { ...scooter, id: 'v1', author: 'anna', revision: 1, changedAt };
  expect(stored).toEqual(shared);
  expect(await ben.views()).toEqual([shared]);
  expect(await anna.put({ name: 'Bikes', revision: 1 })).toMatchObject([200, { revision: 2 }]);
  expect(await ben.put({ name: 'Mine', revision: 2 })).toMatchObject(
    refused(403, 'Only anna can change this view.'),
  );
  expect(await ben.send('DELETE', `${path}?revision=2`)).toMatchObject(refused(403, 'Only anna'));
  expect(await anna.send('DELETE', `${path}?revision=2`)).toEqual([204, null]);
  expect(await anna.send('DELETE', `${path}?revision=2`)).toEqual([204, null]);
  expect(await ben.views()).toEqual([]);
});

it('Q6: views are written to the audit log, with the author and the id, but without names', async () => {
  const { fixture, anna, ben } = await team();
  await anna.put({});
  await anna.put({ name: 'Bikes', revision: 1 });
  await ben.put({ name: 'Mine', revision: 2 });
  await anna.send('DELETE', `${path}?revision=2`);
  await anna.send('DELETE', `${path}?revision=2`);
  const line = { event: 'audit', username: 'anna', viewId: 'v1' };
  expect(fixture.logged('audit')).toMatchObject([
    { ...line, action: 'share view' },
    { ...line, action: 'change view' },
    { ...line, action: 'remove view' },
  ]);
  expect(JSON.stringify(fixture.logged('audit'))).not.toMatch(/Scooters|Bikes/);
});

it('Q6: views answer the second of two changes with what is stored now', async () => {
  const { anna, ben } = await team();
  await anna.put({});
  await anna.put({ name: 'Bikes', revision: 1 });
  expect(await anna.put({ name: 'Vans', revision: 1 })).toMatchObject(
    refused(409, /in another tab or browser\. It is now called “Bikes”/),
  );
  expect(await ben.put({ name: 'bikes' }, '/records/views/v2')).toMatchObject(
    refused(409, 'anna already shares a view called “Bikes”'),
  );
  expect(await anna.send('DELETE', `${path}?revision=1`)).toMatchObject(refused(409, 'Bikes'));
  await anna.send('DELETE', `${path}?revision=2`);
  expect(await anna.put({ revision: 2 })).toMatchObject(refused(404, 'was removed'));
});

it.each([
  ['no name', { name: ' \u200B ' }, 422, '1 to 80 visible'],
  ['a long name', { name: 'x'.repeat(81) }, 422, '1 to 80 visible'],
  ['a name with a line break', { name: 'a\nb' }, 422, '1 to 80 visible'],
  ['a name without visible characters', { name: '\u3164\u00AD' }, 422, '1 to 80 visible'],
  ['half of a surrogate pair', { search: 'IMEI=\uD800' }, 422, 'not valid text'],
  ['no search', { search: '' }, 422, '1 to 4000 characters'],
  ['a long search', { search: `ThingName=${'x'.repeat(4000)}` }, 422, '1 to 4000 characters'],
  ['an unknown parameter', { search: 'next=//evil.example' }, 422, 'does not support'],
  ['a property of objects', { search: 'constructor=1' }, 422, 'does not support'],
  ['a page', { search: 'page=2' }, 422, 'does not support'],
  ['an unknown state', { search: 'State=LOST' }, 422, '"State" must be one of'],
  ['a repeated filter', { search: 'IMEI=1&IMEI=2' }, 422, 'too many values for "IMEI"'],
  ['five tags', { search: 'Tags=1&Tags=2&Tags=3&Tags=4&Tags=5' }, 422, 'too many values'],
  ['a NUL', { search: 'IMEI=%00' }, 422, '"IMEI" must be text'],
  ['other columns', { search: 'columns=<b>' }, 422, 'a list of columns'],
  ['no revision', { revision: undefined }, 400, 'The body needs'],
  ['a negative revision', { revision: -1 }, 400, 'The body needs'],
])('Q6: views are refused with %s', async (_what, change, status, message) => {
  const { anna } = await team();
  expect(await anna.put(change)).toMatchObject(refused(status, message));
  expect(await anna.views()).toEqual([]);
});

it('Q6: views accept every parameter that a view may have', async () => {
  const { anna } = await team();
  const values: Readonly<Record<string, string>> = {
    State: 'ACTIVE',
    sort: '-ThingName',
    columns: 'ExternalUniqueId*,IMEI-222',
    mark: 'noImei',
  };
  const names = Object.keys(viewParameters);
  const search = new URLSearchParams(names.map((name) => [name, values[name] ?? 'a b&c']));
  expect(await anna.put({ search: search.toString() })).toMatchObject([200, {}]);
});

it('Q6: views need a valid id and a revision to be removed', async () => {
  const { anna } = await team();
  expect(await anna.put({}, '/records/views/a%2Fb')).toMatchObject(refused(400, 'view id'));
  expect(await anna.send('DELETE', path)).toMatchObject(refused(400, '"revision" must be'));
});

it('Q6: views can be changed at most thirty times a minute by one user', async () => {
  const { fixture, anna, ben } = await team();
  for (let revision = 0; revision < 30; revision++) {
    expect((await anna.put({ revision }))[0]).toBe(200);
  }
  expect(await anna.put({ revision: 30 })).toMatchObject([
    429,
    { code: 'too_often', message: saying('changed too many shared views') },
  ]);
  expect((await ben.put({ name: 'Vans' }, '/records/views/v2'))[0]).toBe(200);
  await fixture.pass(60_000);
  expect((await anna.put({ revision: 30 }))[0]).toBe(200);
});
