import { setImmediate } from 'node:timers/promises';

let last = Promise.resolve();

/**
 * Waits for a turn of the event loop that has no other long work. Thirty long lists that arrive together take a few
 * milliseconds each, and without this wait would delay all other requests by their total.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
