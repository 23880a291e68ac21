import type { Session } from '#api/session/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import type { Clock } from '#lib/clock.ts';

/** From the question to the page that wants the answer; whoever comes later asks anew. */
const freshMs = 5_000;

/**
 * A session that is read at once, so that the answer is under way while the page's parts still load: the
 * first `read` gets it. Sign-in and sign-out make it void, since what they said is not what the browser
 * kept: a frame may be refused its cookie.
 */
export function askedAhead(session: Session, clock: Pick<Clock, 'now'>): Session {
  let asked: { readonly answer: Promise<SessionInfo | null>; readonly at: number } | undefined = {
    answer: session.read(),
    at: clock.now(),
  };
  // A failure is told where the answer is wanted, and there only.
  asked.answer.catch(() => undefined);
  const takeAsked = () => {
    const last = asked;
    asked = undefined;
    return last;
  };
  return {
    async read(options) {
      const last = takeAsked();
      const age = clock.now() - (last?.at ?? Number.NEGATIVE_INFINITY);
      return last && age >= 0 && age < freshMs ? last.answer : session.read(options);
    },
    async signIn(credentials, options) {
      takeAsked();
      return session.signIn(credentials, options);
    },
    chooseCustomer: async (id, options) => session.chooseCustomer(id, options),
    async signOut() {
      takeAsked();
      await session.signOut();
    },
  };
}
