import type { Session } from '#api/session/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { Clock } from '#lib/clock.ts';

/** From an answer to the page that wants it; whoever comes later asks. */
const freshMs = 2_000;

interface HandedOver extends Session {
  /** Asks before the page that wants to know is there. */
  readAhead(): void;
}

/**
 * A session whose first `read` right after signing in answers with what the sign-in has just said, and
 * whose first `read` of all with what was read ahead: each spares the first rows a round trip.
 */
export function handedOver(session: Session, clock: Pick<Clock, 'now'>): HandedOver {
  let handed: { readonly info: Promise<SessionInfo | null>; readonly at: number } | undefined;
  const hand = (info: SessionInfo) => {
    handed = { info: Promise.resolve(info), at: clock.now() };
    return info;
  };
  return {
    readAhead() {
      const info = session.read();
      handed = { info, at: clock.now() };
      // Told where it is wanted, and there only.
      info.catch(() => undefined);
    },
    async read(options) {
      const last = handed;
      handed = undefined;
      const age = clock.now() - (last?.at ?? Number.NEGATIVE_INFINITY);
      return last && age >= 0 && age < freshMs ? last.info : session.read(options);
    },
    signIn: async (credentials, options) => hand(await session.signIn(credentials, options)),
    chooseCustomer: async (id, options) => hand(await session.chooseCustomer(id, options)),
    async signOut() {
      handed = undefined;
      await session.signOut();
    },
  };
}
