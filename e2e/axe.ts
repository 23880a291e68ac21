import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type { Page } from '@playwright/test';
import type { run, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  /** The global that axe's source adds to the page. */
  var axe: { readonly run: typeof run };
}

/** WCAG 2.2 AA, as far as axe can check it. */
const everything: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  // In addition to WCAG, headings must be in order, because some users navigate by a list of headings.
  rules: { 'heading-order': { enabled: true } },
};

const besideContrast: RunOptions = {
  ...everything,
  rules: { ...everything.rules, 'color-contrast': { enabled: false } },
};

/** The rules whose result depends on the theme. */
const colours: RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] };

/** The rules whose result depends on where things are, even if the same things are visible. */
const layout: RunOptions = { runOnly: ['target-size', 'scrollable-region-focusable'] };

/** A violated rule, and where it is violated. */
interface Violation {
  readonly id: string;
  readonly help: string;
  readonly at: readonly string[];
}

/**
 * axe's findings on the current page. While a dialog is open, only the dialog is examined: the page behind it cannot be
 * reached, and is checked as a state of its own.
 *
 * @throws {Error} if the page has frames, which are not examined
 */
async function violations(page: Page, rules: RunOptions): Promise<readonly Violation[]> {
  if (page.frames().length > 1) throw new Error('Frames are not examined');
  // Once per document. The page's content security policy does not apply to code that the debugger evaluates.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  const given: RunOptions = {
    ...rules,
    resultTypes: ['violations'],
    preload: false,
    iframes: false,
  };
  return page.evaluate(async (options) => {
    // Intermediate colours could fail, so transitions end now, but not endless animations.
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
    const { axe } = globalThis;
    const context = document.querySelector('[role="dialog"]') ?? document;
    return (await axe.run(context, options)).violations.map(({ id, help, nodes }) => ({
      id,
      help,
      at: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
  }, given);
}

/**
 * Violations in both themes: of all rules in the current theme, and of the colour rules in the other theme, which the
 * page keeps.
 */
export async function violationsInBothThemes(
  page: Page,
): Promise<Readonly<Record<'shown' | 'other', readonly Violation[]>>> {
  const shown = await violations(page, everything);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  return { shown, other: await violations(page, colours) };
}

/**
 * Violations other than colour contrast, which is the same at every width.
 *
 * @param isLayoutOnly whether the page shows the same elements as when all rules were checked
 */
export const violationsBesideColours = (page: Page, isLayoutOnly: boolean) =>
  violations(page, isLayoutOnly ? layout : besideContrast);
