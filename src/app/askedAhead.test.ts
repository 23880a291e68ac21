import { describe, expect, it } from 'vitest';

import type { Session } from '#api/session/session.ts';

import { askedAhead } from './askedAhead.ts';

const credentials = { username: 'writer', password: 'secret' };
const signedIn = { username: 'writer', customerId: 'c1', mayChangeCustomer: false };

/** A session that counts how often it was read, at a time that the test sets. */
function start(read: Session['read'] = async () => signedIn) {
  let reads = 0;
  let now = 1_000_000;
  const session: Session = {
    async read(options) {
      reads++;
      return read(options);
    },
    signIn: async () => signedIn,
    chooseCustomer: async (customerId) => ({ ...signedIn, customerId }),
    signOut: async () => undefined,
  };
  return {
    session: askedAhead(session, { now: () => now }),
    reads: () => reads,
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('who is signed in', () => {
  it('is asked ahead of the first page, and once for it', async () => {
    const { session, reads } = start();
    expect(reads()).toBe(1);
    expect(await session.read()).toEqual(signedIn);
    expect(reads()).toBe(1);
    await session.read();
    expect(reads()).toBe(2);
  });

  it('is asked anew five seconds later, and after a change of the clock', async () => {
    const late = start();
    late.wait(5_000);
    await late.session.read();
    expect(late.reads()).toBe(2);
    const changed = start();
    changed.wait(-1);
    await changed.session.read();
    expect(changed.reads()).toBe(2);
  });

  it('T2: is asked anew after signing in, since the browser may not have kept the cookie', async () => {
    const { session, reads } = start();
    await session.signIn(credentials);
    await session.read();
    expect(reads()).toBe(2);
  });

  it('is asked anew after signing out', async () => {
    const { session, reads } = start();
    await session.signOut();
    await session.read();
    expect(reads()).toBe(2);
  });

  it('a failure is told to whoever asks, and to nobody else', async () => {
    const { session } = start(async () => Promise.reject(new Error('cut')));
    await expect(session.read()).rejects.toThrow('cut');
  });
});
