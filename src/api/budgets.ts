import type { Clock } from '#lib/clock.ts';
import { isObject } from '#lib/isObject.ts';

import type { TabChannel } from './tabs.ts';

/** The longest documented window (API document 8.2), in milliseconds. No header says when a window ends (8.4). */
export const usualWindowMs = 60_000;

/** The known rate limit of one method and route (API document 8.1). */
export interface Budget {
  /** Requests left in the window according to the last response; undefined if no response has said so yet. */
  readonly remaining?: number | undefined;
  /** Requests allowed in that window. */
  readonly limit?: number | undefined;
  /** When that response and the first response of its window arrived, both in milliseconds since the epoch. */
  readonly knownAt?: number | undefined;
  readonly windowSince?: number | undefined;
  /** When the route may be called again after a 429, in milliseconds since the epoch. */
  readonly blockedUntil?: number | undefined;
  /** Request id of the response that blocked the route. */
  readonly blockedBy?: string | undefined;
}

/** A message between tabs, which share the budget of a user's route. */
export interface BudgetMessage {
  readonly key: string;
  readonly budget: Budget;
}

export type Budgets = ReturnType<typeof createBudgets>;

/** @param channel the channel to the other tabs, if there are any */
export function createBudgets(clock: Clock, channel?: TabChannel) {
  const budgets = new Map<string, Budget>();
  let user: string | undefined;

  function change(key: string, budget: Budget, isOurs: boolean) {
    budgets.set(key, { ...budgets.get(key), ...budget });
    if (isOurs) channel?.send({ key, budget } satisfies BudgetMessage);
  }

  channel?.listen((data) => {
    if (isBudgetMessage(data)) change(data.key, data.budget, false);
  });

  function of(method: string, route: string): Budget {
    const key = keyOf(method, route);
    const known = budgets.get(key) ?? {};
    const budget = inThePast(known, clock.now());
    if (budget !== known) budgets.set(key, budget);
    return budget;
  }

  /** Milliseconds until the route may be called again; 0 if it may be called now. */
  function waitMs(method: string, route: string): number {
    return Math.max(0, (of(method, route).blockedUntil ?? 0) - clock.now());
  }

  return {
    of,
    /** Drops another user's budgets, which say nothing about this user's (API document 8.1). */
    belongTo(next: string) {
      if (user !== next) budgets.clear();
      user = next;
    },
    /** Whether the last response reported no calls left, in a window that may not have ended yet. */
    isSpent(method: string, route: string) {
      const budget = of(method, route);
      const now = clock.now();
      if (waitMs(method, route) > 0) return true;
      if (budget.remaining !== 0 || isOutdated(budget, now)) return false;
      return now < (budget.knownAt ?? 0) + usualWindowMs;
    },
    waitMs,
    /**
     * Updates the budget from a response's headers (API document 8.4).
     *
     * @param sentAt when its request was sent, in milliseconds since the epoch
     */
    learn(method: string, route: string, headers: Pick<Headers, 'get'>, sentAt = clock.now()) {
      const { remaining, limit } = limitsIn(headers);
      if (remaining === undefined) return;
      const known = of(method, route);
      const isMore = known.remaining === undefined || remaining > known.remaining;
      // Responses may arrive out of order: a higher count is believed only if its request was sent after the lower one
      // arrived.
      if (isMore && sentAt < (known.knownAt ?? 0)) return;
      // Other tabs only need to know when a budget is used up, and when it is available again.
      const isNew = (known.remaining === 0) !== (remaining === 0);
      const knownAt = clock.now();
      const windowSince = isMore ? knownAt : known.windowSince;
      change(keyOf(method, route), { remaining, limit, knownAt, windowSince }, isNew);
    },
    /** Blocks the route for `ms` milliseconds after a 429. */
    block(method: string, route: string, ms: number, requestId: string) {
      const blockedUntil = clock.now() + ms;
      const budget = { remaining: 0, knownAt: clock.now(), blockedUntil, blockedBy: requestId };
      change(keyOf(method, route), budget, true);
    },
  };
}

/** The calls left in the window and its limit, from a response (API document 8.4); undefined if missing. */
export function limitsIn(headers: Pick<Headers, 'get'>) {
  const read = (name: string) => {
    const text = headers.get(`x-ratelimit-${name}`) ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  };
  return { remaining: read('remaining'), limit: read('limit') };
}

/** Whether the budget predates a block that has ended, and so belongs to an earlier window. */
export function isOutdated({ blockedUntil, knownAt }: Budget, now: number): boolean {
  return blockedUntil !== undefined && blockedUntil <= now && (knownAt ?? 0) <= blockedUntil;
}

/**
 * A time in the future means that the clock was set back. All times are shifted with it, so that a block
 * never lasts longer than the service asked for (T14).
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

/** Messages are validated because another tab may run a different version of the console. */
function isBudgetMessage(data: unknown): data is BudgetMessage {
  if (!isObject(data)) return false;
  const { key, budget } = data;
  if (typeof key !== 'string' || !isObject(budget)) return false;
  return Object.entries(budget).every(
    ([name, value]) =>
      value === undefined || typeof value === (name === 'blockedBy' ? 'string' : 'number'),
  );
}
