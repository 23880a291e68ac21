import { describe, expect, it } from 'vitest';

import { manualClock } from '#lib/clock.ts';

import { createBudgets } from '../budgets.ts';
import { createHttp } from '../http.ts';
import { createCookieSession } from './cookieSession.ts';
import type { Session } from './session.ts';

function sessionOver(answer: () => Response): Session {
  const clock = manualClock();
  const http = createHttp({
    fetch: async () => answer(),
    clock,
    newRequestId: () => 'sent-id',
    budgets: createBudgets(clock),
  });
  return createCookieSession(http);
}

const info = { username: 'writer', customerId: 'cid_1', mayChangeCustomer: true };

describe('the session kept by the gateway', () => {
  const calls: readonly [string, string, (session: Session) => Promise<unknown>][] = [
    ['GET', '/session', (session) => session.read()],
    ['POST', '/session', (session) => session.signIn({ username: 'a', password: 'b' })],
    ['PUT', '/session/customer', (session) => session.chooseCustomer('cid_1')],
  ];

  it.each(calls)('%s %s: returns who is signed in', async (_method, _route, call) => {
    expect(await call(sessionOver(() => Response.json(info)))).toEqual(info);
  });

  it.each(calls)('V2: %s %s: an answer without a user is an error', async (method, route, call) => {
    const bodies = ['<html>', 'null', '[]', '{"username":"a"}', '{"username":"a","customerId":7}'];
    for (const body of bodies) {
      const failed = call(sessionOver(() => new Response(body)));
      await expect(failed).rejects.toMatchObject({ kind: 'malformed', method, route });
    }
  });

  it('204 means that nobody is signed in', async () => {
    expect(await sessionOver(() => new Response(null, { status: 204 })).read()).toBe(null);
  });

  it('T20: ignores times of expiry that cannot be read', async () => {
    const endsIn = { unused: '1', atTheLatest: 2 };
    expect(await sessionOver(() => Response.json({ ...info, endsIn })).read()).toEqual(info);
  });
});
