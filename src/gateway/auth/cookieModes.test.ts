import { describe, expect, it } from 'vitest';

import { createFixture, signedInFixture } from '#testing/fixtures/gatewayFixture.ts';

import { createSessionCookie } from './cookie.ts';

const strict = { PUBLIC_ORIGIN: 'https://sim.example.com' };
const crossSite = { ...strict, COOKIE_CROSS_SITE: 'true' };
const credentials = { username: 'writer', password: 'sandbox-writer' };

/** A cookie that a gateway in the other mode left in the browser; its session has ended. */
const leftOver = async (environment: Readonly<Record<string, string>>): Promise<string> =>
  (await createFixture({ environment })).signIn();

describe('T2: after COOKIE_CROSS_SITE is toggled', () => {
  it.each([
    ['on', strict, crossSite],
    ['off', crossSite, strict],
  ])('%s, a sign-in works alongside the old cookie, and removes it', async (_, before, after) => {
    const old = await leftOver(before);
    const fixture = await createFixture({ environment: after });
    const answer = await fixture.send('POST', '/session', { cookie: old, body: credentials });
    const [set = '', ...others] = answer.headers.getSetCookie();
    const [cookie = ''] = set.split(';');
    expect(cookie.split('=')[0]).not.toBe(old.split('=')[0]);
    expect(others).toHaveLength(1);
    expect(others[0]).toMatch(new RegExp(`^${old.split('=')[0]}=; .*Max-Age=0$`));
    // A partitioned cookie can only be removed by setting a partitioned cookie.
    expect(others[0]?.includes('Partitioned')).toBe(before === crossSite);

    // Browsers send the old cookie first.
    const both = { cookie: `${old}; ${cookie}` };
    expect((await fixture.send('GET', '/session', both)).status).toBe(200);
    expect((await fixture.send('GET', '/api/things', both)).status).toBe(200);
  });

  it.each([
    ['on', crossSite],
    ['off', strict],
  ])('%s, signing out removes the cookies of both modes', async (_, environment) => {
    const { fixture, cookie } = await signedInFixture({ environment });
    const out = await fixture.send('DELETE', '/session', { cookie });
    expect(out.headers.getSetCookie().toSorted()).toEqual([
      '__Host-sim-console-cross-site=; Path=/; Secure; HttpOnly; SameSite=None; Partitioned; Max-Age=0',
      '__Host-sim-console=; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
  });
});

describe('several cookies with the same name', () => {
  it.each(['first', 'last'])('are all tried: a live one is found if it comes %s', async (at) => {
    const fixture = await createFixture({ environment: strict });
    const dead = `__Host-sim-console=${'x'.repeat(43)}`;
    const alive = await fixture.signIn();
    const cookie = (at === 'first' ? [alive, dead] : [dead, alive]).join('; ');
    expect((await fixture.send('GET', '/api/things', { cookie })).status).toBe(200);
  });

  it('are capped at two: additional cookies never reach the store', () => {
    const cookie = createSessionCookie({ basePath: '/', secure: true, crossSite: false });
    const ids = Array.from({ length: 500 }, (_, index) => String(index).padStart(43, 'x'));
    const header = ids.map((id) => `__Host-sim-console=${id}`).join('; ');
    expect(cookie.read(`__Host-sim-console=no-id; ${header}`)).toEqual(ids.slice(0, 2));
  });

  it('are all removed by signing in again and by signing out', async () => {
    const fixture = await createFixture({ environment: strict });
    const [first, second] = [await fixture.signIn(), await fixture.signIn()];
    const third = await fixture.signIn('writer', { cookie: `${first}; ${second}` });
    for (const cookie of [first, second]) {
      expect((await fixture.send('GET', '/session', { cookie })).status).toBe(204);
    }
    const fourth = await fixture.signIn();
    await fixture.send('DELETE', '/session', { cookie: `${third}; ${fourth}` });
    expect((await fixture.send('GET', '/session', { cookie: third })).status).toBe(204);
    expect((await fixture.send('GET', '/session', { cookie: fourth })).status).toBe(204);
  });
});
