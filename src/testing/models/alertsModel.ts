import type { Database } from '#gateway/db/database.ts';

/** What happens to one of a gateway's statements. */
export interface Mishap {
  /** Its number since the start of the comparison. */
  readonly at: number;
  /** The gateway dies before or after it, or freezes before it. */
  readonly how: 'dies before' | 'dies after' | 'freezes';
}

export class DeadError extends Error {
  override readonly name = 'DeadError';
}

/** A gateway's database, and what happens while it uses it. */
export function unlucky(
  database: Database,
  { at, how }: Mishap,
): { readonly database: Database; readonly frozen: Promise<void>; thaw(): void } {
  const frozen = Promise.withResolvers<void>();
  const thawed = Promise.withResolvers<void>();
  let statements = 0;
  async function step<T>(work: () => Promise<T>): Promise<T> {
    const isMeant = statements++ === at;
    if (isMeant && how === 'dies before') throw new DeadError();
    if (isMeant && how === 'freezes') {
      frozen.resolve();
      await thawed.promise;
    }
    const result = await work();
    if (isMeant && how === 'dies after') throw new DeadError();
    return result;
  }
  return {
    frozen: frozen.promise,
    thaw: thawed.resolve,
    database: {
      ...database,
      run: (work) => step(() => database.run(work)),
      transaction: (...given) => step(() => database.transaction(...given)),
      reader(given) {
        const reader = database.reader(given);
        return { ...reader, run: (work) => step(() => reader.run(work)) };
      },
    },
  };
}

export type Sims = ReadonlySet<string>;

/** What an alert must be like. */
export interface ExpectedAlert {
  readonly state: 'open' | 'acknowledged' | 'resolved';
  readonly sims: number;
  readonly worst: number;
  readonly fresh: number;
}

/** What scans do to one check's alert, by its definition. */
export function createCheckOracle() {
  /** What the last compared scan found; undefined before the first. */
  let known: Sims | undefined;
  /** What complete scans since then have found. */
  let later: Sims[] = [];
  let fresh = new Set<string>();
  let alert: ExpectedAlert | undefined;
  const events: string[] = [];

  return {
    events,
    expected: () => alert,
    acknowledge() {
      if (!alert || alert.state === 'resolved') return;
      fresh = new Set();
      alert = { ...alert, state: 'acknowledged', fresh: 0 };
    },
    completed: (found: Sims) => later.push(found),
    /**
     * The comparison of the newest complete scan has ended.
     *
     * @param noticed the SIMs that the message calls new
     * @returns whether these are right
     */
    ended(noticed: Sims): boolean {
      const before = known;
      const found = later.pop() ?? new Set();
      const between = later;
      known = found;
      later = [];
      if (!before) return noticed.size === 0;
      // A SIM that a scan in between did not find may be new again, depending on how far its comparison got.
      const isRight =
        [...found].every((sim) => before.has(sim) || noticed.has(sim)) &&
        [...noticed].every(
          (sim) => found.has(sim) && (!before.has(sim) || between.some((some) => !some.has(sim))),
        );
      fresh = new Set([...found].filter((sim) => fresh.has(sim) || noticed.has(sim)));
      const isLive = alert !== undefined && alert.state !== 'resolved';
      if (noticed.size > 0) {
        events.push(isLive ? 'grown' : 'opened');
        const worst = Math.max(isLive ? (alert?.worst ?? 0) : 0, found.size);
        alert = { state: 'open', sims: found.size, worst, fresh: fresh.size };
      } else if (isLive && alert) {
        if (found.size === 0) events.push('resolved');
        const state = found.size === 0 ? 'resolved' : alert.state;
        alert = { ...alert, state, sims: found.size, fresh: fresh.size };
      }
      return isRight;
    },
  };
}
