import { ownerOf } from '#contract/session.ts';

import type { Session } from './session.ts';
import type { SessionMonitor } from './sessionMonitor.ts';

/** A session that reports sign-in and sign-out to the monitor, and through it to the other tabs. */
export function monitoredSession(session: Session, monitor: SessionMonitor): Session {
  let leaving: Promise<void> | undefined;
  async function leave() {
    await session.signOut();
    monitor.signedOut();
  }
  return {
    async read(options) {
      const { count } = monitor.current();
      let info = await session.read(options);
      // The answer may be about the session before a sign-in.
      if (!info && monitor.current().count !== count) info = await session.read(options);
      if (info && info.customerId !== null) monitor.found(ownerOf(info));
      // After a sign-in that still needs a customer id, a page with data is left over from an earlier session.
      else if (info) monitor.ended();
      return info;
    },
    async signIn(credentials, options) {
      const info = await session.signIn(credentials, options);
      if (info.customerId !== null) monitor.signedIn(ownerOf(info));
      return info;
    },
    async chooseCustomer(customerId, options) {
      const info = await session.chooseCustomer(customerId, options);
      monitor.signedIn(ownerOf(info));
      return info;
    },
    // Sent once, even if the menu was closed and opened again meanwhile.
    signOut: () => (leaving ??= leave().finally(() => (leaving = undefined))),
  };
}
