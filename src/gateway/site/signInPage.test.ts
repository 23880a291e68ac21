import { describe, expect, it } from 'vitest';

import { createFixture } from '#testing/fixtures/gatewayFixture.ts';

const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };

async function open(path: string, headers: Record<string, string> = opened, cookie?: string) {
  const fixture = await createFixture({ environment: { BASE_PATH: '/sims/' } });
  const answer = await fixture.send('GET', path, {
    bare: true,
    headers,
    cookie: cookie === 'own' ? await fixture.signIn() : cookie,
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe('the sign-in page', () => {
  it('is served at its address, with everything its form needs', async () => {
    const { status, headers, text } = await open('/sims/sign-in?next=%2Fgroups');
    expect([status, text]).toEqual([200, 'sign-in page ?next=%2Fgroups']);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('referrer-policy')).toBe('strict-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('gives way to the console’s page when the customer id is requested', async () => {
    expect((await open('/sims/sign-in?ask=customer')).text).toMatch(/^<!doctype html>/);
  });

  it.each([
    ['/sims/', '/things'],
    ['/sims/?embed=1', '/things?embed=1'],
    ['/sims/things?State=ACTIVE&Tags=a%26b', '/things?State=ACTIVE&Tags=a%26b'],
    ['/sims/groups/G_1', '/groups/G_1'],
    ['/sims/things?embed=1', '/things?embed=1'],
  ])('is where %s redirects without a session', async (path, next) => {
    const { status, headers } = await open(path);
    expect([status, headers.get('location')]).toEqual([
      302,
      `/sims/sign-in?next=${encodeURIComponent(next)}`,
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['with a session', opened, 'own'],
    ['with a cookie whose session may have ended', opened, `sim-console+sims=${'a'.repeat(43)}`],
    // A link from another site does not send a SameSite=Strict cookie.
    ['by a link on another site', { ...opened, 'sec-fetch-site': 'cross-site' }, undefined],
    ['by a browser that does not name the site', { 'sec-fetch-mode': 'navigate' }, undefined],
    ['by a script', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }, undefined],
  ])('does not replace a page opened %s', async (_name, headers, cookie) => {
    const { status, text } = await open('/sims/things', headers, cookie);
    expect([status, text.startsWith('<!doctype html>')]).toEqual([200, true]);
  });

  it('does not replace a page whose address is too long for a redirect', async () => {
    const { status, text } = await open(`/sims/things?ThingName=${'%D0%96'.repeat(900)}`);
    expect([status, text.startsWith('<!doctype html>')]).toEqual([200, true]);
  });

  it('replaces a page inside a portal on another site, where the cookie would be sent', async () => {
    const crossSite = { PUBLIC_ORIGIN: 'https://sim.example.com', COOKIE_CROSS_SITE: 'true' };
    const environment = { ...crossSite, FRAME_ANCESTORS: 'https://portal.example' };
    const fixture = await createFixture({ environment });
    const headers = { ...opened, 'sec-fetch-site': 'cross-site' };
    expect((await fixture.send('GET', '/things', { bare: true, headers })).status).toBe(302);
  });
});
