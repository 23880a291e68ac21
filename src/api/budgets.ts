import type { Clock } from '#lib/clock.ts';

import type { TabLine } from './tabs.ts';

/** The longest common window (API document 8.2), in milliseconds; no header says when one ends (8.4). */
export const usualWindowMs = 60_000;

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
  /** Whether the last word was that nothing is left, in a window that may still run. */
  isSpent(method: string, route: string): boolean;
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

  function of(method: string, route: string): Budget {
    const key = keyOf(method, route);
    const known = budgets.get(key) ?? {};
    const budget = inThePast(known, clock.now());
    if (budget !== known) budgets.set(key, budget);
    return budget;
  }

  function waitMs(method: string, route: string): number {
    return Math.max(0, (of(method, route).blockedUntil ?? 0) - clock.now());
  }

  return {
    of,
    isSpent(method, route) {
      const budget = of(method, route);
      const now = clock.now();
      if (waitMs(method, route) > 0) return true;
      if (budget.remaining !== 0 || isOutdated(budget, now)) return false;
      return now < (budget.knownAt ?? 0) + usualWindowMs;
    },
    waitMs,
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

/** What was known before a block that is over says nothing of the window after it. */
export function isOutdated({ blockedUntil, knownAt }: Budget, now: number): boolean {
  return blockedUntil !== undefined && blockedUntil <= now && (knownAt ?? 0) <= blockedUntil;
}

/**
 * Nothing can be known from the future: where it seems so, the clock was set back, and all times move
 * along, so that a block never lasts longer than was asked for (T14).
 */
function inThePast(budget: Budget, now: number): Budget {
  const { knownAt, windowSince, blockedUntil } = budget;
  if (knownAt === undefined || knownAt <= now) return budget;
  const move = (time: number | undefined) => time && time - (knownAt - now);
  return {
    ...budget,
    knownAt: now,
    windowSince: move(windowSince),
    blockedUntil: move(blockedUntil),
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
  return Object.entries(budget).every(
    ([name, value]) =>
      value === undefined || typeof value === (name === 'blockedBy' ? 'string' : 'number'),
  );
}
