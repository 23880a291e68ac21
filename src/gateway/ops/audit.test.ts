import { describe, expect, it } from 'vitest';

import { changesPath } from '#contract/history.ts';
import {
  createFixture,
  fakeService,
  type Fixture,
  signedInFixture,
} from '#testing/fixtures/gatewayFixture.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';

const listPath = '/api/thingsgroup/listWithMeasures';
const body = groupBody({ IMEIPrefix: '35684610', LockMasterImei: true });
const group = { ThingsGroupId: 'ThingsGroupId_1', ...groupBody(), DateModified: 1_700_000_000_000 };

const serviceThat = (put: () => Response | Promise<Response>, list: unknown = [group]) =>
  fakeService((request) => (request.method === 'PUT' ? put() : Response.json(list)));

/** First half of the SHA-256 of `ThingsGroupId_1`, as printed by `sha256sum`. */
const digest = 'sha256:15baeb24b37117a4';

const saved = () => new Response('ThingsGroupId_1', { headers: { 'x-request-id': 'service-1' } });

async function auditOf(fixture: Fixture, cookie: string, sent: unknown = body) {
  await fixture.send('PUT', '/api/thingsgroup/ThingsGroupId_1', {
    cookie,
    body: sent,
    headers: { 'x-request-id': `browser-${fixture.logged('audit').length + 1}` },
  });
  return fixture.logged('audit');
}

const signedIn = (service: ReturnType<typeof serviceThat>) => signedInFixture({ service });

describe('a PUT’s audit line', () => {
  it('C7: contains the user, the previous and new values, and the result', async () => {
    const { fixture, cookie } = await signedIn(serviceThat(saved));
    await fixture.send('GET', listPath, { cookie });
    await fixture.pass(5000);
    expect(await auditOf(fixture, cookie)).toEqual([
      {
        time: new Date(fixture.clock.now()).toISOString(),
        event: 'audit',
        requestId: 'browser-1',
        upstreamRequestId: 'service-1',
        action: 'update group',
        username: 'writer',
        groupId: 'ThingsGroupId_1',
        sent: body,
        before: { ...groupBody(), DateModified: 1_700_000_000_000 },
        beforeAt: new Date(fixture.clock.now() - 5000).toISOString(),
        result: 'saved',
        status: 200,
      },
    ]);
  });

  it('makes no call for the previous values, which are unknown if no list followed an earlier PUT', async () => {
    const { fixture, cookie } = await signedIn(serviceThat(saved));
    expect(await auditOf(fixture, cookie)).toMatchObject([{ before: 'not known' }]);
    expect(fixture.seen.map(({ method }) => method)).toEqual(['POST', 'PUT']);
    await fixture.send('GET', listPath, { cookie });
    await auditOf(fixture, cookie);
    const [, , third] = await auditOf(fixture, cookie);
    expect(third).toMatchObject({ before: 'not known', result: 'saved' });
  });

  it('names only the fields that the list carried', async () => {
    const { IMEIPrefix: _, LockMasterImei: __, ...without } = group;
    const { fixture, cookie } = await signedIn(serviceThat(saved, [without]));
    await fixture.send('GET', listPath, { cookie });
    const [line] = await auditOf(fixture, cookie);
    const before: unknown = Reflect.get(Object(line), 'before');
    expect(before).toEqual({
      TelephonyProfileId: 'TelephonyProfile_1',
      ThingsGroupName: 'Vans',
      DateModified: 1_700_000_000_000,
    });
  });

  it.each([
    ['refused', 409, () => Response.json({ message: 'no' }, { status: 409 })],
    ['unknown', 500, () => Response.json({ message: 'no' }, { status: 500 })],
    ['unknown', 502, () => Promise.reject(new TypeError('cut'))],
  ] as const)('is written with the result "%s" for %i', async (result, status, put) => {
    const { fixture, cookie } = await signedIn(serviceThat(put));
    await fixture.send('GET', listPath, { cookie });
    expect(await auditOf(fixture, cookie)).toMatchObject([
      { groupId: 'ThingsGroupId_1', result, status, before: { IMEIPrefix: '' } },
    ]);
  });

  it("T24: has the service's response even if the user has signed out by then", async () => {
    const held = Promise.withResolvers<Response>();
    const { fixture, cookie } = await signedIn(serviceThat(() => held.promise));
    const lines = auditOf(fixture, cookie);
    await fixture.pass(0);
    await fixture.send('DELETE', '/session', { cookie });
    held.resolve(saved());
    expect(await lines).toMatchObject([{ result: 'saved', status: 200 }]);
  });

  it('is also written when a PUT is not sent for lack of a session', async () => {
    expect(
      await auditOf(await createFixture({ service: serviceThat(saved) }), 'none=1'),
    ).toMatchObject([{ username: null, groupId: digest, result: 'not sent', status: 401 }]);
  });

  it('H18: has a digest instead of an id known only from the browser', async () => {
    const refuse = () => Response.json({ message: 'no' }, { status: 404 });
    const { fixture, cookie } = await signedIn(serviceThat(refuse, []));
    const [line] = await auditOf(fixture, cookie);
    expect(line).toMatchObject({ groupId: digest, sent: body });
    expect(JSON.stringify(line)).not.toContain('ThingsGroupId_1');
  });

  it('H18: contains nothing from a body that was not sent', async () => {
    const { fixture, cookie } = await signedIn(serviceThat(saved));
    const [line] = await auditOf(fixture, cookie, { ...body, password: 'geheim' });
    expect(line).toMatchObject({ groupId: digest, result: 'not sent', why: 'bad_request' });
    expect(line).not.toHaveProperty('sent');
    expect(JSON.stringify(line)).not.toContain('geheim');
  });

  it.each([
    ['refused', 409],
    ['unknown', 503],
  ] as const)('names a group from a list even if a second PUT is %s', async (result, status) => {
    let puts = 0;
    const { fixture, cookie } = await signedIn(
      serviceThat(() => (puts++ === 0 ? saved() : Response.json({ message: 'no' }, { status }))),
    );
    await fixture.send('GET', listPath, { cookie });
    await auditOf(fixture, cookie);
    const [, second] = await auditOf(fixture, cookie);
    expect(second).toMatchObject({ groupId: 'ThingsGroupId_1', before: 'not known', result });
  });

  it('distinguishes between two customers’ groups', async () => {
    const fixture = await createFixture();
    const writer = await fixture.signIn('writer');
    const list: unknown = await (await fixture.send('GET', listPath, { cookie: writer })).json();
    const id = String(Reflect.get(Object(Reflect.get(Object(list), 0)), 'ThingsGroupId'));
    // The history waits until the list is stored.
    await fixture.send('GET', changesPath, { cookie: writer });
    const other = await fixture.signIn('other');
    await fixture.send('PUT', `/api/thingsgroup/${id}`, { cookie: other, body });
    const [line] = fixture.logged('audit');
    const wanted = { username: 'other', groupId: id, before: 'not known', status: 403 };
    expect(line).toMatchObject(wanted);
  });
});
