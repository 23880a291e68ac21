import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type { run, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  /** In the page, once its source has run there. */
  var axe: { readonly run: typeof run };
}

/** WCAG 2.2 AA, as far as that can be automated. */
const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // Besides the rules of WCAG, headings must be in order: people who list them navigate by it.
  rules: { 'heading-order': { enabled: true } },
};

/** The rules whose result depends on the theme. */
const colours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** A rule that is broken, and where. */
interface Violation {
  readonly id: string;
  readonly help: string;
  readonly at: readonly string[];
}

/**
 * What axe finds on the page as it looks now. While a dialog is open, only the dialog is examined: what lies behind it
 * cannot be reached, and is a state of its own.
 *
 * @throws {Error} if the page has frames, which this does not look into
 */
async function violations(page: Page, rules: RunOptions): Promise<readonly Violation[]> {
  if (page.frames().length > 1) throw new Error('Frames are not examined');
  // Once for each document. The page's policy does not concern what its debugger evaluates.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const given: RunOptions = {
    ...rules,
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
  };
  return page.evaluate(async (options) => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    // Intermediate colours of transitions could fail; endless animations are not waited for.
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const { axe } = globalThis;
    const context = document.querySelector('[role="dialog"]') ?? document;
    const found = await axe.run(context, options);
    return found.violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
  }, given);
}

/** Violations in both themes: of all rules as the page looks now, and of those about colours in the other theme. */
export async function violationsInBothThemes(
  page: Page,
): Promise<Readonly<Record<'shown' | 'other', readonly Violation[]>>> {
  const shown = await violations(page, everything);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  const other = await violations(page, colours);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  return { shown, other };
}

/** Violations of the rules that do not depend on colours, which are the same at every width. */
export const violationsBesideColours = (page: Page): Promise<readonly Violation[]> =>
  violations(page, {
    ...everything,
    rules: { ...everything.rules, 'color-contrast': { enabled: false } },
  });
