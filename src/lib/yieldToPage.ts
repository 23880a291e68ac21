/** The browser's native function to yield the thread, if it has one. */
interface PageTurns {
  readonly scheduler?: { readonly yield?: () => Promise<void> };
  readonly MessageChannel: typeof MessageChannel;
}

/**
 * Creates a function that yields during long work, so that the page can handle input and render. Timers would work
 * too, but browsers delay consecutive timers.
 */
export function createYield(page: PageTurns = globalThis): () => Promise<void> {
  const { scheduler, MessageChannel: Channel } = page;
  if (scheduler?.yield) return async () => scheduler.yield?.();
  return async () =>
    new Promise((resolve) => {
      const { port1, port2 } = new Channel();
      const onTurn = () => {
        port1.close();
        resolve();
      };
      port1.addEventListener('message', onTurn, { once: true });
      port1.start();
      port2.postMessage(undefined);
    });
}
