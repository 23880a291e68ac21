import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';

import { chromium, type Browser, type Page } from '@playwright/test';

import { readConfig } from '../../src/gateway/ops/config.ts';
import { startGateway, type RunningGateway } from '../../src/gateway/server.ts';
import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { findBrowser } from '../browser.ts';
import { installPageBench } from './inPage.ts';

/** A slow computer with a slow connection. */
const slowDown = 4;
const megabitsPerSecond = 9;
const roundTripMs = 60;
/** Longer than a page waits before it prefetches. */
const quietMs = 600;
const viewport = { width: 1440, height: 900 };

/**
 * Two gateways on one sandbox: one serves the built console, the other the hand-written page.
 *
 * @throws {Error} if there is no browser or no build
 */
export async function startWorld(things: number) {
  const sandbox = createSandbox({ things });
  const gateways: RunningGateway[] = [];
  const serve = async (distDir?: string) => {
    const gateway = await startGateway({
      config: readConfig({ PORT: '0', SIGN_IN_TRIES: '10000' }),
      upstream: sandbox.fetch,
      ...(distDir !== undefined && { distDir }),
    });
    gateways.push(gateway);
    return gateway.origin;
  };
  const handDir = compressedCopy(join(import.meta.dirname, 'byHand'));
  const world = { console: await serve(), byHand: await serve(handDir) };
  const browser = await chromium.launch(launchOptions());
  return {
    sandbox,
    ...world,
    /** A page with an empty cache, by default on the slow computer and connection. */
    async openPage(options?: Parameters<typeof openPage>[1]) {
      // The service allows five sign-ins a minute (API document 8.3).
      sandbox.reset();
      return openPage(browser, options);
    },
    /** Pages of one initially empty browser profile, which keeps its cache and compiled code. */
    async openProfile() {
      const folder = mkdtempSync(join(tmpdir(), 'sim-console-profile-'));
      const context = await chromium.launchPersistentContext(folder, launchOptions());
      await context.addInitScript(installPageBench);
      return {
        async openPage() {
          const page = await context.newPage();
          return { ...(await benchPage(page)), close: async () => page.close() };
        },
        async close() {
          await context.close();
          rmSync(folder, { recursive: true });
        },
      };
    },
    async close() {
      await browser.close();
      for (const gateway of gateways) await gateway.close();
      rmSync(handDir, { recursive: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;

function launchOptions() {
  const executablePath = findBrowser({ isWhole: true });
  if (executablePath === undefined) throw new Error('No browser found: run "npm test" once.');
  return { executablePath, chromiumSandbox: process.getuid?.() !== 0, viewport };
}

async function openPage(browser: Browser, { saveData = false, isSlow = true } = {}) {
  const context = await browser.newContext({ viewport });
  await context.addInitScript(installPageBench);
  if (saveData) {
    await context.addInitScript(() => {
      const connection: unknown = Reflect.get(navigator, 'connection');
      Object.defineProperty(connection, 'saveData', { get: () => true });
    });
  }
  const page = await context.newPage();
  return { ...(await benchPage(page, isSlow)), close: async () => context.close() };
}

export type FixturePage = Awaited<ReturnType<typeof openPage>>;

/** Slows down the page's processor and its connection, if wanted. */
async function benchPage(page: Page, isSlow = true) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const bytesPerSecond = (megabitsPerSecond * 1_000_000) / 8;
  if (isSlow) {
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: roundTripMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  }
  return {
    page,
    devtools,
    /** Waits until no request has been sent for a while, so that prefetching is done. */
    settled: watchRequests(page),
  };
}

/** Like Playwright's "networkidle", but can be awaited again after each action. */
function watchRequests(page: Page): () => Promise<void> {
  let lastAt = performance.now();
  const note = () => {
    lastAt = performance.now();
  };
  page.on('request', note);
  page.on('requestfinished', note);
  page.on('requestfailed', note);
  return async () => {
    note();
    while (performance.now() - lastAt < quietMs) await sleep(quietMs / 10);
  };
}

/** The hand-written page, with Brotli copies of its files as in the build. */
function compressedCopy(folder: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'sim-console-bench-'));
  cpSync(folder, copy, { recursive: true });
  for (const name of readdirSync(join(copy, 'assets'))) {
    const file = join(copy, 'assets', name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
  return copy;
}
