import { describe, expect, it } from 'vitest';

import { errorBody } from '#contract/errorBody.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import {
  callerOf,
  field,
  openSandbox,
  send,
  type Seen,
  signIn,
  textField,
} from '#testing/fixtures/sandboxClient.ts';

import type { SandboxOptions } from './options.ts';
import { createSandbox } from './sandbox.ts';
import { otherCustomerId } from './world/customers.ts';

const hour = 3_600_000;

/** A sandbox with a signed-in user, and the calls that the rules cover. */
async function world(options: Partial<SandboxOptions> = {}, username = 'writer') {
  const opened = await openSandbox({ things: 300, ...options }, username);
  const { sandbox, caller, group, clock } = opened;
  return {
    ...opened,
    /** Another customer's group. */
    foreignGroup: sandbox.state.groups(otherCustomerId)[0],
    foreignThing: sandbox.state.things(otherCustomerId)[0],
    wait: (ms: number) => clock.advance(ms),
    signInWith: (body: unknown) => send(sandbox, 'POST', '/v1/auth/token', { body }),
    /** `GET /things` with modified headers. */
    listWith: (headers: Record<string, string>) => send(sandbox, 'GET', '/things', { headers }),
    putWith: (headers: Record<string, string>) =>
      send(sandbox, 'PUT', `/thingsgroup/${group.id}`, { headers, body: opened.body }),
    onlyBearer: { authorization: caller.headers.authorization },
    otherApikey: { ...caller.headers, apikey: otherCustomerId },
  };
}

type World = Awaited<ReturnType<typeof world>>;

const bearer = (text: string, { caller }: World) => ({ ...caller.headers, authorization: text });

/** One row per rule: section of the API document, rule, a request that demonstrates it, and the expected status. */
type Row = readonly [
  section: string,
  rule: string,
  act: (world: World) => Promise<Seen>,
  status: number,
  /** What is given, and what a refusal's message contains. */
  given?: {
    readonly options?: Partial<SandboxOptions>;
    readonly as?: string;
    readonly says?: string;
  },
];

