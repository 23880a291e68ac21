import { describe, expect, it } from 'vitest';

import { manualClock } from '#lib/clock.ts';

import type { SandboxOptions } from './options.ts';
import { createSandbox } from './sandbox.ts';
import { callerOf, send, signIn, textField } from './testClient.ts';

function open(options: Partial<SandboxOptions> = {}) {
  const clock = manualClock();
  return { clock, sandbox: createSandbox({ things: 60, clock, ...options }) };
}

async function statuses(times: number, call: () => Promise<{ status: number }>) {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await call()).status);
  return seen;
}

describe('8.3: auth limits', () => {
  it('takes 5 sign-ins a minute per submitted username, right or wrong', async () => {
    const { clock, sandbox } = open();
    const wrong = () =>
      send(sandbox, 'POST', '/v1/auth/token', { body: { username: 'writer', password: 'x' } });
    expect(await statuses(3, wrong)).toEqual([401, 401, 401]);
    expect(await statuses(3, () => signIn(sandbox))).toEqual([200, 200, 429]);
    expect((await signIn(sandbox, 'reader')).status).toBe(200);
    await clock.advance(60_000);
    expect((await signIn(sandbox)).status).toBe(200);
  });

  it('takes 5 refreshes a minute per client address, whoever they are for', async () => {
    const { clock, sandbox } = open();
    const refresh = (address: string) => () =>
      send(sandbox, 'POST', '/v1/auth/refresh', { body: { refresh_token: 'x' }, address });
    expect(await statuses(6, refresh('10.0.0.1'))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await refresh('10.0.0.2')()).status).toBe(401);
    await clock.advance(60_000);
    expect((await refresh('10.0.0.1')()).status).toBe(401);
  });

  it('8.1, rule 3: the window starts at the first request and does not slide', async () => {
    const { clock, sandbox } = open();
    await signIn(sandbox);
    await clock.advance(59_000);
    expect(await statuses(5, () => signIn(sandbox))).toEqual([200, 200, 200, 200, 429]);
    await clock.advance(1000);
    expect(await statuses(6, () => signIn(sandbox))).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('7 and 8.4: a 429 says the seconds in header and message', async () => {
    const { clock, sandbox } = open();
    await statuses(5, () => signIn(sandbox));
    await clock.advance(12_300);
    const { status, headers, json } = await signIn(sandbox);
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('48');
    expect(textField(json, 'message')).toContain('48 seconds');
    expect(headers.get('x-ratelimit-limit')).toBe('5');
    expect(headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('resetLimits and reset start all windows anew', async () => {
    const { sandbox } = open();
    for (const start of [sandbox.resetLimits, sandbox.reset]) {
      expect(await statuses(6, () => signIn(sandbox))).toContain(429);
      start();
      expect((await signIn(sandbox)).status).toBe(200);
      sandbox.resetLimits();
    }
  });

  it('authLimits off: no limit', async () => {
    const { sandbox } = open({ authLimits: false });
    expect(await statuses(7, () => signIn(sandbox))).toEqual(Array(7).fill(200));
  });
});

describe('8.1: limits of the console endpoints', () => {
  it('has none by default', async () => {
    const { sandbox } = open();
    const caller = await callerOf(sandbox);
    expect(await statuses(80, () => caller.things())).toEqual(Array(80).fill(200));
    expect((await caller.things()).headers.has('x-ratelimit-limit')).toBe(false);
  });

  it('consoleLimit: one budget for each method, route and user', async () => {
    const { sandbox } = open({ consoleLimit: { requests: 2, windowSeconds: 60 } });
    const writer = await callerOf(sandbox);
    const admin = await callerOf(sandbox, 'admin');
    expect(await statuses(3, () => writer.things())).toEqual([200, 200, 429]);
    expect((await writer.get('/thingsgroup/listWithMeasures')).status).toBe(200);
    const { status, headers } = await admin.things();
    expect(status).toBe(200);
    expect(headers.get('x-ratelimit-limit')).toBe('2');
    expect(headers.get('x-ratelimit-remaining')).toBe('1');
  });

  it('8.1, rule 5: an exhausted API budget does not block a refresh', async () => {
    const { sandbox } = open({ consoleLimit: { requests: 1, windowSeconds: 60 } });
    const caller = await callerOf(sandbox);
    expect(await statuses(2, () => caller.things())).toEqual([200, 429]);
    const body = { refresh_token: caller.refreshToken };
    expect((await send(sandbox, 'POST', '/v1/auth/refresh', { body })).status).toBe(200);
  });
});
