import { test as base, expect } from '@playwright/test';

import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway, type RunningGateway } from '../src/gateway/server.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { watchClears, type Clears } from './clears.ts';
import { createHeldClock } from './heldClock.ts';

interface WorkerFixtures {
  readonly world: {
    readonly sandbox: Sandbox;
    readonly gateway: RunningGateway;
    readonly clears: Clears;
    readonly delays: ReturnType<typeof createHeldClock>;
  };
}

interface TestFixtures {
  /** The service behind the gateway, reset for every test. */
  readonly sandbox: Sandbox;
  /** The gateway with the production build; its origin is the base of `page.goto`. */
  readonly gateway: RunningGateway;
  /** Locks and prefixes removed by PUTs; undeclared ones fail the test. */
  readonly clears: Clears;
  /** Holds the delays of the service that start from now on; the function that it returns ends them. */
  readonly holdDelays: () => () => void;
}

/** What the pages of a test talk to, in any browser. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: [
    async ({}, use) => {
      const delays = createHeldClock();
      const sandbox = createSandbox({ clock: delays.clock });
      const clears = watchClears(sandbox);
      const gateway = await startGateway({
        config: readConfig({ PORT: '0', SIGN_IN_TRIES: '10000' }),
        upstream: clears.fetch,
      });
      await use({ sandbox, gateway, clears, delays });
      await gateway.close();
    },
    { scope: 'worker' },
  ],
  sandbox: [
    async ({ world }, use) => {
      world.sandbox.reset();
      await use(world.sandbox);
    },
    { auto: true },
  ],
  gateway: async ({ world }, use) => use(world.gateway),
  holdDelays: async ({ world: { delays } }, use) => {
    await use(delays.hold);
    delays.letGo();
  },
  clears: [
    async ({ world: { clears } }, use) => {
      clears.reset();
      await use(clears);
      expect(clears.seen(), 'locks and prefixes that were cleared').toEqual(clears.chosen());
    },
    { auto: true },
  ],
});
