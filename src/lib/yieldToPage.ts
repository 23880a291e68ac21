/** The browser's native function to yield the thread, if it has one. */
interface PageTurns {
  readonly scheduler?: { readonly yield?: () => Promise<void> };
}

/**
 * Creates a function that yields during long work, so that the page can handle input and render. Timers would work
 * too, but browsers delay consecutive timers.
 */
export function createYield(): () => Promise<void> {
  const { scheduler }: PageTurns = globalThis;
  return async () =>
    scheduler?.yield ? scheduler.yield() : new Promise((resolve) => void setImmediate(resolve));
}
