import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { sessionInfo } from '#contract/sessionBodies.ts';
import { signedInFixture, groupUpdate } from '#testing/fixtures/gatewayFixture.ts';

import { type RunningGateway, startGateway } from '../server.ts';
import { readConfig } from './config.ts';

const dayMs = 24 * 60 * 60_000;
const listPath = '/api/thingsgroup/listWithMeasures';
const headers = { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' };

describe('T14: when the system’s time is set', () => {
  let distDir = '';
  let gateway: RunningGateway;
  beforeAll(async () => {
    distDir = mkdtempSync(join(tmpdir(), 'sim-console-time-'));
    writeFileSync(join(distDir, 'index.html'), '<html><head></head></html>');
    gateway = await startGateway({
      config: readConfig({ PORT: '0', SANDBOX_THINGS: '60' }),
      distDir,
    });
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    await gateway.close();
    rmSync(distDir, { recursive: true });
  });

  it.each([
    ['a day later', dayMs],
    ['a day earlier', -dayMs],
    ['a week later', 7 * dayMs],
  ])('%s, nobody is signed out, and sessions end when they would have ended', async (_, ms) => {
    const answer = await fetch(`${gateway.origin}/session`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'writer', password: 'sandbox-writer' }),
    });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const get = (path: string) =>
      fetch(`${gateway.origin}${path}`, { headers: { ...headers, cookie } });

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
    const info = sessionInfo.parse(await (await get('/session')).json());
    expect((info.endsIn?.unused ?? 0) / 60_000).toBeCloseTo(60, 0);
    expect((info.endsIn?.atTheLatest ?? 0) / 3_600_000).toBeCloseTo(24, 1);
    expect((await get('/api/things')).status).toBe(200);
  });

  it('the dates in the log follow it', async () => {
    const { fixture, cookie } = await signedInFixture();
    fixture.setSystemTimeBy(dayMs);
    const list: unknown = await (await fixture.send('GET', listPath, { cookie })).json();
    const id = String(Reflect.get(Object(Reflect.get(Object(list), 0)), 'ThingsGroupId'));
    await fixture.send('PUT', `/api/thingsgroup/${id}`, { cookie, body: groupUpdate });
    const date = new Date(fixture.clock.now() + dayMs).toISOString();
    const audit: unknown = JSON.parse(fixture.log.find((line) => line.includes('"audit"')) ?? '');
    expect(audit).toMatchObject({ time: date, beforeAt: date });
  });
});
