import { describe, expect, it } from 'vitest';

import type { Session } from '#api/session/session.ts';

import { handedOver } from './handedOver.ts';

const credentials = { username: 'writer', password: 'secret' };
const signedIn = { username: 'writer', customerId: 'c1', mayChangeCustomer: false };
const found = { ...signedIn, customerId: 'asked' };

/** A session that counts how often it was asked, at a time that the test sets. */
function start() {
  let reads = 0;
  let now = 1_000_000;
  const session: Session = {
    async read() {
      reads++;
      return found;
    },
    signIn: async () => signedIn,
    chooseCustomer: async (customerId) => ({ ...signedIn, customerId }),
    signOut: async () => undefined,
  };
  return {
    session: handedOver(session, { now: () => now }),
    reads: () => reads,
    wait: (ms: number) => (now += ms),
  };
}

describe('who has just signed in', () => {
  it('is not asked for again by the page behind the sign-in, but by the next one', async () => {
    const { session, reads } = start();
    await session.signIn(credentials);
    expect(await session.read()).toEqual(signedIn);
    expect(reads()).toBe(0);
    expect(await session.read()).toEqual(found);
    expect(reads()).toBe(1);
  });

  it('is asked for ahead of the first page, once', async () => {
    const { session, reads } = start();
    session.readAhead();
    expect(await session.read()).toEqual(found);
    expect(reads()).toBe(1);
    await session.read();
    expect(reads()).toBe(2);
  });

  it('has the customer id that was chosen last', async () => {
    const { session } = start();
    await session.signIn(credentials);
    await session.chooseCustomer('c2');
    expect(await session.read()).toMatchObject({ customerId: 'c2' });
  });

  it('is asked for two seconds later, after a change of the clock, and after signing out', async () => {
    const { session, reads, wait } = start();
    await session.signIn(credentials);
    wait(2_000);
    await session.read();
    await session.signIn(credentials);
    wait(-1);
    await session.read();
    await session.signIn(credentials);
    await session.signOut();
    await session.read();
    expect(reads()).toBe(3);
  });
});
