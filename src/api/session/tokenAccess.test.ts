import { describe, expect, it } from 'vitest';

import { gatewayErrorHeader } from '#contract/session.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import { manualClock } from '#lib/clock.ts';

import { createTokenAccess } from './tokenAccess.ts';

const info = { username: 'writer', customerId: 'c1', mayChangeCustomer: false };

function pair(name: string): TokenPair {
  return { token_type: 'Bearer', access_token: `at-${name}`, refresh_token: `rt-${name}` };
}

/** A tab whose access token `at-old` is refused, and whose renewal is answered when `release` is called. */
function tab() {
  const clock = manualClock();
  const seen: string[] = [];
  let release = () => {};
  const renewal = new Promise<void>((resolve) => {
    release = resolve;
  });
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
    const { status, headers } = await answer;
    return { status, endsSession: headers.has(gatewayErrorHeader), seen };
  }
  return { access, call };
}

describe('T18: a call that waits for a renewal while its session ends', () => {
  it.each(['GET', 'PUT'])('is not sent for somebody who has signed out: %s', async (method) => {
    const { access, call } = tab();
    const end = await call(method, () => access.end());
    expect(end).toEqual({ status: 401, endsSession: true, seen: [`${method} as Bearer at-old`] });
  });

  it('is not sent either where somebody else signed in, whose session that does not end', async () => {
    const { access, call } = tab();
    const end = await call('GET', () => access.begin({ ...info, username: 'other' }, pair('new')));
    expect(end).toEqual({ status: 401, endsSession: false, seen: ['GET as Bearer at-old'] });
  });

  it('T16: goes on in the session that the same person began, where it is a read', async () => {
    const { access, call } = tab();
    const end = await call('GET', () => access.begin(info, pair('new')));
    expect(end).toMatchObject({ status: 200, seen: [expect.anything(), 'GET as Bearer at-new'] });
  });

  it('T16: waits for the person where it is a write', async () => {
    const { access, call } = tab();
    const end = await call('PUT', () => access.begin(info, pair('new')));
    expect(end).toEqual({ status: 401, endsSession: false, seen: ['PUT as Bearer at-old'] });
  });
});