const rules: readonly Row[] = [
  ['4.1', 'a correct password returns tokens', (w) => signIn(w.sandbox), 200],
  ['4.1', 'a wrong password is refused', (w) => w.signInWith({ username: 'writer', password: 'x' }), 401],
  ['4.1', 'an unknown user is refused', (w) => w.signInWith({ username: 'nobody', password: 'sandbox-writer' }), 401],
  ['4.1', 'a wrong password of a suspended user is refused', (w) => w.signInWith({ username: 'suspended', password: 'x' }), 401],
  ['4.1', 'a missing field is refused', (w) => w.signInWith({ username: 'writer' }), 400, { says: 'Required field "password" is missing' }],
  ['4.1', 'a name in the wrong case is refused', (w) => w.signInWith({ Username: 'writer', password: 'x' }), 400, { says: 'Required field "username" is missing; names are case-sensitive: not "Username"' }],
  ['4.1', 'a wrong type is refused', (w) => w.signInWith({ username: 1, password: 'x' }), 400, { says: 'Field "username" must be a string' }],
  ['4.1', 'a number as password is refused', (w) => w.signInWith({ username: 'writer', password: 7 }), 400, { says: 'Field "password" must be a string' }],
  ['4.1', 'a null is refused', (w) => w.signInWith({ username: null, password: 'x' }), 400, { says: 'Field "username" must be a string, not null' }],
  ['4.1', 'a body that is not JSON is refused', (w) => w.signInWith('username=writer'), 400, { says: 'The body is not valid JSON' }],
  ['4.1', 'half a body is refused', (w) => w.signInWith('{"username":'), 400, { says: 'The body is not valid JSON' }],
  ['4.1', 'a body that is not an object is refused', (w) => w.signInWith('[]'), 400, { says: 'The body must be a JSON object' }],
  ['4.2', 'a refresh token returns a new pair', (w) => w.refresh(), 200],
  ['4.2', 'an unknown refresh token is refused', (w) => w.refresh({ refresh_token: 'x' }), 401],
  ['4.2', 'a missing refresh token is refused', (w) => w.refresh({}), 400],
  ['4.2', 'an access token is refused as refresh token', (w) => w.refresh({ refresh_token: w.caller.headers.authorization.slice(7) }), 401],
  ['4.2 rule 1', 'a refresh token works once', async (w) => { await w.refresh(); return w.refresh(); }, 401],
  ['4.2', 'a refresh token expires after 24 hours', async (w) => { await w.wait(24 * hour); return w.refresh(); }, 401],
  ['4.2', 'a refresh token is valid for almost 24 hours', async (w) => { await w.wait(24 * hour - 1000); return w.refresh(); }, 200],
  ['4.3', 'the groups are listed', (w) => w.caller.groups(), 200],
  ['4.4', 'a group is updated', (w) => w.put({ ThingsGroupName: 'Renamed' }), 200],
  ['4.4', 'the update needs no apikey', (w) => w.putWith(w.onlyBearer), 200],
  ['4.4 rule 3', 'an empty prefix removes the range', (w) => w.put({ IMEIPrefix: '', LockMasterImei: false }), 200],
  ['4.5', 'Things are listed', (w) => w.caller.things(), 200],
  ['4.5', 'State has no third value', (w) => w.caller.things({ State: 'RETIRED' }), 400, { says: '"State"' }],
  ['4.5', 'State is not sent inside filterBy', (w) => w.caller.things({ 'filterBy[State]': 'ACTIVE' }), 400, { options: { unknownParameters: 'refuse' } }],
  ['4.5', 'a sort order other than ASC and DESC is refused', (w) => w.caller.things({ 'sortBy[ThingName]': 'asc' }), 400, { says: '"sortBy[ThingName]"' }],
  ['4.6', 'one Thing is read by its ICCID', (w) => w.caller.get(`/v1/things/${w.iccidIn('ACTIVE')}`), 200],
  ['4.6', 'an unknown ICCID is not found', (w) => w.caller.get('/v1/things/8988000000000000000'), 404],
  ['4.6', 'a part of an ICCID is not found', (w) => w.caller.get('/v1/things/8949'), 404],
  ['4.6', 'GET /v1/things responds', (w) => w.caller.get('/v1/things'), 200],
  ['4.6', 'GET /v1/orders responds', (w) => w.caller.get('/v1/orders'), 200],
  ['4.6', 'POST start-qos responds', (w) => w.caller.post(`/v1/things/${w.iccidIn('ACTIVE')}/start-qos`), 200],
  ['4.6', 'POST captures responds', (w) => w.caller.post('/v1/captures/data/create', { iccid: w.iccidIn('ACTIVE') }), 200],
  ['4.6', 'a capture of an unknown ICCID is refused', (w) => w.caller.post('/v1/captures/data/create', { iccid: '1' }), 404],
  ['4.6', 'a capture of a number is refused', (w) => w.caller.post('/v1/captures/data/create', { iccid: 7 }), 400],
  ['5 rule 1', 'a missing Authorization header is refused', (w) => w.listWith({ apikey: w.caller.headers.apikey }), 401],
  ['5 rule 1', 'a token without Bearer is refused', (w) => w.listWith(bearer(w.caller.headers.authorization.slice(7), w)), 401],
  ['5 rule 1', 'bearer in lower case is refused', (w) => w.listWith(bearer(w.caller.headers.authorization.replace('Bearer', 'bearer'), w)), 401],
  ['5 rule 1', 'a misspelled Bearer is refused', (w) => w.listWith(bearer(w.caller.headers.authorization.replace('Bearer', 'Bearar'), w)), 401],
  ['5 rule 1', 'Bearer without a token is refused', (w) => w.listWith(bearer('Bearer ', w)), 401],
  ['5 rule 1', 'a string that is not a token is refused', (w) => w.listWith(bearer('Bearer abc', w)), 401],
  ['5 rule 1', 'an invalid token is refused', (w) => w.listWith(bearer('Bearer x.y.z', w)), 401],
  ['5 rule 1', 'a token with another signature is refused', (w) => w.listWith(bearer(`${w.caller.headers.authorization.slice(0, -6)}AAAAAA`, w)), 401],
  ['5 rule 1', 'a refresh token is refused as access token', (w) => w.listWith(bearer(`Bearer ${w.caller.refreshToken}`, w)), 401],
  ['5 rule 1', 'an expired token is refused', async (w) => { await w.wait(4 * hour); return w.caller.things(); }, 401],
  ['5 rule 1', 'a token is valid for almost 4 hours', async (w) => { await w.wait(4 * hour - 1000); return w.caller.things(); }, 200],
  ['5 rule 1', 'a token that a refresh replaced is refused', async (w) => { await w.refresh(); return w.caller.things(); }, 401],
  ['5 rule 1', 'a replaced token may stay valid, because the document leaves this open', async (w) => { await w.refresh(); return w.caller.things(); }, 200, { options: { refreshEndsAccessToken: false } }],
  ['5 rule 2', 'a read-only token may not write', (w) => w.put(), 403, { as: 'reader' }],
  ['5 rule 2', 'a read-only token may not start QoS', (w) => w.caller.post(`/v1/things/${w.iccidIn('ACTIVE')}/start-qos`), 403, { as: 'reader' }],
  ['5 rule 2', 'a token without the scope admin sees no users', (w) => w.caller.get('/v1/users'), 403],
  ['5 rule 3', 'a read-only token may read', (w) => w.caller.things(), 200, { as: 'reader' }],
  ['5 rule 3', 'a read-only token may read one Thing', (w) => w.caller.get(`/v1/things/${w.iccidIn('ACTIVE')}`), 200, { as: 'reader' }],
  ['5 rule 3', 'an admin sees users', (w) => w.caller.get('/v1/users'), 200, { as: 'admin' }],
  ['5 rule 4', 'the list of Things needs apikey', (w) => w.listWith(w.onlyBearer), 401],
  ['5 rule 4', 'the list of groups needs apikey', (w) => send(w.sandbox, 'GET', '/thingsgroup/listWithMeasures', { headers: w.onlyBearer }), 401],
  ['5 rule 4', 'another account’s apikey is refused on a list', (w) => w.listWith(w.otherApikey), 403],
  ['5 rule 4', 'another account’s apikey may get another status', (w) => w.listWith(w.otherApikey), 401, { options: { wrongApikeyStatus: 401 } }],
  ['5 rule 4', 'another account’s apikey is refused on the update', (w) => w.putWith(w.otherApikey), 403],
  ['5 rule 4', 'another account’s apikey is refused on the /v1/ endpoints', (w) => send(w.sandbox, 'GET', '/v1/orders', { headers: w.otherApikey }), 403],
  ['7 400', 'a field in the wrong case counts as missing', (w) => w.put({ LockMasterImei: undefined, lockMasterImei: true }), 400],
  ['7 400', 'a second field that differs only in case is refused', (w) => w.put({ imeiprefix: '1' }), 400],
  ['7 400', 'a field in the wrong case is refused even if fields are optional', (w) => w.put({ IMEIPrefix: undefined, imeiPrefix: '1' }), 400, { options: { updateNeedsAllFields: false } }],
  ['7 400', 'a parameter in the wrong case is refused', (w) => w.caller.things({ Limit: '10' }), 400, { says: '"Limit"' }],
  ...([['limit', '-1'], ['limit', 'ten'], ['limit', '1.5'], ['limit', ''], ['offset', '1e3'], ['State', 'active'], ['sortBy[ThingName]', 'UP'], ['state', 'ACTIVE'], ['filterBy[imei]', '1']] as const)
    .map(([name, value]): Row => ['7 400', `${name}=${value} is refused`, (w) => w.caller.things({ [name]: value }), 400, { says: `"${name}"` }]),
  ['7 400', 'a prefix with letters is out of range', (w) => w.put({ IMEIPrefix: '35a' }), 400, { says: '"IMEIPrefix"' }],
  ['7 400', 'a prefix of 16 digits is out of range', (w) => w.put({ IMEIPrefix: '3568461000000000' }), 400, { says: '"IMEIPrefix"' }],
  ['7 400', 'a number as prefix is refused', (w) => w.put({ IMEIPrefix: 35684610 }), 400, { says: '"IMEIPrefix" must be a string' }],
  ['7 400', 'a missing prefix is refused', (w) => w.put({ IMEIPrefix: undefined }), 400, { says: '"IMEIPrefix" is missing' }],
  ['7 400', 'a text as lock is refused', (w) => w.put({ LockMasterImei: 'true' }), 400, { says: '"LockMasterImei" must be a boolean, not a string' }],
  ['7 400', 'an empty name is refused', (w) => w.put({ ThingsGroupName: ' ' }), 400, { says: '"ThingsGroupName"' }],
  ['7 400', 'a name of 129 characters is refused', (w) => w.put({ ThingsGroupName: 'x'.repeat(129) }), 400, { says: '"ThingsGroupName"' }],
  ['7 400', 'unknown fields may be refused', (w) => w.put({ toString: 'x' }), 400, { options: { unknownParameters: 'refuse' } }],
  ['7 400', 'unknown fields in a sign-in may be refused', (w) => w.signInWith({ username: 'writer', password: 'sandbox-writer', valueOf: 1 }), 400, { options: { unknownParameters: 'refuse' } }],
  ['7 400', 'unknown fields in a refresh may be refused', (w) => w.refresh({ refresh_token: w.caller.refreshToken, x: 1 }), 400, { options: { unknownParameters: 'refuse' } }],
  ['7 400', 'unknown parameters of the group list may be refused', (w) => w.caller.get('/thingsgroup/listWithMeasures?limit=1'), 400, { options: { unknownParameters: 'refuse' } }],
  ['7 400', 'unknown parameters of the list of Things may be refused', (w) => w.caller.things({ page: '2' }), 400, { options: { unknownParameters: 'refuse' } }],
  ['7 400', 'unknown parameters are ignored by default', (w) => w.caller.get('/thingsgroup/listWithMeasures?limit=1'), 200],
  ['7 400', 'unknown parameters of the list of Things are ignored by default', (w) => w.caller.things({ page: '2' }), 200],
  ['7 400', 'unknown fields are ignored by default', (w) => w.put({ Active: 5 }), 200],
  ['7 403', 'a suspended account may not sign in', (w) => signIn(w.sandbox, 'suspended'), 403],
  ['7 403', 'a user suspended later may not sign in', (w) => { w.sandbox.setOptions({ suspendedUsers: ['writer'] }); return signIn(w.sandbox); }, 403],
  ['7 403', 'the others may sign in', (w) => { w.sandbox.setOptions({ suspendedUsers: ['writer'] }); return signIn(w.sandbox, 'admin'); }, 200],
  ['7 403', 'a suspended account may not refresh', (w) => { w.sandbox.setOptions({ suspendedUsers: ['writer'] }); return w.refresh(); }, 403],
  ['7 403', 'a suspended account may not read', (w) => { w.sandbox.setOptions({ suspendedUsers: ['writer'] }); return w.caller.things(); }, 403],
  ['7 403', 'another account’s group is refused', (w) => w.put({}, w.foreignGroup?.id), 403],
  ['7 403', 'another account’s SIM is refused', (w) => w.caller.get(`/v1/things/${w.foreignThing?.ExternalUniqueId}`), 403],
  ['7 404', 'an unknown group is not found', (w) => w.put({}, 'ThingsGroupId_0'), 404],
  ['7 404', 'a wrong path segment is not found', (w) => w.caller.get('/thing'), 404],
  ['7 404', 'a wrong path segment under /v1/ is not found', (w) => send(w.sandbox, 'GET', '/v1/thing'), 404],
  ['7 404', 'an unknown path is not found', (w) => send(w.sandbox, 'GET', '/nowhere'), 404],
  ['7 404', 'a wrong method is not found', (w) => send(w.sandbox, 'DELETE', '/things'), 404],
  ['7 404', 'a wrong method of the group list is not found', (w) => send(w.sandbox, 'POST', '/thingsgroup/listWithMeasures'), 404],
  ['7 409', 'another group’s name is refused', (w) => w.put({ ThingsGroupName: 'SCOOTER SHARING' }), 409, { says: 'Scooter Sharing' }],
  ['7 409', 'an update after a profile change is refused', (w) => { w.sandbox.changeGroup(w.group.id, { profileId: 'TelephonyProfile_7003' }); return w.put(); }, 409],
  ['7 409', 'an active SIM is not activated again', (w) => w.caller.post(`/v1/things/${w.iccidIn('ACTIVE')}/activate`), 409],
  ['7 422', 'a lock needs a prefix', (w) => w.put({ IMEIPrefix: '' }), 422, { says: 'Constraint "lock needs a prefix"' }],
  ['7 422', 'an unknown profile is refused', (w) => w.put({ TelephonyProfileId: 'TelephonyProfile_1' }), 422, { says: 'Constraint "known profile"' }],
  ['7 422', 'another customer’s profile is unknown', (w) => w.put({ TelephonyProfileId: w.foreignGroup?.profileId }), 422],
  ['7 422', 'a lock beyond the quota is refused', (w) => w.put(), 422, { options: { lockedGroupsQuota: 0 }, says: 'quota' }],
  ['7 422', 'an update without a lock is accepted beyond the quota', (w) => w.put({ LockMasterImei: false }), 200, { options: { lockedGroupsQuota: 0 } }],
  ['7 422', 'QoS needs an active SIM', (w) => w.caller.post(`/v1/things/${w.iccidIn('SUSPENDED')}/start-qos`), 422, { says: 'Constraint "SIM is active"' }],
  ['7 422', 'a retired SIM is not activated', (w) => w.caller.post(`/v1/things/${w.iccidIn('RETIRED')}/activate`), 422],
  ['8.3', 'the sixth sign-in in a minute is refused', (w) => times(5, () => signIn(w.sandbox)), 429],
  ['8.3', 'the sixth refresh in a minute is refused, whatever its body', (w) => times(6, () => w.refresh('x')), 429],
  ['8.1', 'a call without the required scope counts', (w) => times(31, () => w.caller.get('/v1/users')), 429],
  ['8.5', 'limit 50 is the largest', (w) => w.caller.things({ limit: '51' }), 400],
  ['8.5', 'limit 0 is too small', (w) => w.caller.things({ limit: '0' }), 400, { says: '"limit"' }],
  ['8.5', 'an offset below 0 is refused', (w) => w.caller.things({ offset: '-1' }), 400, { says: '"offset"' }],
]; // prettier-ignore

