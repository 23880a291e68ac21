import type { SessionInfo } from '#contract/sessionBodies.ts';

import type { Session } from './session.ts';
import type { SessionMonitor } from './sessionMonitor.ts';

/** A session that reports sign-in and sign-out to the monitor, and through it to the other tabs. */
export function monitoredSession(session: Session, monitor: SessionMonitor): Session {
  return {
    async read(options) {
      const info = await session.read(options);
      // Without a customer id no page shows any data yet.
      if (info && info.customerId !== null) monitor.found(identity(info));
      return info;
    },
    async signIn(credentials, options) {
      const info = await session.signIn(credentials, options);
      if (info.customerId !== null) monitor.signedIn(identity(info));
      return info;
    },
    async chooseCustomer(customerId, options) {
      const info = await session.chooseCustomer(customerId, options);
      monitor.signedIn(identity(info));
      return info;
    },
    async signOut() {
      await session.signOut();
      monitor.signedOut();
    },
  };
}

/** Identifies user and customer: a page must show the data of neither another user nor another customer. */
export function identity({ username, customerId }: SessionInfo): string {
  return JSON.stringify([username, customerId]);
}
