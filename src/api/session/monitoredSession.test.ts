import { expect, it } from 'vitest';

import { monitoredSession } from './monitoredSession.ts';
import { createSessionMonitor } from './sessionMonitor.ts';

it('sends one sign-out at a time, and another after a failure', async () => {
  const calls: PromiseWithResolvers<void>[] = [];
  const signOut = async () => {
    const call = Promise.withResolvers<void>();
    calls.push(call);
    return call.promise;
  };
  const notCalled = () => Promise.reject(new Error('only signs out'));
  const monitor = createSessionMonitor();
  const session = monitoredSession(
    { read: notCalled, signIn: notCalled, chooseCustomer: notCalled, signOut },
    monitor,
  );
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
