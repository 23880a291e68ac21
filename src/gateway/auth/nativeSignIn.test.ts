import { describe, expect, it } from 'vitest';

import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';

const origin = 'https://sim.example.com';
const right = { username: 'writer', password: 'sandbox-writer' };
const browser = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', origin };

type Given = NonNullable<Parameters<typeof createFixture>[0]>;

/** A gateway, and a function that submits the form of its sign-in page. */
async function startScenario(given: Given = {}) {
  const environment = { PUBLIC_ORIGIN: origin, ...given.environment };
  const fixture = await createFixture({ ...given, environment });
  const submit = async (form: Record<string, string> = right, search = '', headers = {}) =>
    fixture.send('POST', `${given.environment?.['BASE_PATH'] ?? '/'}sign-in${search}`, {
      bare: true,
      form,
      headers: { ...browser, ...headers },
    });
  return { ...fixture, submit };
}

describe('the sign-in page’s form, sent by the browser itself', () => {
  it.each([
    ['', '/'],
    ['?next=%2Fthings%3FState%3DACTIVE', '/things?State=ACTIVE'],
    ['?next=%2Fsign-in%3Fnext%3D%2Fgroups', '/'],
    ['?next=%2F%2Fevil.example', '/'],
    ['?next=javascript%3Aalert(1)', '/'],
    ['?next=%2F%09%2Fevil.example', '/'],
    ['?next=%2F%5Cevil.example', '/'],
    ['?next=https%3A%2F%2Fevil.example', '/'],
    ['?next=%2F%0d%0aset-cookie%3A%20a%3Db', '/'],
  ])('H13: /sign-in%s leads to %s, with a session', async (search, next) => {
    const { submit, send } = await startScenario();
    const answer = await submit(right, search);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, next]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    const session = await send('GET', '/session', { cookie });
    expect(await session.json()).toMatchObject({ username: 'writer' });
  });

  it('stays under the base path', async () => {
    const { submit } = await startScenario({ environment: { BASE_PATH: '/sims/' } });
    expect((await submit(right, '?next=%2Fgroups')).headers.get('location')).toBe('/sims/groups');
  });

  it('asks for the customer id before opening the page, if nothing else provides it', async () => {
    const service = fakeService(undefined, { customer_id: undefined });
    const answer = await (await startScenario({ service })).submit(right, '?next=%2Fgroups');
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/sign-in?ask=customer&next=%2Fgroups');
  });

  it('T22: shows the service’s message and the username, but not the password', async () => {
    const { submit, log } = await startScenario();
    const answer = await submit({ username: 'writer', password: 'wr"ong' });
    const page = await answer.text();
    expect(answer.status).toBe(401);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(page).toMatch(/^refused 401 writer .*Username or password is wrong/);
    expect(page).not.toContain('wr"ong');
    expect(log.join('')).toContain('"event":"sign-in"');
    expect(log.join('')).toContain('"outcome":"refused"');
  });

  it('reads a long compressed message from the service', async () => {
    const message = 'Too long to be sent as it is. '.repeat(100);
    const service = async () => Response.json({ message }, { status: 403 });
    const { submit } = await startScenario({ service });
    const answer = await submit(right, '', { 'accept-encoding': 'br' });
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(await answer.text()).toContain(message);
  });

  it("counts towards the network's limit, like every sign-in", async () => {
    const { submit, send, seen } = await startScenario({ environment: { SIGN_IN_TRIES: '2' } });
    await submit();
    await send('POST', '/session', { body: right });
    const answer = await submit();
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.text()).toContain('sign_in_limited');
    expect(seen).toHaveLength(2);
  });

  it('is rendered up to the network’s sign-in limit; further attempts get a fixed page', async () => {
    const { submit } = await startScenario({ environment: { SIGN_IN_TRIES: '2' } });
    const pages: string[] = [];
    for (let count = 0; count < 5; count++) {
      const answer = await submit({ username: 'writer', password: 'wrong' });
      pages.push(`${answer.status} ${/^refused|Too many sign-ins/.exec(await answer.text())?.[0]}`);
    }
    const [drawn, fixed] = ['401 refused', '429 Too many sign-ins'];
    expect(pages).toEqual([drawn, drawn, fixed, fixed, fixed]);
  });

  it('is still rendered for the first attempts over the limit if the earlier sign-ins succeeded', async () => {
    const { submit } = await startScenario({ environment: { SIGN_IN_TRIES: '2' } });
    await submit();
    await submit();
    const answer = await submit();
    expect([answer.status, await answer.text()]).toEqual([
      429,
      expect.stringContaining('sign_in_limited'),
    ]);
  });

  it.each([400, 413, 415])('is rendered when the service responds with %i', async (status) => {
    const service = async () => Response.json({ message: 'Message from the service' }, { status });
    const { submit } = await startScenario({ service });
    expect(await (await submit()).text()).toContain('Message from the service');
  });

  it('S8: says that the store is unavailable, and does not call the service', async () => {
    const { submit, loseStore, seen } = await startScenario();
    await loseStore();
    const answer = await submit();
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('store_unavailable');
    expect(seen).toHaveLength(0);
  });

  it('says that the service cannot be reached', async () => {
    const service = async () => {
      throw new TypeError('fetch failed');
    };
    const { submit } = await startScenario({ service });
    const answer = await submit();
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain('upstream_unreachable');
  });

  it('says that the service is rate limiting, and for how long', async () => {
    const service = async () =>
      Response.json({ message: 'slow down' }, { status: 429, headers: { 'retry-after': '31' } });
    const { submit } = await startScenario({ service });
    const answer = await submit();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '31']);
  });

  it('H11: is read only up to 64 KiB', async () => {
    const { submit, seen } = await startScenario();
    expect((await submit({ username: 'writer', password: 'a'.repeat(70_000) })).status).toBe(413);
    expect(seen).toHaveLength(0);
  });

  it.each([
    ['without a password', { username: 'writer' }],
    ['with an empty username', { username: '', password: 'x' }],
    ['with a control character', { username: 'a\u0000b', password: 'x' }],
  ])('%s: is refused', async (_name, form) => {
    const { submit, seen } = await startScenario();
    const answer = await submit(form);
    expect(answer.status).toBe(400);
    // Rendering the sign-in page is expensive, and no form would send this request.
    expect(await answer.text()).not.toMatch(/^refused/);
    expect(seen).toHaveLength(0);
  });

  it('does not accept JSON, because the console sends that to /session', async () => {
    const { send, seen } = await startScenario();
    expect((await send('POST', '/sign-in', { body: right, headers: browser })).status).toBe(415);
    expect(seen).toHaveLength(0);
  });
});

