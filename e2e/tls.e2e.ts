import type { Frame } from '@playwright/test';

import { readConfig } from '../src/gateway/config/config.ts';
import { startGateway } from '../src/gateway/server.ts';
import { paths } from '../src/paths.ts';
import { expect, signIn, test as base } from './fixtures.ts';
import { startPortal } from './servers/portalServer.ts';
import { startTlsProxy, type TlsProxy } from './servers/tlsProxy.ts';

interface TlsFixtures {
  /** TLS before the console, at https://localhost. */
  readonly tls: TlsProxy;
  /** A portal of another site, at https://127.0.0.1. */
  readonly portalOrigin: string;
  readonly isCrossSite: boolean;
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
  gateway: async ({ sandbox, tls, portalOrigin, isCrossSite }, use) => {
    const gateway = await startGateway({
      config: readConfig({
        PORT: '0',
        PUBLIC_ORIGIN: `https://localhost:${tls.port}`,
        FRAME_ANCESTORS: portalOrigin,
        COOKIE_CROSS_SITE: String(isCrossSite),
      }),
      upstream: sandbox.fetch,
    });
    tls.target = gateway.address.port;
    await use(gateway);
    await gateway.close();
  },
});
test.use({ ignoreHTTPSErrors: true });

test('T2: over https the cookie is bound to the host, and no script or other site has it', async ({
  page,
  context,
}) => {
  const answered = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/session'),
  );
  await signIn(page);
  const headers = await (await answered).allHeaders();
  expect(headers['set-cookie']).toMatch(
    /^__Host-[\w-]+=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
  );
  expect(headers['strict-transport-security']).toMatch(/^max-age=\d{8}/);
  expect(await context.cookies()).toMatchObject([{ secure: true, httpOnly: true }]);
  await page.goto(paths.groups());
  await expect(page.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
});

test.describe('a portal of another site', () => {
  async function openPortal(page: Parameters<typeof signIn>[0], from: string, console: string) {
    await page.goto(`${from}/?console=${encodeURIComponent(`${console}/`)}`);
    const element = await page.locator('iframe').elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error('The portal has no frame');
    return frame;
  }

  async function signInWithin(frame: Frame) {
    await frame.getByLabel('Username').fill('writer');
    await frame.getByLabel('Password').fill('sandbox-writer');
    await frame.getByRole('button', { name: 'Sign in' }).click();
  }

  test.describe('with COOKIE_CROSS_SITE', () => {
    test.use({ isCrossSite: true });

    test('keeps a session of its own, in a partitioned cookie', async ({
      page,
      context,
      portalOrigin,
      gateway,
    }) => {
      const frame = await openPortal(page, portalOrigin, gateway.origin);
      await signInWithin(frame);
      await expect(frame.getByRole('table', { name: 'Things' })).toBeVisible();
      await frame.getByRole('link', { name: 'Thing Groups' }).click();
      await expect(frame.getByRole('table', { name: 'Thing Groups' })).toBeVisible();
      expect(await context.cookies()).toMatchObject([
        { sameSite: 'None', secure: true, partitionKey: 'https://127.0.0.1' },
      ]);

      const tab = await context.newPage();
      await tab.goto(paths.things());
      await expect(tab.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    });
  });

  test('cannot keep one without', async ({ page, context, portalOrigin, gateway }) => {
    const frame = await openPortal(page, portalOrigin, gateway.origin);
    await signInWithin(frame);
    await expect(frame.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(await context.cookies()).toEqual([]);
  });
});
