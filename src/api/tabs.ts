/** A channel between the tabs of one browser. Other tabs may run a different version of the console. */
export interface TabChannel {
  send(message: unknown): void;
  listen(onMessage: (message: unknown) => void): void;
}

/**
 * The channels shared by one console's tabs.
 *
 * @param basePath the console's path, because consoles under different paths of one origin have separate sessions
 */
export function connectTabs(basePath: string) {
  return {
    budgets: openChannel(`sim-console:${basePath}:budgets`),
    session: openChannel(`sim-console:${basePath}:session`),
  };
}

function openChannel(name: string): TabChannel {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    send: (message) => channel.postMessage(message),
    listen(onMessage) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => onMessage(data));
    },
  };
}
