import * as z from 'zod/mini';

/** The engines of common browsers; Chromium also runs all other browser tests. */
export const engineNames = ['Chromium', 'Firefox', 'WebKit'] as const;
export type EngineName = (typeof engineNames)[number];

/** Keys that stories press, named as in KeyboardEvent.key. */
export type Key = 'Backspace' | 'End' | 'Enter' | 'Escape' | 'Tab' | 'a' | 'c' | 'v';

/** The window size in most stories, in CSS pixels. */
export const viewport = { width: 1280, height: 800 } as const;

/**
 * The methods of each engine's driver. All other code is shared: it finds elements in the page (inPage.ts) and waits
 * for them (storyPage.ts).
 */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Evaluates an expression in the page, which may return a promise of JSON; the page's CSP does not block it. */
  evaluate(expression: string): Promise<unknown>;
  /** Clicks the pointer's main button, like a user: the event is trusted. */
  click(x: number, y: number): Promise<void>;
  type(text: string): Promise<void>;
  press(key: Key, options?: { readonly control?: boolean }): Promise<void>;
  /** From now on, evaluates and clicks in the page's only frame. */
  enterFrame(): Promise<void>;
  clearCookies(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Errors and warnings in the console so far, if the driver can see them. */
  complaints(): readonly string[];
  close(): Promise<void>;
}

/** An expression to evaluate in the page: the position of its only frame's content. */
export const frameCorner = `(() => {
  const frame = document.querySelector('iframe');
  const { x, y } = frame.getBoundingClientRect();
  return { x: Math.round(x + frame.clientLeft), y: Math.round(y + frame.clientTop) };
})()`;
export const cornerAnswer = z.object({ x: z.number(), y: z.number() });

/** The methods common to Playwright's and Puppeteer's pages. */
interface ScriptedPage {
  goto(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  /** The page's own frame, then its iframes. */
  frames(): readonly { evaluate(expression: string): Promise<unknown> }[];
  readonly mouse: { click(x: number, y: number): Promise<void> };
  readonly keyboard: { type(text: string): Promise<void> };
}

/** What Playwright and Puppeteer have in common. */
export function scriptedTab(
  page: ScriptedPage,
): Pick<Tab, 'goto' | 'reload' | 'evaluate' | 'click' | 'type' | 'enterFrame'> {
  let shown: Pick<ScriptedPage, 'evaluate'> = page;
  let corner = { x: 0, y: 0 };
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    evaluate: (expression) => shown.evaluate(expression),
    click: (x, y) => page.mouse.click(corner.x + x, corner.y + y),
    type: (text) => page.keyboard.type(text),
    async enterFrame() {
      const [, frame] = page.frames();
      if (!frame) throw new Error('This page has no frame');
      corner = cornerAnswer.parse(await page.evaluate(frameCorner));
      shown = frame;
    },
  };
}

export interface Engine {
  readonly version: string;
  /** The folder where the browser saves files. */
  readonly downloads: string;
  /** Opens a tab without any state from earlier tabs. */
  open(): Promise<Tab>;
  close(): Promise<void>;
}
