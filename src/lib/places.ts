/** @returns a function that runs work in the order of its calls, at most `count` at the same time */
export function createPlaces(count: number) {
  let free = count;
  const waiting: (() => void)[] = [];

  return async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (free > 0) free -= 1;
    else {
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push(resolve);
      await promise;
    }
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
