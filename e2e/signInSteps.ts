import { createServer } from 'node:http';

import type { Page } from '@playwright/test';

import { readConfig } from '../src/gateway/ops/config.ts';
import { startGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import type { Sandbox } from '../src/sandbox/sandbox.ts';
import { test as base } from './line.ts';
import { startFlakyProxy, type FlakyProxy } from './servers/flakyProxy.ts';
import { listen } from './servers/listen.ts';

interface SignInFixtures {
  readonly otherSite: string;
  /** In front of a gateway with its own sandbox, as when nothing is configured. */
  readonly sandboxLine: FlakyProxy;
}

export const test = base.extend<SignInFixtures>({
  sandboxLine: async ({ afterPages }, use) => {
    const gateway = await startGateway({
      config: readConfig({ PORT: '0', SANDBOX_THINGS: '60', SANDBOX_WATCH: 'false' }),
    });
    afterPages(gateway.close);
    const line = await startFlakyProxy(gateway.origin);
    afterPages(line.close);
    await use(line);
  },
  /** A site with a page that automatically submits the console's form, and a page with a link. */
  otherSite: async ({ line }, use) => {
    const server = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(
        request.url === '/link'
          ? `<a href="${line.origin}${paths.things()}">Things</a>`
          : `<form method="post" action="${line.origin}${paths.signIn()}">
               <input name="username" value="writer"><input name="password" value="sandbox-writer">
               <button>Win</button></form>`,
      );
    });
    const { port, close } = await listen(server);
    await use(`http://127.0.0.1:${port}`);
    await close();
  },
});

/** The number of sign-ins that the service received. */
export const tokenRequests = (sandbox: Sandbox) =>
  sandbox.state.requests().filter(({ route }) => route === 'POST /v1/auth/token').length;

export async function submit(page: Page, password = 'sandbox-writer', username = 'writer') {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}
