import { test as base, expect } from '@playwright/test';

import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway, type RunningGateway } from '../src/gateway/server.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { type ManualClock, manualClock } from '../src/testing/fixtures/manualClock.ts';
import { watchClears, type Clears } from './clears.ts';

interface WorkerFixtures {
  readonly world: {
    readonly sandbox: Sandbox;
    readonly gateway: RunningGateway;
    readonly clears: Clears;
  };
}

interface TestFixtures {
  /** The service behind the gateway, reset for every test. */
  readonly sandbox: Sandbox;
  /** The gateway with the production build; its origin is the base of `page.goto`. */
  readonly gateway: RunningGateway;
  /** Locks and prefixes removed by PUTs; undeclared removals fail the test. */
  readonly clears: Clears;
  /** The service's clock, which stands still until the test advances it. */
  readonly serviceClock: ManualClock;
  /**
   * Waits until a `delayMs` or `slowBodyMs` of 1 holds back a response, then makes the service send all held responses.
   */
  readonly sendHeldAnswers: () => Promise<void>;
}

/** Gives a test a gateway of its own. */
export async function useGateway(
  use: (gateway: RunningGateway) => Promise<void>,
  environment: Readonly<Record<string, string>>,
  upstream: Sandbox['fetch'],
  clock?: Parameters<typeof startGateway>[0]['clock'],
): Promise<void> {
  const config = readConfig({ PORT: '0', ...environment });
  const gateway = await startGateway({ config, upstream, ...(clock && { clock }) });
  await use(gateway);
  await gateway.close();
}

/** The servers behind a test's pages, in any browser. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: [
    async ({}, use) => {
      const sandbox = createSandbox();
      const clears = watchClears(sandbox);
      const useAll = (gateway: RunningGateway) => use({ sandbox, gateway, clears });
      await useGateway(useAll, { SIGN_IN_TRIES: '10000' }, clears.fetch);
    },
    { scope: 'worker' },
  ],
  sandbox: [
    async ({ world, serviceClock }, use) => {
      world.sandbox.reset();
      world.sandbox.setOptions({ clock: serviceClock });
      await use(world.sandbox);
    },
    { auto: true },
  ],
  serviceClock: async ({}, use) => use(manualClock(Date.now())),
  sendHeldAnswers: async ({ serviceClock }, use) =>
    use(async () => {
      await expect.poll(() => serviceClock.due(1)).toBeGreaterThan(0);
      await serviceClock.advance(1);
    }),
  gateway: async ({ world }, use) => use(world.gateway),
  clears: [
    async ({ world: { clears } }, use) => {
      clears.reset();
      await use(clears);
      expect(clears.seen(), 'locks and prefixes that were cleared').toEqual(clears.chosen());
    },
    { auto: true },
  ],
});
