import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { sessionInfo } from '#contract/sessionBodies.ts';
import { signedInFixture, groupUpdate } from '#testing/fixtures/gatewayFixture.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';

const dayMs = 24 * 60 * 60_000;
const listPath = '/api/thingsgroup/listWithMeasures';

describe('T14: when the system clock is set', () => {
  const distDir = builtSite();
  let gateway: Awaited<ReturnType<typeof startedGateway>>;
  beforeAll(async () => {
    gateway = await startedGateway({ environment: { SANDBOX_THINGS: '60' }, distDir });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(() => gateway.close());

  it.each([
    ['a day later', dayMs],
    ['a day earlier', -dayMs],
    ['a week later', 7 * dayMs],
  ])('%s, nobody is signed out, and no session ends earlier or later', async (_, ms) => {
    const headers = await gateway.session();
    const get = (path: string) => gateway.send(path, { headers });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
    const info = sessionInfo.parse(await (await get('/session')).json());
    expect((info.endsIn?.unused ?? 0) / 60_000).toBeCloseTo(60, 0);
    expect((info.endsIn?.atTheLatest ?? 0) / 3_600_000).toBeCloseTo(24, 1);
    expect((await get('/api/things')).status).toBe(200);
  });

  it('dates in the log follow the clock', async () => {
    const { fixture, cookie } = await signedInFixture();
    fixture.setSystemTimeBy(dayMs);
    const list: unknown = await (await fixture.send('GET', listPath, { cookie })).json();
    const id = String(Reflect.get(Object(Reflect.get(Object(list), 0)), 'ThingsGroupId'));
    await fixture.send('PUT', `/api/thingsgroup/${id}`, { cookie, body: groupUpdate });
    const date = new Date(fixture.clock.now() + dayMs).toISOString();
    expect(fixture.logged('audit')[0]).toMatchObject({ time: date, beforeAt: date });
  });
});
