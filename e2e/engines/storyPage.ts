import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { expect } from '@playwright/test';
import * as z from 'zod/mini';

import type { Tab } from './engine.ts';
import { type Facts, inPage, type Place, type Question } from './inPage.ts';
import { describe, type Target } from './target.ts';

/** One file without imports, so any page can evaluate it. */
const library = readFileSync(
  createRequire(import.meta.url).resolve(
    '@testing-library/dom/dist/@testing-library/dom.umd.min.js',
  ),
  'utf8',
);

const factsAnswer = z.array(
  z.object({
    text: z.string(),
    value: z.string(),
    isFocused: z.boolean(),
    isDisabled: z.boolean(),
    states: z.record(z.string(), z.string()),
  }),
);

const placeAnswer = z.union([
  z.object({ x: z.number(), y: z.number() }),
  z.object({ reason: z.string() }),
]);

/** Expected facts about an element; text may match partially. */
type Expected = Partial<Omit<Facts, 'text'>> & { readonly text?: RegExp };

/**
 * A tab for stories: finds elements by role and name, and waits for them.
 *
 * @param origin the gateway's origin
 */
export function createStoryPage(tab: Tab, origin: string) {
  async function ask(question: Question): Promise<unknown> {
    const expression = `(${inPage.toString()})(${JSON.stringify(question)})`;
    // A page that is being replaced cannot respond.
    const answer = await tab.evaluate(expression).catch(() => null);
    if (answer !== undefined && answer !== null) return answer;
    await tab.evaluate(`(() => {${library}\n})()`).catch(() => null);
    return (await tab.evaluate(expression).catch(() => null)) ?? undefined;
  }

  /** All current matches. */
  async function read(target: Target): Promise<readonly Facts[]> {
    return factsAnswer.parse((await ask({ target, ask: 'facts' })) ?? []);
  }

  /** The position of a target that has stopped moving. */
  async function placeOf(target: Target): Promise<{ readonly x: number; readonly y: number }> {
    let last: Place = { reason: 'is not there' };
    await expect
      .poll(
        async () => {
          const before = last;
          const answer = await ask({ target, ask: 'place' });
          last = placeAnswer.parse(answer ?? { reason: 'is not there' });
          if ('reason' in last) return last.reason;
          return 'x' in before && before.x === last.x && before.y === last.y ? '' : 'moves';
        },
        { message: `${describe(target)} can be clicked`, intervals: [20, 50, 100] },
      )
      .toBe('');
    if ('reason' in last) throw new Error(last.reason);
    return last;
  }

  /** Clicks the only match, once it exists, has stopped moving and is not covered. */
  async function click(target: Target) {
    const { x, y } = await placeOf(target);
    await tab.click(x, y);
  }

  return {
    tab,
    goto: (path: string) => tab.goto(new URL(path, origin).href),
    reload: tab.reload,
    // The drivers' own method waits for a load event, which a page from the back/forward cache does not fire.
    back: async () => void (await tab.evaluate('history.back()').catch(() => undefined)),
    click,
    /** Replaces a field's text with key presses. */
    async fill(target: Target, content: string) {
      await click(target);
      await expect
        .poll(async () => (await read(target))[0]?.isFocused, {
          message: `${describe(target)} has the focus`,
        })
        .toBe(true);
      await tab.press('a', { control: true });
      await (content === '' ? tab.press('Backspace') : tab.type(content));
    },
    type: tab.type,
    press: tab.press,
    /** Waits until an element matches. */
    see: (target: Target) =>
      expect
        .poll(async () => (await read(target)).length, { message: `${describe(target)} exists` })
        .toBeGreaterThan(0),
    /** Waits until no element matches. */
    seeNo: (target: Target) =>
      expect
        .poll(async () => (await read(target)).length, { message: `no ${describe(target)}` })
        .toBe(0),
    /** Waits until the first match has these facts. */
    seeThat: (target: Target, { text, ...facts }: Expected) =>
      expect
        .poll(async () => (await read(target))[0], { message: describe(target) })
        .toMatchObject({ ...facts, ...(text && { text: expect.stringMatching(text) }) }),
    /** Waits until an expression has this value in the page. */
    seeValue: (expression: string, value: unknown) =>
      expect.poll(() => tab.evaluate(expression), { message: expression }).toEqual(value),
    read,
    /** Path and query of the address. */
    address: async () => String(await tab.evaluate('location.pathname + location.search')),
  };
}
export type StoryPage = ReturnType<typeof createStoryPage>;
