import type { Session } from './session.ts';
import type { SessionMonitor } from './sessionMonitor.ts';

/** A session that tells the monitor, and through it the other tabs, what happened to it. */
export function monitoredSession(session: Session, monitor: SessionMonitor): Session {
  return {
    async read() {
      const info = await session.read();
      if (info) monitor.found(info.username);
      return info;
    },
    async signIn(credentials, options) {
      const info = await session.signIn(credentials, options);
      // Without the customer id there is nothing yet that other tabs could go on with.
      if (info.customerId !== null) monitor.signedIn(info.username);
      return info;
    },
    async chooseCustomer(customerId, options) {
      const info = await session.chooseCustomer(customerId, options);
      monitor.signedIn(info.username);
      return info;
    },
    async signOut() {
      await session.signOut();
      monitor.signedOut();
    },
  };
}
