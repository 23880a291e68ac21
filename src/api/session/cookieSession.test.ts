import { describe, expect, it } from 'vitest';

import { ownerHeader, ownerOf } from '#contract/session.ts';
import { testHttp } from '#testing/fixtures/testHttp.ts';

import { createCookieSession } from './cookieSession.ts';
import type { Session } from './session.ts';

const sessionOver = (answer: (init: RequestInit) => Response): Session =>
  createCookieSession(testHttp(async (_path, init) => answer(init)));

const info = { username: 'writer', customerId: 'cid_1', mayChangeCustomer: true, isUnproven: true };

describe('the session kept by the gateway', () => {
  const calls: readonly [string, string, (session: Session) => Promise<unknown>][] = [
    ['GET', '/session', (session) => session.read()],
    ['POST', '/session', (session) => session.signIn({ username: 'a', password: 'b' })],
    ['PUT', '/session/customer', (session) => session.chooseCustomer('cid_1')],
  ];

  it.each(calls)('%s %s: returns who is signed in', async (_method, _route, call) => {
    expect(await call(sessionOver(() => Response.json(info)))).toEqual(info);
  });

  it.each(calls)(
    'V2: %s %s: a response without a user is an error',
    async (method, route, call) => {
      const users = ['{"username":1}', '{"username":"a"}', '{"username":"a","customerId":7}'];
      for (const body of ['', '<html>', 'null', '[]', ...users]) {
        const failed = call(sessionOver(() => new Response(body)));
        await expect(failed).rejects.toMatchObject({ kind: 'malformed', method, route });
      }
    },
  );

  it('204 means that nobody is signed in', async () => {
    expect(await sessionOver(() => new Response(null, { status: 204 })).read()).toBe(null);
  });

  it('T20: ignores unreadable expiry times', async () => {
    const endsIn = { unused: '1', atTheLatest: 2 };
    expect(await sessionOver(() => Response.json({ ...info, endsIn })).read()).toEqual(info);
  });

  it('T17: chooses a customer ID only for the user it last reported', async () => {
    const named: (string | null)[] = [];
    let signedIn = { ...info, username: 'Zoë', customerId: null as string | null };
    let isCut = false;
    const session = sessionOver(({ method, headers }) => {
      if (method !== 'PUT') return Response.json(signedIn);
      named.push(new Headers(headers).get(ownerHeader));
      if (isCut) throw new TypeError('Failed to fetch');
      return Response.json({ ...signedIn, customerId: 'cid_1' });
    });
    const owner = (customerId: string | null) =>
      encodeURIComponent(ownerOf({ username: 'Zoë', customerId }));
    await session.chooseCustomer('cid_1');
    await session.chooseCustomer('cid_1');
    await session.read();
    signedIn = { ...signedIn, username: 'another, in another tab' };
    isCut = true;
    await expect(session.chooseCustomer('cid_1')).rejects.toMatchObject({ kind: 'network' });
    // Whether the change was made is unknown, so no current value is claimed.
    await expect(session.chooseCustomer('cid_1')).rejects.toMatchObject({ kind: 'network' });
    expect(named).toEqual([null, owner('cid_1'), owner(null), null]);
  });
});
