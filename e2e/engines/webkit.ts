import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Builder, Capabilities, error, Key as Keys, type WebDriver } from 'selenium-webdriver';
import * as z from 'zod/mini';

import { freePort } from '../../src/testing/fixtures/gatewayProcess.ts';
import { cornerAnswer, frameCorner, viewport, type Engine, type Key, type Tab } from './engine.ts';

const namedKeys: Partial<Record<Key, string>> = {
  Backspace: Keys.BACK_SPACE,
  End: Keys.END,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
};

/** The programs that WebKitGTK needs here; Xvfb stands in for a screen. */
export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly screen: string;
}

/** On an idle machine, it takes about a second. */
const browserStartsWithinMs = 50_000;

interface Session {
  readonly session: WebDriver;
  readonly quit: () => Promise<void>;
}

/** WebKitGTK over WebDriver, on its own virtual screen (docs/decisions/026-engines-from-packages.md). */
export async function startWebKit(programs: WebKitPrograms, downloads: string): Promise<Engine> {
  const home = await mkdtemp(join(tmpdir(), 'webkit-'));
  // The XDG folder where the browser saves files.
  await writeFile(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  // Scroll bars beside the content, as Safari shows them with a mouse. GTK's overlay intercepts clicks in a strip
  // 25 px high.
  await mkdir(join(home, 'gtk-3.0'));
  await writeFile(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-overlay-scrolling=0\n');
  const screen = spawn(
    programs.screen,
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const processes: ChildProcess[] = [screen];
  const endAll = () => processes.forEach((child) => child.kill());
  process.once('exit', endAll);
  const display = await firstLine(screen);
  const environment = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: home,
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    TZ: 'Europe/Berlin',
    // WebKit's sandbox needs namespaces, which containers do not give to root.
    ...(process.getuid?.() === 0 && { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' }),
  };
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
  });
  /**
   * A browser with an empty profile, and a driver of its own: one that is still closing a browser may hang on the next.
   */
  async function startSession(tries = 3): Promise<Session> {
    const { driver, server } = await startDriver(programs.driver, environment);
    processes.push(driver);
    // On a busy machine, a driver sometimes waits forever for the browser that it has started.
    const hangs = setTimeout(() => driver.kill(), browserStartsWithinMs);
    try {
      const builder = new Builder().usingServer(server).withCapabilities(capabilities);
      const session = await builder.build();
      return { session, quit: async () => session.quit().finally(() => driver.kill()) };
    } catch (failure) {
      if (tries <= 1 || !driver.killed) throw failure;
      process.stderr.write('WebKit did not start, and is started again\n');
    } finally {
      clearTimeout(hangs);
    }
    return startSession(tries - 1);
  }
  const first = await startSession();
  const version = (await first.session.getCapabilities()).getBrowserVersion() ?? 'unknown';
  let unused: Session | undefined = first;
  return {
    version,
    downloads,
    // The session that reported the version becomes the first tab.
    async open() {
      const { session, quit } = unused ?? (await startSession());
      unused = undefined;
      return { ...(await openTab(session)), close: quit };
    },
    async close() {
      await unused?.quit();
      endAll();
      process.off('exit', endAll);
      await Promise.all(
        processes
          .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
          .map((child) => once(child, 'exit')),
      );
      // WebKit's processes may still write there shortly after their browser has ended.
      await rm(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

async function openTab(driver: WebDriver): Promise<Omit<Tab, 'close'>> {
  let isInFrame = false;
  let corner = { x: 0, y: 0 };

  /** Enters the frame for this call only, and once more if the driver loses it because its document is replaced. */
  async function evaluateInFrame(expression: string, isSecond = false): Promise<unknown> {
    await driver.switchTo().frame(0);
    try {
      return await driver.executeScript(`return ${expression}`);
    } catch (failure) {
      if (isSecond || !(failure instanceof error.NoSuchWindowError)) throw failure;
    } finally {
      await driver.switchTo().defaultContent();
    }
    return evaluateInFrame(expression, true);
  }

  const tab: Omit<Tab, 'close'> = {
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    evaluate: (expression) =>
      isInFrame ? evaluateInFrame(expression) : driver.executeScript(`return ${expression}`),
    click(x, y) {
      const place = { x: corner.x + x, y: corner.y + y, duration: 0 };
      return driver.actions().move(place).click().perform();
    },
    type: (text) => driver.actions().sendKeys(text.replaceAll('\n', Keys.ENTER)).perform(),
    press: (name, { control = false } = {}) => {
      const key = namedKeys[name] ?? name;
      const actions = driver.actions();
      if (!control) return actions.sendKeys(key).perform();
      return actions.keyDown(Keys.CONTROL).sendKeys(key).keyUp(Keys.CONTROL).perform();
    },
    async enterFrame() {
      corner = cornerAnswer.parse(await tab.evaluate(frameCorner));
      isInFrame = true;
    },
    clearCookies: () => driver.manage().deleteAllCookies(),
    async resize(width, height) {
      const window = driver.manage().window();
      const place = { width, height, x: 0, y: 0 };
      await window.setRect(place);
      const bars = Number(await driver.executeScript('return outerHeight - innerHeight'));
      await window.setRect({ ...place, height: height + bars });
    },
    screenshot: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    // WebDriver has no console.
    complaints: () => [],
  };
  await tab.resize(viewport.width, viewport.height);
  return tab;
}

async function firstLine(child: ChildProcess): Promise<string> {
  const output = child.stdout;
  if (!output) throw new Error('The process has no output stream');
  const [chunk] = (await Promise.race([once(output, 'data'), once(child, 'exit')])) as unknown[];
  if (!(chunk instanceof Buffer)) throw new Error(`Xvfb did not start: ${String(chunk)}`);
  return String(chunk).trim();
}

/** Starts the driver; tries again if another program has taken its port since the port was found free. */
async function startDriver(
  program: string,
  env: NodeJS.ProcessEnv,
  tries = 3,
): Promise<{ readonly driver: ChildProcess; readonly server: string }> {
  const port = await freePort();
  const driver = spawn(program, [`--port=${port}`], { stdio: 'ignore', env });
  const server = `http://127.0.0.1:${port}`;
  if (await answers(driver, server)) return { driver, server };
  driver.kill();
  if (tries <= 1) throw new Error('WebKitWebDriver did not start');
  return startDriver(program, env, tries - 1);
}

/** WebDriver, section 8.3: whether a session can be started. */
const readyAnswer = z.object({ value: z.object({ ready: z.literal(true) }) });

/** Waits until the driver is ready; false if it ends, or does not respond for a long time. */
async function answers(driver: ChildProcess, server: string, tries = 150): Promise<boolean> {
  const answer: unknown = await fetch(`${server}/status`, { signal: AbortSignal.timeout(1000) })
    .then((response) => response.json())
    .catch(() => undefined);
  // A response after the driver has ended comes from another program.
  if (driver.exitCode !== null || driver.signalCode !== null || tries === 0) return false;
  if (readyAnswer.safeParse(answer).success) return true;
  await new Promise((resolve) => setTimeout(resolve, 100));
  return answers(driver, server, tries - 1);
}