async function times(count: number, act: () => Promise<Seen>): Promise<Seen> {
  let seen = await act();
  for (let call = 1; call < count; call++) seen = await act();
  return seen;
}

it.for(rules)('%s: %s responds with $3', async ([, , act, status, given = {}]) => {
  const opened = await world(given.options, given.as);
  const seen = await act(opened);
  expect(seen.status).toBe(status);
  if (status === 200) return;
  // 2.2, and 7, rule 1.
  const requestId = seen.headers.get('x-request-id');
  expect(requestId).toMatch(/^req_\w{24}$/);
  const body = errorBody.parse(seen.json);
  expect(body).toMatchObject({ status_code: status, request_id: requestId });
  expect(body.message).not.toBe('');
  expect(body.message).toContain(given.says ?? '');
  // Nothing is stored.
  const { puts, group } = opened.sandbox.state;
  expect([puts(), group(opened.group.id)?.lockMasterImei]).toEqual([[], false]);
});

describe('rules for which checking the status is not enough', () => {
  it('2.3, 4.4: a second change within one millisecond gets a later DateModified', async () => {
    const { sandbox, group } = await world();
    const modified = () => sandbox.state.group(group.id)?.dateModified ?? 0;
    sandbox.changeGroup(group.id, { name: 'One' });
    const first = modified();
    sandbox.changeGroup(group.id, { name: 'Two' });
    expect(modified()).toBeGreaterThan(first);
  });

  it('7 422: the quota does not count the group itself', async () => {
    const { sandbox, put } = await world();
    const locked = sandbox.state.groups().filter(({ lockMasterImei }) => lockMasterImei).length;
    sandbox.setOptions({ lockedGroupsQuota: locked });
    expect((await put()).status).toBe(422);
    sandbox.setOptions({ lockedGroupsQuota: locked + 1 });
    expect((await put()).status).toBe(200);
    expect((await put({ ThingsGroupName: 'Again' })).status).toBe(200);
  });

  it('3, 4.6: an activation changes the Thing and the group’s measures', async () => {
    const w = await world();
    const iccid = w.iccidIn('SUSPENDED');
    const before = w.sandbox.state.thing(iccid);
    const groupId = textField(before, 'ThingsGroupId');
    const active = () => w.sandbox.state.group(groupId)?.measures.Active ?? 0;
    const count = active();
    expect((await w.caller.post(`/v1/things/${iccid}/activate`)).status).toBe(200);
    expect(active()).toBe(count + 1);
    const after = w.sandbox.state.thing(iccid);
    expect(field(after, 'State')).toBe('ACTIVE');
    expect(after?.DateModified).toBeGreaterThan(before?.DateModified ?? 0);
  });

  it('the world is the same for every start within one hour', () => {
    const at = (time: number) =>
      createSandbox({ things: 60, clock: { ...manualClock(), now: () => time } }).state.things();
    const start = Date.UTC(2026, 0, 1, 10);
    expect(at(start + hour - 1)).toEqual(at(start));
    expect(at(start + hour)).not.toEqual(at(start));
  });

  it('a CORS preflight allows the methods and headers that the endpoints accept', async () => {
    const { sandbox } = await world({ cors: 'on' });
    const headers = { origin: 'https://elsewhere.example', 'access-control-request-method': 'PUT' };
    const response = await send(sandbox, 'OPTIONS', '/thingsgroup/x', { headers });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT');
    expect(response.headers.get('access-control-allow-headers')).toBe(
      'authorization, apikey, content-type, x-request-id',
    );
  });

  it('consoleErrors html escapes the message', async () => {
    const { caller, sandbox } = await world({ consoleErrors: 'html' });
    sandbox.faults.add({ status: 422, message: '<script>alert(1)</script> & more' });
    expect((await caller.things()).text).toContain('&lt;script>alert(1)&lt;/script> &amp; more');
  });

  it.each([
    ['right', 'application/json', 'text/plain; charset=utf-8'],
    ['wrong', 'text/html', 'application/json'],
    ['none', null, null],
  ] as const)(
    'consoleContentType %s returns lists as %s and the update as %s',
    async (type, list, update) => {
      const w = await world({ consoleContentType: type });
      expect((await w.caller.things()).headers.get('content-type')).toBe(list);
      expect((await w.put()).headers.get('content-type')).toBe(update);
    },
  );

  it('a fault for one user affects that user’s refresh', async () => {
    const w = await world();
    w.sandbox.faults.add({ route: 'POST /v1/auth/refresh', user: 'reader', status: 500 });
    expect((await w.refresh()).status).toBe(200);
    const reader = await callerOf(w.sandbox, 'reader');
    expect((await w.refresh({ refresh_token: reader.refreshToken })).status).toBe(500);
  });
});
