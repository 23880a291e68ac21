import type { Clock } from '#lib/clock.ts';

import type { TabLine } from './tabs.ts';

/** What is known of one route's limit (API document 8.1: each method and route has a budget of its own). */
export interface Budget {
  /** Requests left in the window, as the last answer said; undefined when none has said. */
  readonly remaining?: number | undefined;
  /** When that answer came, and when the first answer of its window did, both since the epoch. */
  readonly knownAt?: number | undefined;
  readonly windowSince?: number | undefined;
  /** Milliseconds since the epoch until which the service wants to hear nothing on this route. */
  readonly blockedUntil?: number | undefined;
  /** Request id of the answer that blocked the route. */
  readonly blockedBy?: string | undefined;
}

/** What tabs tell each other: the budget of a user's route is one for all of them. */
export interface BudgetNews {
  readonly key: string;
  readonly budget: Budget;
}

export interface Budgets {
  of(method: string, route: string): Budget;
  /** How long the route still wants to be left alone, in milliseconds; 0 when it is free. */
  waitMs(method: string, route: string): number;
  /**
   * Learns from the headers of an answer (API document 8.4).
   *
   * @param sentAt when its request was sent, in milliseconds since the epoch
   */
  learn(method: string, route: string, headers: Pick<Headers, 'get'>, sentAt?: number): void;
  /** Learns from a 429 that nothing more is wanted for `ms` milliseconds. */
  block(method: string, route: string, ms: number, requestId: string): void;
}

/** @param line to the other tabs; left out where there are none */
export function createBudgets(clock: Clock, line?: TabLine): Budgets {
  const budgets = new Map<string, Budget>();

  function change(key: string, budget: Budget, isOurs: boolean) {
    budgets.set(key, { ...budgets.get(key), ...budget });
    if (isOurs) line?.tell({ key, budget } satisfies BudgetNews);
  }

  line?.listen((data) => {
    if (isNews(data)) change(data.key, data.budget, false);
  });

  const of = (method: string, route: string) => budgets.get(keyOf(method, route)) ?? {};
  return {
    of,
    waitMs: (method, route) => Math.max(0, (of(method, route).blockedUntil ?? 0) - clock.now()),
    learn(method, route, headers, sentAt = clock.now()) {
      const text = headers.get('x-ratelimit-remaining')?.trim() ?? '';
      if (!/^\d{1,6}$/.test(text)) return;
      const remaining = Number(text);
      const known = of(method, route);
      const isMore = known.remaining === undefined || remaining > known.remaining;
      // Answers overtake each other: more is left only if the call was sent after the lesser word came.
      if (isMore && sentAt < (known.knownAt ?? 0)) return;
      // Only the end of a budget is of interest to the other tabs.
      const isNew = (known.remaining === 0) !== (remaining === 0);
      const knownAt = clock.now();
      const windowSince = isMore ? knownAt : known.windowSince;
      change(keyOf(method, route), { remaining, knownAt, windowSince }, isNew);
    },
    block(method, route, ms, requestId) {
      const blockedUntil = clock.now() + ms;
      const budget = { remaining: 0, knownAt: clock.now(), blockedUntil, blockedBy: requestId };
      change(keyOf(method, route), budget, true);
    },
  };
}

function keyOf(method: string, route: string): string {
  return `${method} ${route}`;
}

/** Another version of the console may be open in another tab, so its word is checked. */
function isNews(data: unknown): data is BudgetNews {
  if (typeof data !== 'object' || data === null || !('key' in data) || !('budget' in data))
    return false;
  const { key, budget } = data;
  if (typeof key !== 'string' || typeof budget !== 'object' || budget === null) return false;
  return Object.values(budget).every((value) =>
    ['number', 'string', 'undefined'].includes(typeof value),
  );
}
