import { describe, expect, it } from 'vitest';

import type { TabChannel } from '../tabs.ts';
import { acrossSessions } from './acrossSessions.ts';
import { monitoredSession } from './monitoredSession.ts';
import { refusal } from './refusal.ts';
import type { Session } from './session.ts';
import { createSessionMonitor } from './sessionMonitor.ts';

/** Channels that deliver to each other immediately, as between tabs of one browser. */
function connectedChannels(count: number): readonly TabChannel[] {
  const receivers: ((message: unknown) => void)[][] = Array.from({ length: count }, () => []);
  return receivers.map((own) => ({
    listen: (onMessage) => own.push(onMessage),
    send(message) {
      for (const others of receivers) {
        if (others !== own) for (const receive of others) receive(structuredClone(message));
      }
    },
  }));
}

function tabs(count: number, username: string | null = 'writer') {
  const monitors = connectedChannels(count).map(createSessionMonitor);
  if (username !== null) for (const monitor of monitors) monitor.found(username);
  return { monitors, phases: () => monitors.map((monitor) => monitor.phase()) };
}

describe('the session shared by one browser’s tabs', () => {
  it('T16: a tab whose call was refused asks to sign in; the others are unaffected', () => {
    const { monitors, phases } = tabs(2);
    monitors[0]?.ended();
    expect(phases()).toEqual(['over', 'live']);
  });

  it('T16: signing in again as the same user resumes every tab', () => {
    const { monitors, phases } = tabs(3);
    monitors[0]?.ended();
    monitors[1]?.ended();
    monitors[1]?.signedIn('writer');
    expect(phases()).toEqual(['live', 'live', 'live']);
  });

  it('T17: signing in as another user reaches every tab, including this one', () => {
    const { monitors, phases } = tabs(3);
    monitors[0]?.ended();
    monitors[0]?.signedIn('admin');
    expect(phases()).toEqual(['otherUser', 'otherUser', 'otherUser']);
  });

  it('T17: a page that finds another user notifies every tab, because the form may be sent before a script runs', () => {
    const { monitors, phases } = tabs(3);
    monitors[0]?.ended();
    const [, before] = monitors.map((monitor) => monitor.current().count);
    monitors[2]?.found('writer');
    expect(phases()).toEqual(['live', 'live', 'live']);
    expect(monitors[1]?.current().count).toBe(before);
    monitors[2]?.found('admin');
    expect(phases()).toEqual(['otherUser', 'otherUser', 'otherUser']);
  });

  it('T17: a page created for the new user continues, unless yet another user signed in', () => {
    const { monitors, phases } = tabs(2);
    monitors[0]?.signedIn('admin');
    expect(monitors[1]?.continueAs('writer')).toBe(false);
    expect(monitors[0]?.continueAs('admin')).toBe(true);
    expect(phases()).toEqual(['live', 'otherUser']);
    monitors[0]?.ended();
    monitors[0]?.signedIn('admin');
    expect(phases()[0]).toBe('live');
    monitors[0]?.signedIn('writer');
    expect(phases()[0]).toBe('otherUser');
  });

  it('T18: signing out reaches every tab', () => {
    const { monitors, phases } = tabs(5);
    monitors[2]?.signedOut();
    expect(phases()).toEqual(Array.from({ length: 5 }, () => 'signedOut'));
  });

  it('a tab on the sign-in page is unaffected', () => {
    const { monitors, phases } = tabs(2, null);
    monitors[0]?.signedIn('writer');
    expect(phases()).toEqual(['live', 'live']);
  });

  it('a call refused after signing out opens no dialog', () => {
    const { monitors, phases } = tabs(1);
    monitors[0]?.signedOut();
    monitors[0]?.ended();
    expect(phases()).toEqual(['signedOut']);
  });

  it('messages in an unknown format are ignored', () => {
    const [channel, other] = connectedChannels(2);
    const monitor = createSessionMonitor(channel);
    monitor.found('writer');
    for (const message of [null, 7, 'signedOut', {}, { kind: 'signedIn' }, { kind: 'boom' }]) {
      other?.send(message);
    }
    expect(monitor.phase()).toBe('live');
  });

  it('T12: a sign-in over the page reaches every tab and closes the dialog', () => {
    const { monitors, phases } = tabs(2);
    const called: number[] = [];
    for (const [index, monitor] of monitors.entries()) {
      monitor.onSignIn(() => called.push(index));
      monitor.openSignIn();
    }
    monitors[1]?.closeSignIn();
    expect(monitors.map((monitor) => monitor.isSignInOpen())).toEqual([true, false]);
    monitors[0]?.signedIn('writer');
    expect(monitors.map((monitor) => monitor.isSignInOpen())).toEqual([false, false]);
    expect(called.toSorted()).toEqual([0, 1]);
    expect(phases()).toEqual(['live', 'live']);
  });

  it('T23: a session that ended in spite of renewals is distinguished from others', () => {
    const { monitors } = tabs(1);
    monitors[0]?.ended(true);
    expect(monitors[0]?.wasUseless()).toBe(true);
    monitors[0]?.signedIn('writer');
    monitors[0]?.ended();
    expect(monitors[0]?.wasUseless()).toBe(false);
  });
});