describe('H5: a form on another page signs nobody in', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that claims the origin', { 'sec-fetch-site': 'cross-site', origin }],
    ['a neighbour', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.com' }],
    ['nobody', { 'sec-fetch-site': 'none' }],
    ['an unknown site', { 'sec-fetch-site': 'x', origin }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['an old browser that hides its origin', { origin: 'null' }],
    ['another port', { origin: `${origin}:444` }],
    ['http', { origin: 'http://sim.example.com' }],
    ['a browser that sends neither header', {}],
    ['a page with the console’s header', { 'x-sim-console': '1' }],
  ])('sent by %s', async (_name, headers) => {
    const { send, seen, log } = await startScenario();
    const answer = await send('POST', '/sign-in', { bare: true, form: right, headers });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
    expect(seen).toHaveLength(0);
    expect(log.join('')).not.toContain('"event":"sign-in"');
  });

  it.each([
    ['the browser names the same origin', { 'sec-fetch-site': 'same-origin' }],
    ['an old browser names the origin', { origin }],
  ])('accepts the console’s own form: %s', async (_name, headers) => {
    const { send } = await startScenario();
    expect((await send('POST', '/sign-in', { bare: true, form: right, headers })).status).toBe(303);
  });

  it('a sandbox restricted to this machine refuses sign-ins from other machines', async () => {
    const fixture = await createFixture({ environment: { SANDBOX: '' } });
    const answer = await fixture.send('POST', '/sign-in', {
      bare: true,
      form: right,
      headers: { ...browser, origin: 'https://elsewhere.example' },
    });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain('accepts sign-ins only from the machine it runs on');
    expect(fixture.seen).toHaveLength(0);
  });
});
