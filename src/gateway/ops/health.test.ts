import { describe, expect, it } from 'vitest';

import { createFixture, signedInFixture } from '#testing/fixtures/gatewayFixture.ts';
import { databaseUrl, gatewayDatabase } from '#testing/fixtures/testDatabases.ts';
import { withClient } from '#testing/fixtures/testPostgres.ts';

describe('H20: /healthz and /readyz', () => {
  it('report only the state, make no calls to the service, and need none of the console’s headers', async () => {
    let isReady = true;
    const fixture = await createFixture({ isReady: () => isReady });
    const ask = async (path: string) => {
      const answer = await fixture.send('GET', path, { bare: true });
      return [answer.status, (await answer.text()).length < 12];
    };
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([
      [200, true],
      [200, true],
    ]);
    isReady = false;
    expect([await ask('/healthz'), await ask('/readyz')]).toEqual([
      [200, true],
      [503, true],
    ]);
    expect([fixture.seen, fixture.log]).toEqual([[], []]);
  });

  it('also respond at the root if there is a base path', async () => {
    const fixture = await createFixture({ environment: { BASE_PATH: '/sims/' } });
    const status = async (path: string) => (await fixture.send('GET', path)).status;
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 200]);
  });
});

it('an unavailable store is logged in a line that states the reason, but not the password', async () => {
  const address = databaseUrl(await gatewayDatabase('postgres'));
  const { fixture, cookie } = await signedInFixture({ environment: { DATABASE_URL: address } });
  const { pathname } = new URL(address);
  await withClient(address.replace(pathname, '/postgres'), (other) =>
    other.query(`drop database ${pathname.slice(1)} with (force)`),
  );
  const ask = async () => (await fixture.send('GET', '/session', { cookie })).status;
  await expect.poll(ask).toBe(503);
  // The first line reports the closed connections, the next one the missing database.
  fixture.log.length = 0;
  await fixture.pass(10_000);
  expect(await ask()).toBe(503);
  const lines = fixture.log.filter((text) => text.includes('"store unavailable"'));
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ code: '3D000' });
  expect(lines.join('')).not.toContain(new URL(address).password || address);
});
