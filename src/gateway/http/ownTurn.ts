import { setImmediate } from 'node:timers/promises';

let last = Promise.resolve();

/**
 * Waits for a turn of the event loop without other long work. Thirty long lists that arrive together would take a
 * few milliseconds each, and delay everybody else for all of them.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
