import type { SessionInfo } from '#contract/sessionBodies.ts';

import type { Session } from './session.ts';
import type { SessionMonitor } from './sessionMonitor.ts';

/** A session that tells the monitor, and through it the other tabs, what happened to it. */
export function monitoredSession(session: Session, monitor: SessionMonitor): Session {
  return {
    async read(options) {
      const info = await session.read(options);
      // Without the customer id there is nothing on any page yet.
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

/** Another customer's data are as foreign to a page as another user's. */
export function identity({ username, customerId }: SessionInfo): string {
  return JSON.stringify([username, customerId]);
}
