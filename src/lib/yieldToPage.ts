/** What a page may offer to let go of its thread for a moment. */
interface PageTurns {
  readonly scheduler?: { readonly yield?: () => Promise<void> };
  readonly MessageChannel: typeof MessageChannel;
}

/**
 * Makes the pause of long work, in which the page handles presses and draws. Timers would do, but browsers stretch
 * those that follow each other.
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
