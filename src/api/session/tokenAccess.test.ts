import { describe, expect, it } from 'vitest';

import { gatewayErrorHeader } from '#contract/session.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createTokenAccess } from './tokenAccess.ts';

const info = { username: 'writer', customerId: 'c1', mayChangeCustomer: false };

function pair(name: string): TokenPair {
  return { token_type: 'Bearer', access_token: `at-${name}`, refresh_token: `rt-${name}` };
}

/** A response's status, and its code if the error is the tab's own. */
async function read(answer: Promise<Response>) {
  const { status, headers } = await answer;
  const text = await (await answer).clone().text();
  const body: unknown = headers.has(gatewayErrorHeader) ? JSON.parse(text) : undefined;
  const code: unknown = Reflect.get(Object(body), 'code');
  return { status, code };
}

/** A tab whose access token `at-old` is refused, and whose renewal is answered when `release` is called. */
function tab() {
  const clock = manualClock();
  const seen: string[] = [];
  let release = () => {};
  const renewal = new Promise<void>((resolve) => (release = resolve));
  const access = createTokenAccess({
    async fetch(path, { method = 'GET', headers }) {
      if (path.endsWith('/refresh')) {
        await renewal;
        return Response.json(pair('renewed'));
      }
      const token = new Headers(headers).get('authorization');
      seen.push(`${method} as ${token}`);
      return new Response(null, { status: token === 'Bearer at-old' ? 401 : 200 });
    },
    config: { apiUrl: '/service', consoleUrl: '/records' },
    clock,
    random: () => 0.5,
    newRequestId: () => 'id',
  });
  access.begin(info, pair('old'));
  async function call(method: string, meanwhile: () => void) {
    const answer = access.fetch('/api/thingsgroup/g1', { method });
    await clock.advance(0);
    meanwhile();
    release();
    const { status, code } = await read(answer);
    return { status, endsSession: code === 'session_ended', seen };
  }
  return { access, call };
}

describe('T18: a call that waits for a renewal while its session ends', () => {
  it.each(['GET', 'PUT'])('is not sent for a user who has signed out: %s', async (method) => {
    const { access, call } = tab();
    const end = await call(method, () => access.end());
    expect(end).toEqual({ status: 401, endsSession: true, seen: [`${method} as Bearer at-old`] });
  });

  it('is not sent after another user signs in, and does not end that user’s session', async () => {
    const { access, call } = tab();
    const end = await call('GET', () => access.begin({ ...info, username: 'other' }, pair('new')));
    expect(end).toEqual({ status: 401, endsSession: false, seen: ['GET as Bearer at-old'] });
  });

  it('T16: is retried in the same user’s new session if it is a read', async () => {
    const { access, call } = tab();
    const end = await call('GET', () => access.begin(info, pair('new')));
    expect(end).toMatchObject({ status: 200, seen: [expect.anything(), 'GET as Bearer at-new'] });
  });

  it('T16: waits for the user if it is a write', async () => {
    const { access, call } = tab();
    const end = await call('PUT', () => access.begin(info, pair('new')));
    expect(end).toEqual({ status: 401, endsSession: false, seen: ['PUT as Bearer at-old'] });
  });
});

describe('T24: a call whose response arrives after its session ended', () => {
  /** The service holds back the response to a call until `meanwhile` has happened. */
  async function answered(method: string, status: number, meanwhile: (access: Tab) => void) {
    const reached = Promise.withResolvers<void>();
    const held = Promise.withResolvers<Response>();
    const access = createTokenAccess({
      async fetch() {
        reached.resolve();
        return held.promise;
      },
      config: { apiUrl: '/service', consoleUrl: '/records' },
      clock: manualClock(),
      random: () => 0.5,
      newRequestId: () => 'id',
    });
    access.begin(info, pair('old'));
    const answer = access.fetch('/api/thingsgroup/g1', { method });
    await reached.promise;
    meanwhile(access);
    held.resolve(new Response(null, { status }));
    return read(answer);
  }
  type Tab = ReturnType<typeof createTokenAccess>;
  const other = { ...info, username: 'other' };

  it.each([
    ['signed out', (access: Tab) => access.end()],
    ['signed in again', (access: Tab) => access.begin(info, pair('new'))],
    ['was replaced by another user', (access: Tab) => access.begin(other, pair('new'))],
  ])('is reported unchanged for a write by a user who %s', async (_, meanwhile) => {
    expect(await answered('PUT', 200, meanwhile)).toEqual({ status: 200 });
    expect(await answered('PUT', 409, meanwhile)).toEqual({ status: 409 });
    expect(await answered('PUT', 503, meanwhile)).toEqual({ status: 503 });
  });

  it('T17: is withheld from a read by a user who signed out or was replaced by another', async () => {
    const ended = { status: 401, code: 'session_ended' };
    expect(await answered('GET', 200, (access) => access.end())).toEqual(ended);
    expect(await answered('GET', 200, (access) => access.begin(other, pair('new')))).toEqual({
      status: 401,
      code: 'session_replaced',
    });
  });
});
