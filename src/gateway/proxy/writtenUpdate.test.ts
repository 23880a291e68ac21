import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { isFlag, updateKeys } from '#contract/groupValues.ts';
import { signedInFixture, fakeService, groupUpdate } from '#testing/fixtures/gatewayFixture.ts';
import { changesOf } from '#testing/fixtures/historyFixture.ts';

const path = '/api/thingsgroup/ThingsGroupId_1';

async function signedIn() {
  const { fixture, cookie } = await signedInFixture({
    service: fakeService(({ method }) =>
      method === 'PUT' ? new Response('x') : Response.json([{ ThingsGroupId: 'ThingsGroupId_1' }]),
    ),
  });
  await fixture.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
  const sent = () => fixture.seen.filter(({ method }) => method === 'PUT');
  const put = (text: string) => {
    const headers = { 'content-type': 'application/json' };
    return fixture.send('PUT', path, { cookie, stream: new Blob([text]).stream(), headers });
  };
  return { fixture, cookie, sent, put };
}

const json = JSON.stringify(groupUpdate);
const hostile: readonly (readonly [string, string])[] = [
  ['no JSON', '{'],
  ['nothing', ''],
  ['a list', `[${json}]`],
  ['a text', JSON.stringify(json)],
  ['null', 'null'],
  ['no field', '{}'],
  ['a field less', JSON.stringify({ ...groupUpdate, IMEIPrefix: undefined })],
  ['a field more', JSON.stringify({ ...groupUpdate, Networks: [] })],
  ['another letter case', json.replace('IMEIPrefix', 'imeiPrefix')],
  ['a prototype', json.replace('{', '{"__proto__":{},')],
  ['another type', JSON.stringify({ ...groupUpdate, LockMasterImei: 'false' })],
  ['a list in a field', JSON.stringify({ ...groupUpdate, IMEIPrefix: ['35684610'] })],
  ['a long text', JSON.stringify({ ...groupUpdate, ThingsGroupName: 'a'.repeat(2001) })],
  ['half a character', json.replace('Vans', String.raw`\ud83d`)],
];

describe('C1: the body of a change', () => {
  it.each(hostile)('is refused and not recorded with %s', async (_, text) => {
    const { fixture, cookie, sent, put } = await signedIn();
    const answer = await put(text);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'bad_request', status_code: 400 });
    expect(sent()).toEqual([]);
    expect(await changesOf(fixture, cookie)).toEqual([]);
  });

  it('is recorded as the service receives it, even with a duplicate field', async () => {
    const { fixture, cookie, sent, put } = await signedIn();
    const doubled = json.replace('{', '{"LockMasterImei":true,"\\u0049MEIPrefix":"35684610",');
    expect((await put(doubled)).status).toBe(200);
    expect(await sent()[0]?.text()).toBe(json);
    expect(await changesOf(fixture, cookie)).toMatchObject([{ after: groupUpdate }]);
  });

  it('is the same in the history and at the service, whatever text it contains', async () => {
    const { fixture, cookie, sent, put } = await signedIn();
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const any = updateKeys.map((key) => [key, isFlag(key) ? fc.boolean() : text] as const);
    await fc.assert(
      fc.asyncProperty(fc.record(Object.fromEntries<fc.Arbitrary<unknown>>(any)), async (given) => {
        await fixture.pass(60_000);
        expect((await put(JSON.stringify(given))).status).toBe(200);
        const [newest] = await changesOf(fixture, cookie);
        expect(newest?.after).toEqual(JSON.parse((await sent().at(-1)?.text()) ?? ''));
        expect(newest?.after).toEqual(given);
      }),
      { numRuns: 40 },
    );
  });
});

it('changes by one user are limited to 120 a minute: additional changes are neither sent nor recorded, and the response says how long to wait', async () => {
  const { fixture, cookie, sent, put } = await signedIn();
  for (let count = 0; count < 120; count++) expect((await put(json)).status).toBe(200);
  for (const session of [cookie, await fixture.signIn()]) {
    const answer = await fixture.send('PUT', path, { cookie: session, body: groupUpdate });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
    expect(await answer.json()).toMatchObject({ code: 'too_often' });
  }
  const colleague = await fixture.signIn('colleague');
  const theirs = await fixture.send('PUT', path, { cookie: colleague, body: groupUpdate });
  expect(theirs.status).toBe(200);
  expect(sent()).toHaveLength(121);
  await fixture.pass(60_000);
  expect((await put(json)).status).toBe(200);
});
