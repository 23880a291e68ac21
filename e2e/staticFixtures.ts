import { test as base } from './fixtures.ts';
import { startStaticServer, type StaticServer } from './servers/staticServer.ts';

interface StaticFixtures {
  /** The production build on a plain web server, without the gateway. */
  readonly site: StaticServer;
}

export const test = base.extend<StaticFixtures>({
  site: async ({ sandbox }, use) => {
    const site = await startStaticServer(sandbox);
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => use(site.origin),
});
