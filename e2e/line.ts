import { test as base } from './fixtures.ts';
import { startFlakyProxy, type FlakyProxy } from './servers/flakyProxy.ts';

/** Browser tests that reach the gateway over a line on which calls can be held, changed or cut off. */
export const test = base.extend<{ readonly line: FlakyProxy }>({
  line: async ({ gateway }, use) => {
    const line = await startFlakyProxy(gateway.origin);
    await use(line);
    await line.close();
  },
  baseURL: async ({ line }, use) => use(line.origin),
});
