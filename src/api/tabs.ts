/** A line between the tabs of one browser. What is heard may come from another version of the console. */
export interface TabLine {
  tell(news: unknown): void;
  listen(hear: (news: unknown) => void): void;
}

/** The lines that the tabs of one console use. */
export interface Tabs {
  readonly budgets: TabLine;
  readonly session: TabLine;
}

/** @param basePath consoles under different paths of one origin have sessions of their own */
export function connectTabs(basePath: string): Tabs {
  return {
    budgets: broadcastLine(`sim-console:${basePath}:budgets`),
    session: broadcastLine(`sim-console:${basePath}:session`),
  };
}

function broadcastLine(name: string): TabLine {
  const channel = new BroadcastChannel(name);
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    tell: (news) => channel.postMessage(news),
    listen(hear) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => hear(data));
    },
  };
}
