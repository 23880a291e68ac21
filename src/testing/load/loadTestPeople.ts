import { setTimeout as delay } from 'node:timers/promises';

import { call, signIn } from './consoleClient.ts';

/** What the users of the load test experienced. */
export interface WorkFigures {
  readonly calls: number;
  /** Calls without a 200 from the service, by their result. */
  readonly failed: ReadonlyMap<string, number>;
  /** The slowest response, and the longest time that a user had no response from the service. */
  readonly slowestMs: number;
  readonly longestWaitMs: number;
  /** Users without a session. */
  readonly signedOut: readonly string[];
}

const giveUpMs = 10_000;
const signInsAtOnce = 20;

interface Person {
  readonly username: string;
  readonly cookie: string;
  servedAt: number;
  longestWaitMs: number;
  isSignedOut: boolean;
}

/**
 * Users who sign in and then send one call after another, until stopped.
 *
 * @param given.nextPort returns the port of the gateway for the next call
 * @param given.restMs pause between a user's calls
 */
export function createLoadTestPeople(given: {
  readonly nextPort: () => number;
  readonly restMs: number;
}) {
  const people: Person[] = [];
  const failed = new Map<string, number>();
  const over = new AbortController();
  let working: readonly Promise<void>[] = [];
  let calls = 0;
  let slowestMs = 0;

  const note = (reason: string) => void failed.set(reason, (failed.get(reason) ?? 0) + 1);

  async function arrive(username: string): Promise<Person> {
    const cookie = await signIn(given.nextPort(), username);
    return { username, cookie, servedAt: Date.now(), longestWaitMs: 0, isSignedOut: false };
  }

  async function work(person: Person): Promise<void> {
    while (!over.signal.aborted && !person.isSignedOut) {
      await sendOne(person);
      await delay(given.restMs);
    }
  }

  async function sendOne(person: Person): Promise<void> {
    calls += 1;
    try {
      const answer = await call(given.nextPort(), person.cookie, { timeoutMs: giveUpMs });
      slowestMs = Math.max(slowestMs, answer.ms);
      if (answer.status === 200) {
        const now = Date.now();
        person.longestWaitMs = Math.max(person.longestWaitMs, now - person.servedAt);
        person.servedAt = now;
        return;
      }
      note(answer.code ?? `${answer.status} from the service`);
      person.isSignedOut = answer.code === 'session_ended';
    } catch (error) {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      note(isLate ? `no response within ${giveUpMs / 1000} s` : 'no connection, or a broken one');
    }
  }

  return {
    async signIn(count: number) {
      while (people.length < count) {
        const usernames = Array.from(
          { length: Math.min(signInsAtOnce, count - people.length) },
          (_, index) => `user${people.length + index}`,
        );
        people.push(...(await Promise.all(usernames.map(arrive))));
      }
    },
    beginWork() {
      working = people.map(work);
    },
    /** @returns the number of users with a session who have had no response from the service since then */
    waitingSince: (time: number) =>
      people.filter(({ servedAt, isSignedOut }) => !isSignedOut && servedAt < time).length,
    async endWork() {
      over.abort();
      await Promise.all(working);
    },
    figures: (): WorkFigures => ({
      calls,
      failed,
      slowestMs,
      longestWaitMs: Math.max(...people.map(({ longestWaitMs }) => longestWaitMs)),
      signedOut: people.flatMap(({ username, isSignedOut }) => (isSignedOut ? [username] : [])),
    }),
  };
}
