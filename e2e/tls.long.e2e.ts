import type { Page } from '@playwright/test';

import { readConfig } from '../src/gateway/ops/config.ts';
import { type RunningGateway, startGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import { expect, signInByForm, test as base } from './fixtures.ts';
import { openInPortal, signInWithin } from './portalSteps.ts';
import { startPortal } from './servers/portalServer.ts';
import { startTlsProxy, type TlsProxy } from './servers/tlsProxy.ts';

interface TlsFixtures {
  /** Terminates TLS before the console, at https://localhost. */
  readonly tls: TlsProxy;
  /** A portal on another site, at https://127.0.0.1. */
  readonly portalOrigin: string;
  readonly isCrossSite: boolean;
  /** Replaces the gateway with a new gateway at the same origin. */
  readonly restart: (isCrossSite: boolean) => Promise<RunningGateway>;
}

const test = base.extend<TlsFixtures>({
  isCrossSite: [false, { option: true }],
  tls: async ({}, use) => {
    const proxy = await startTlsProxy();
    await use(proxy);
    await proxy.close();
  },
  portalOrigin: async ({}, use) => {
    const [portal, proxy] = await Promise.all([startPortal(), startTlsProxy()]);
    proxy.target = portal.port;
    await use(`https://127.0.0.1:${proxy.port}`);
    await Promise.all([portal.close(), proxy.close()]);
  },
  restart: async ({ sandbox, tls, portalOrigin }, use) => {
    let running: RunningGateway | undefined;
    await use(async (isCrossSite) => {
      await running?.close();
      running = await startGateway({
        config: readConfig({
          PORT: '0',
          PUBLIC_ORIGIN: `https://localhost:${tls.port}`,
          FRAME_ANCESTORS: portalOrigin,
          COOKIE_CROSS_SITE: String(isCrossSite),
        }),
        upstream: sandbox.fetch,
      });
      tls.target = running.address.port;
      return running;
    });
    await running?.close();
  },
  gateway: async ({ restart, isCrossSite }, use) => use(await restart(isCrossSite)),
});
test.use({ ignoreHTTPSErrors: true });

test('T2: over https the cookie is bound to the host, and invisible to scripts and other sites', async ({
  page,
  context,
}) => {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/session'),
  );
  await signInByForm(page);
  const headers = await (await answered).allHeaders();
  expect(headers['set-cookie']).toMatch(
    /^__Host-[\w-]+=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  expect(await context.cookies()).toMatchObject([{ secure: true, httpOnly: true }]);
  await page.goto(paths.groups());
  await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
});

/** Signs in, and expects the session to be valid in the first list, on another page, and after a reload. */
async function expectSignInLasts(page: Page) {
  await signInByForm(page);
  await expect(page.getByRole('table', { name: 'Things' })).toBeVisible();
  await page.getByRole('link', { name: 'Thing Groups' }).click();
  await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
}

/** Like expectSignInLasts, inside a portal on another site. */
async function expectSignInLastsWithin(page: Page, portalOrigin: string, origin: string) {
  const frame = await openInPortal(page, portalOrigin, origin);
  await signInWithin(frame);
  await expect(frame.getByRole('table', { name: 'Things' })).toBeVisible();
  const again = await openInPortal(page, portalOrigin, origin);
  await expect(again.getByRole('table', { name: 'Things' })).toBeVisible();
}

test('T2: a sign-in survives COOKIE_CROSS_SITE being switched on, off and on again', async ({
  page,
  context,
  portalOrigin,
  gateway,
  restart,
}) => {
  /** Leaves the page first, so that no page prefetches with the old cookie. */
  async function restartBehindNobody(isCrossSite: boolean) {
    await page.goto('about:blank');
    await restart(isCrossSite);
  }
  const partitions = async () =>
    (await context.cookies()).map(({ partitionKey }) => partitionKey ?? 'none').toSorted();

  await expectSignInLasts(page);
  await restartBehindNobody(true);
  await expectSignInLasts(page);
  expect(await partitions()).toEqual(['https://localhost']);
  await expectSignInLastsWithin(page, portalOrigin, gateway.origin);

  await restartBehindNobody(false);
  await expectSignInLasts(page);
  expect(await partitions()).toEqual(['https://127.0.0.1', 'none']);
  await restartBehindNobody(true);
  await expectSignInLastsWithin(page, portalOrigin, gateway.origin);
});

test.describe('a portal on another site', () => {
  test.describe('with COOKIE_CROSS_SITE', () => {
    test.use({ isCrossSite: true });

    test('keeps a separate session, in a partitioned cookie', async ({
      page,
      context,
      portalOrigin,
      gateway,
    }) => {
      const frame = await openInPortal(page, portalOrigin, gateway.origin);
      await signInWithin(frame);
      await expect(frame.getByRole('table', { name: 'Things' })).toBeVisible();
      await frame.getByRole('link', { name: 'Thing Groups' }).click();
      await expect(frame.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
      expect(await context.cookies()).toMatchObject([
        { sameSite: 'None', secure: true, partitionKey: 'https://127.0.0.1' },
      ]);

      const tab = await context.newPage();
      await tab.goto(paths.things());
      await expect(tab.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    });
  });

  test('cannot keep a session without COOKIE_CROSS_SITE, and reports that', async ({
    page,
    context,
    portalOrigin,
    gateway,
    sandbox,
    expectFailedRequests,
  }) => {
    // The list is requested while the session is confirmed. Without a cookie, the gateway refuses it.
    expectFailedRequests(401);
    const frame = await openInPortal(page, portalOrigin, gateway.origin);
    await signInWithin(frame);
    await expect(frame.getByText('This browser did not store the session cookie.')).toBeVisible();
    await expect(frame.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    expect(sandbox.state.requests().filter(({ route }) => route.startsWith('GET'))).toEqual([]);
  });
});
