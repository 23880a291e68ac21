import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';
import {
  groups,
  openWatch,
  pathOf,
  refusal,
  secrets,
  things,
  token,
  tokensOf,
} from '#testing/fixtures/watchFixture.ts';

const second = 1000;
const minute = 60 * second;

describe('W1: the technical user', () => {
  it('tries a refused sign-in again after 1, 5 and 30 minutes, and then every hour', async () => {
    const { fixture, service, watchFor, standing } = await openWatch();
    const triedAt: number[] = [];
    service.fault = (request) => {
      if (pathOf(request) !== token) return undefined;
      triedAt.push((fixture.clock.now() - start) / minute);
      return refusal(401, 'Wrong password');
    };
    const start = fixture.clock.now();
    await watchFor(100 * minute);
    expect(triedAt.map(Math.floor)).toEqual([0, 1, 6, 36, 96]);
    expect((await standing())?.problem).toEqual({
      kind: 'refused',
      status: 401,
      message: 'Wrong password',
      requestId: 'r-1',
      since: start,
      retryAt: start + 156 * minute,
    });
    const logged = { kind: 'refused', requestId: 'r-1', retrySeconds: 3600 };
    expect(fixture.logged('watch').at(-1)).toMatchObject(logged);
    expect(await fixture.metrics()).toContain('sim_console_watch_problem{kind="refused"} 1');
    service.fault = () => undefined;
    await fixture.pass(61 * minute);
    expect(await standing()).toMatchObject({ problem: null });
    expect(await fixture.metrics()).toContain('sim_console_watch_problem{kind="refused"} 0');
  });

  it('is retried within a minute by a gateway that has just begun to watch', async () => {
    const { fixture, service, notedBefore, watchFor, paths } = await openWatch();
    const retryAt = fixture.clock.now() + 60 * minute;
    const problem = { kind: 'refused', status: 401, message: null, since: 0, retryAt } as const;
    await notedBefore({ nextAt: retryAt, problem });
    service.fault = () => refusal(401, 'Wrong password');
    await watchFor(59 * second);
    expect(paths()).toEqual([]);
    await fixture.pass(second);
    expect(paths()).toEqual([token]);
  });

  it.each([
    ['an hour, in Retry-After', 3600, () => refusal(429, 'Wait', { 'retry-after': '3600' })],
    [
      'R6: 20 s, only in its text',
      20,
      () => new Response('Too many requests: wait 20 s.', { status: 429 }),
    ],
  ])('waits when it signs in as a 429 asks: %s', async (_, seconds, fault) => {
    const { fixture, service, watchFor, paths } = await openWatch();
    service.fault = fault;
    await watchFor((seconds - 1) * second);
    expect(paths()).toEqual([token]);
    service.fault = () => undefined;
    await fixture.pass(16 * second);
    expect(paths().slice(0, 3)).toEqual([token, token, groups]);
  });

  it('signs in again when its access token is refused, at most every 15 seconds, and never renews', async () => {
    const { service, watchFor, paths, scan } = await openWatch();
    let isRefused = false;
    service.fault = (request) => {
      if (pathOf(request) === token) isRefused = false;
      // Each token is valid for one page.
      else if (isRefused) return refusal(401, 'Token expired');
      else isRefused = pathOf(request) === things;
      return undefined;
    };
    await watchFor(minute);
    expect(paths().filter((path) => path === token)).toHaveLength(4);
    expect(paths()).not.toContain('/v1/auth/refresh');
    expect(await scan()).toMatchObject({ state: 'complete', things: 120 });
  });

  it('waits if the service refuses every access token', async () => {
    const { service, watchFor, paths, standing } = await openWatch();
    service.fault = (request) =>
      pathOf(request) === token ? undefined : refusal(401, 'Token revoked');
    await watchFor(59 * second);
    expect(paths()).toEqual([token, groups, token, groups]);
    expect(await standing()).toMatchObject({ problem: { kind: 'refused', status: 401 } });
  });

  it('keeps its password and tokens out of the store, log, answers and metrics', async () => {
    const { fixture, service, watchFor, standing, summary, settled } = await openWatch();
    await watchFor(30 * second);
    await settled();
    const { password, access, refresh } = secrets;
    for (const secret of [password, access, refresh]) {
      service.fault = (request) =>
        request.headers.get('authorization')?.includes(access) === true || pathOf(request) === token
          ? refusal(403, `Not with ${secret}`)
          : undefined;
      await fixture.pass(5 * minute);
      expect(await standing()).toMatchObject({ problem: { status: 403, message: null } });
    }
    service.fault = () => undefined;
    const written = [
      ...fixture.log,
      await fixture.metrics(),
      JSON.stringify([await summary(), await standing()]),
    ].join('\n');
    for (const secret of [password, access, refresh]) expect(written).not.toContain(secret);
  });

  it('does not quote its password as a call has it', async () => {
    const password = 'a"b\\c, which JSON escapes';
    const file = join(temporaryFolder(), 'password');
    writeFileSync(file, password);
    const environment = { WATCH_USER: 'watcher', WATCH_PASSWORD_FILE: file };
    const { fixture, service, watchFor, standing } = await openWatch({ environment });
    service.fault = () => new Response(`Not with ${JSON.stringify({ password })}`, { status: 400 });
    await watchFor(second);
    expect(await fixture.seen.at(-1)?.json()).toMatchObject({ password });
    expect(await standing()).toMatchObject({ problem: { status: 400, message: null } });
  });

  it.each(['', `for ${secrets.password}`])('does not take %j as a request id', async (id) => {
    const { fixture, service, watchFor, standing } = await openWatch();
    const headers = { 'x-request-id': id };
    service.fault = () => new Response('No', { status: 403, headers });
    await watchFor(second);
    const requestId = fixture.seen.at(-1)?.headers.get('x-request-id');
    expect(await standing()).toMatchObject({ problem: { message: 'No', requestId } });
  });
});

describe('C5: a technical user who is moved to another customer', () => {
  it('stores none of its lists under the previous customer', async () => {
    const { fixture, service, watchFor, scan, standing } = await openWatch();
    let isMoved = false;
    service.fault = (request) => {
      if (pathOf(request) === token)
        return isMoved ? tokensOf('cid_next', 'access.next') : undefined;
      const isOld = request.headers.get('authorization') === `Bearer ${secrets.access}`;
      if (isMoved && isOld) return refusal(401, 'Token expired');
      if (request.url.includes('offset=49') && isOld) {
        isMoved = true;
        return refusal(401, 'Token expired');
      }
      return undefined;
    };
    await watchFor(59 * second);
    expect(await scan()).toMatchObject({ state: 'stopped' });
    expect(await fixture.store.scans.shownSince('cid_test', 0)).toBe(50);
    await fixture.pass(2 * minute);
    expect(await standing()).toMatchObject({ customerId: 'cid_next', problem: null });
    expect((await fixture.store.scans.known('cid_next')).complete).toMatchObject({ things: 120 });
  });

  it('is signed in again at the next attempt if its customer was not known', async () => {
    const { fixture, service, watchFor, paths, standing } = await openWatch();
    const user: { customerId?: string } = {};
    service.fault = (request) =>
      pathOf(request) === token ? tokensOf(user.customerId) : undefined;
    await watchFor(59 * second);
    expect(paths()).toEqual([token]);
    expect(await standing()).toMatchObject({ problem: { kind: 'no-customer' } });
    user.customerId = 'cid_test';
    await fixture.pass(minute);
    expect(paths().slice(0, 3)).toEqual([token, token, groups]);
  });
});
