import { setImmediate } from 'node:timers/promises';

let last = Promise.resolve();

/**
 * A turn of the event loop that no other long work has: thirty long lists that come together would each take a few
 * milliseconds, and hold up everybody else for all of them.
 */
export function ownTurn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}