/** The session of a tab that shows `writer`'s page; other calls than the given ones fail. */
function monitored(given: Partial<Session>) {
  const { monitors } = tabs(1);
  const [monitor = createSessionMonitor()] = monitors;
  const other = () => Promise.reject(new Error('not expected'));
  const calls = { read: other, signIn: other, chooseCustomer: other, signOut: other, ...given };
  return { monitor, session: monitoredSession(calls, monitor) };
}

const reader = { username: 'reader', customerId: null, mayChangeCustomer: true };

it('T17: another user’s session without a customer id ends the page’s session', async () => {
  const { monitor, session } = monitored({ read: async () => reader });
  await session.read();
  expect(monitor.phase()).toBe('over');
});

it('T16: a late report that the session has ended is checked again if a new one has started', async () => {
  const late = Promise.withResolvers<null>();
  const answers = [late.promise, Promise.resolve(reader)];
  const { monitor, session } = monitored({ read: async () => answers.shift() ?? null });
  const read = session.read();
  monitor.signedIn('writer');
  late.resolve(null);
  expect(await read).toBe(reader);
});

it('sends one sign-out at a time, and another after a failure', async () => {
  const calls: PromiseWithResolvers<void>[] = [];
  const signOut = async () => {
    const call = Promise.withResolvers<void>();
    calls.push(call);
    return call.promise;
  };
  const { monitor, session } = monitored({ signOut });
  const both = Promise.allSettled([session.signOut(), session.signOut()]);
  expect(calls).toHaveLength(1);
  calls[0]?.reject(new Error('away'));
  expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(monitor.phase()).toBe('live');
  const again = session.signOut();
  expect(calls).toHaveLength(2);
  calls[1]?.resolve();
  await again;
  expect(monitor.phase()).toBe('signedOut');
});

/** Sends a call from a tab of `writer`; `meanwhile` runs before the first response arrives. */
async function callDuring(
  method: string,
  meanwhile: (monitor: ReturnType<typeof createSessionMonitor>) => void,
  first = refusal('session_ended', 401),
) {
  const monitor = createSessionMonitor();
  monitor.found('writer');
  let sent = 0;
  const fetch = acrossSessions(async () => {
    sent += 1;
    if (sent > 1) return new Response('read again');
    meanwhile(monitor);
    return first;
  }, monitor);
  const answer = await fetch('/api/things', { method });
  const text = await answer.clone().text();
  return { answer, sent, text, endsSession: text.includes('session_ended') };
}

describe('T16: a call that was in flight when its session ended', () => {
  it('reports the end if no other session started', async () => {
    const { sent, endsSession } = await callDuring('GET', () => undefined);
    expect([sent, endsSession]).toEqual([1, true]);
  });

  it('is retried in the new session if it is a read', async () => {
    const { answer, sent } = await callDuring('GET', (monitor) => monitor.signedIn('writer'));
    expect([sent, answer.status]).toEqual([2, 200]);
  });

  it('is not sent again if it is a write, and does not end the new session', async () => {
    const { answer, sent, endsSession, text } = await callDuring('PUT', (m) =>
      m.signedIn('writer'),
    );
    expect([sent, answer.status, endsSession]).toEqual([1, 401, false]);
    expect(text).toContain('session_replaced');
  });

  it('T17: is not sent again for another user', async () => {
    const { sent, endsSession } = await callDuring('GET', (monitor) => {
      monitor.signedOut();
      monitor.signedIn('other');
    });
    expect([sent, endsSession]).toEqual([1, false]);
  });

  it('keeps the service’s own 401', async () => {
    const own = new Response(null, { status: 401 });
    const { answer, sent } = await callDuring('GET', (monitor) => monitor.signedIn('writer'), own);
    expect([sent, answer]).toEqual([1, own]);
  });
});
