import type { RefreshOutcome } from '#api/tokens/refreshCall.ts';
import type { RefreshQueue } from '#api/tokens/refreshQueue.ts';
import type { SendOutcome, TokenEngine } from '#api/tokens/tokenEngine.ts';
import type { TokenPair } from '#contract/tokenPair.ts';
import type { Clock } from '#lib/clock.ts';

export const people = 6;

/** One person's tab, in which sessions take turns and follow each other. */
export interface Tab {
  readonly queue: RefreshQueue;
  readonly refreshesAt: number[];
}

const minute = 60_000;
const hour = 60 * minute;
/** A first pair becomes due for renewal between these times. */
const due = { earliest: 2 * hour, latest: 3.6 * hour };

/** The engine's use of a refresh token. */
interface Spending {
  times: number;
  lost: number;
  last: RefreshOutcome['kind'] | 'in flight';
  lastAt: number;
}

/** A signed-in user, as known to the service and the oracle. */
export interface Person {
  engine: TokenEngine;
  readonly tab: Tab;
  /** The newest pair that reached the engine. */
  pair: TokenPair;
  refreshing: boolean;
  /** The service refused a refresh, and the engine got the response. */
  refreshRefused: boolean;
  /** Access tokens whose refusal reached the engine. */
  readonly refusedAccess: Set<string>;
  /** Every call gets a 401, whatever its token: a wrong customer id. */
  alwaysRefused: boolean;
  /** The user typed the customer id, and no call with it has had a 2xx. */
  isUnconfirmed: boolean;
  readonly signedInAt: number;
  /** Consecutive refreshes that were declined, or followed by a 401, since the last 2xx. */
  useless: number;
  /** When the last refresh proved useless, and when the newest pair arrived. */
  uselessAt: number;
  renewedAt: number;
  /** The verdict on the newest access token: the service returned 2xx, or 401 soon after the token's arrival. */
  verdict: 'none' | 'good' | 'useless';
  /** Has a place in the queue, and has not had a turn since joining it. */
  isQueued: boolean;
  hasSignedOut: boolean;
}

/** The minimum time between a useless refresh and the next: after one, two, three and more in a row. */
const backOffs = [0, minute, 5 * minute, 30 * minute];

/** The cases that the runs covered, to detect a model in which nothing happens. */
export const seen = { renewed: 0, refused: 0, declined: 0, busy: 0, lost: 0 };
export const ends = { answered: 0, session_ended: 0, refresh_busy: 0, queued: 0 };

const pairAt = ({ signedInAt, renewedAt }: Person) => Math.max(signedInAt, renewedAt);

export function createOracle(clock: Clock) {
  const violations: string[] = [];
  const spendings = new Map<string, Spending>();

  function must(holds: boolean, rule: string) {
    if (!holds) violations.push(rule);
  }

  function checkSpending(person: Person, token: string): Spending {
    const now = clock.now();
    must(!person.refreshing, 'one refresh at a time per session');
    must(!person.hasSignedOut, 'no refresh after signing out');
    const backOff = backOffs[Math.min(person.useless, 3)] ?? 0;
    must(now - person.uselessAt >= backOff, 'useless refreshes become rare');
    // This holds even if a different response has reset the count.
    must(now - person.uselessAt >= minute, 'at most one useless refresh in a minute');
    must(
      !person.isUnconfirmed || now - pairAt(person) >= due.earliest,
      'no fresh pair is renewed for an unconfirmed customer id',
    );
    const { refreshesAt } = person.tab;
    refreshesAt.push(now);
    const sixth = refreshesAt.at(-6);
    must(sixth === undefined || now - sixth >= minute, 'at most 5 refreshes in 60 s for each tab');

    const known = spendings.get(token);
    if (!known) return { times: 1, lost: 0, last: 'in flight', lastAt: now };
    const { lost, last, lastAt } = known;
    must(['busy', 'declined', 'lost'].includes(last), `no refresh token is sent after "${last}"`);
    const pause = lost < 2 ? 1000 : minute;
    must(last !== 'lost' || now - lastAt >= pause, 'a lost response is not retried immediately');
    must(
      lost < 2 || person.refusedAccess.has(person.pair.access_token),
      'a lost response is retried once, then only as a last resort',
    );
    return { ...known, times: known.times + 1, last: 'in flight', lastAt: now };
  }

  /** Whether a 401 may persist because it is attributed to the customer id. */
  function mayStayRefused(person: Person): boolean {
    return person.isUnconfirmed && clock.now() - pairAt(person) < due.latest;
  }

  function noteUseless(person: Person) {
    person.useless += 1;
    person.uselessAt = clock.now();
  }

  /** Records what a call with the newest token shows about the refresh before it. */
  function noteAnswer(person: Person, access: string, status: number) {
    if (status === 200) person.isUnconfirmed = false;
    if (access !== person.pair.access_token) return;
    if (status === 200) {
      person.useless = 0;
      person.verdict = 'good';
      return;
    }
    // While the pair is fresh, a 401 with an unconfirmed id concerns that id, not the refresh (T23).
    const isFresh = clock.now() - person.renewedAt < minute;
    if (person.verdict === 'none' && isFresh && !person.isUnconfirmed) {
      person.verdict = 'useless';
      noteUseless(person);
    }
  }

  function checkOutcome(person: Person, outcome: SendOutcome) {
    ends[outcome.kind] += 1;
    if (outcome.kind === 'answered') return;
    must(
      person.refusedAccess.has(person.pair.access_token),
      `no ${outcome.kind} while the access token has not been refused`,
    );
    if (outcome.kind === 'session_ended') {
      if (person.hasSignedOut) return;
      must(
        outcome.wasUseless ? person.useless > 3 : person.refreshRefused,
        'a session ends only after the service refused a refresh, or four were useless',
      );
    } else {
      must(outcome.retryAfterMs > 0 && outcome.retryAfterMs <= 20 * minute, 'the wait is finite');
      if (outcome.ahead === undefined) return;
      must(outcome.ahead === 0, 'nobody else is in the queue of a tab');
      ends.queued += 1;
      if (!person.refreshing) person.isQueued = true;
    }
  }

  return {
    violations,
    must,
    mayStayRefused,
    noteAnswer,
    checkOutcome,

    /** Called when the engine sends a refresh. */
    refreshBegins(person: Person, token: string) {
      spendings.set(token, checkSpending(person, token));
      person.refreshing = true;
      person.isQueued = false;
    },

    /** Called when the engine gets the result. */
    refreshEnds(person: Person, token: string, outcome: RefreshOutcome) {
      person.refreshing = false;
      seen[outcome.kind] += 1;
      const spending = spendings.get(token);
      if (spending) {
        spending.last = outcome.kind;
        spending.lastAt = clock.now();
        if (outcome.kind === 'lost') spending.lost += 1;
      }
      if (outcome.kind === 'refused') person.refreshRefused = true;
      if (outcome.kind === 'declined') noteUseless(person);
      if (outcome.kind === 'renewed') {
        Object.assign(person, { pair: outcome.pair, renewedAt: clock.now(), verdict: 'none' });
      }
    },
  };
}
