import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect } from '@playwright/test';

import { paths } from '../../src/paths.ts';
import { test as base } from '../world.ts';
import { startChromium } from './chromium.ts';
import type { Engine, EngineName } from './engine.ts';
import { findFirefox, findWebKit } from './findEngines.ts';
import { startFirefox } from './firefox.ts';
import { createStoryPage, type StoryPage } from './storyPage.ts';
import { label, role } from './target.ts';
import { startWebKit } from './webkit.ts';

export { expect };

export interface EngineOptions {
  /** The engine of a project in e2e/playwright.config.ts. */
  readonly engineName: EngineName;
}

interface WorkerFixtures extends EngineOptions {
  readonly engine: Engine;
}

interface TestFixtures {
  /** An empty tab in the engine, whose console must stay free of errors and warnings. */
  readonly story: StoryPage;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['Chromium', { scope: 'worker', option: true }],
  engine: [
    async ({ engineName, playwright }, use) => {
      const downloads = await mkdtemp(join(tmpdir(), 'engine-'));
      const starts: Record<EngineName, () => Promise<Engine>> = {
        Chromium: () => startChromium(playwright.chromium, downloads),
        Firefox: () => startFirefox(installed('Firefox', findFirefox()), downloads),
        WebKit: () => startWebKit(installed('WebKit', findWebKit()), downloads),
      };
      const engine = await starts[engineName]();
      await use(engine);
      await engine.close();
      // WebKit's processes may still write there shortly after their browser has ended.
      await rm(downloads, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  story: async ({ engine, engineName, gateway }, use, testInfo) => {
    // For the list of tested engines at the end of `npm test`.
    const description = `${engineName === 'WebKit' ? 'WebKitGTK' : engineName} ${engine.version}`;
    testInfo.annotations.push({ type: 'engine', description });
    const tab = await engine.open();
    await use(createStoryPage(tab, gateway.origin));
    if (testInfo.status !== testInfo.expectedStatus) {
      await writeFile(testInfo.outputPath('screen.png'), await tab.screenshot());
      const shown = await tab.evaluate('`${location} ${document.body.innerText}`').catch(String);
      // As Playwright reports its own pages, which the log of a failed run repeats.
      await writeFile(testInfo.outputPath('page.md'), `\`\`\`yaml\n${String(shown)}\n\`\`\``);
      await testInfo.attach('error-context', { path: testInfo.outputPath('page.md') });
    }
    const complaints = tab.complaints();
    await tab.close();
    expect(complaints, 'the browser’s complaints').toEqual([]);
  },
});

function installed<T>(name: EngineName, found: T | undefined): T {
  if (found === undefined) throw new Error(`${name} is not installed`);
  return found;
}

/** Signs in through the form, at the story's first address. */
export async function signIn(
  story: StoryPage,
  { at = paths.things(), username = 'writer' } = {},
): Promise<void> {
  await story.goto(at);
  await fillSignIn(story, username);
}

export async function fillSignIn(story: StoryPage, username = 'writer'): Promise<void> {
  await story.fill(label('Username'), username);
  await story.fill(label('Password'), `sandbox-${username}`);
  await story.click(role('button', 'Sign in'));
  await story.see(role('navigation', 'Main'));
}
