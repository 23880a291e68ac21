import type { Budget } from '#api/budgets.ts';

/** How long rows stand before the next page is read ahead, in milliseconds: whoever pages on at once asks first. */
export const readAheadDelayMs = 300;

/** Calls that are left for the person, whatever is read ahead. */
const keptForThePerson = 2;

/** What the browser says of the line and of whether anybody looks. */
export interface Surroundings {
  readonly isHidden: boolean;
  readonly savesData: boolean;
}

/**
 * Whether a page may be read that nobody has asked for: never while the service wants to be left alone,
 * or when few calls are left (API document 8.1: a user's tabs share a small budget).
 */
export function mayReadAhead(
  { remaining, blockedUntil = 0 }: Budget,
  { isHidden, savesData }: Surroundings,
  now: number,
): boolean {
  if (isHidden || savesData || blockedUntil > now) return false;
  return remaining === undefined || remaining > keptForThePerson;
}

export function surroundings(): Surroundings {
  // Only some browsers have it.
  const connection: unknown = Reflect.get(navigator, 'connection');
  const savesData =
    typeof connection === 'object' &&
    connection !== null &&
    Reflect.get(connection, 'saveData') === true;
  return { isHidden: document.visibilityState === 'hidden', savesData };
}
