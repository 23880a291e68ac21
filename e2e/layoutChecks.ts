import type { Page } from '@playwright/test';

import { violationsBesideColours } from './axe.ts';
import { expect, expectAccessible } from './fixtures.ts';

const desktop = { width: 1440, height: 900 };

/**
 * Checks one state of a page in both themes, on a desktop and a phone: WCAG 2.2 AA, and that only tables scroll
 * sideways (WCAG 1.4.10).
 */
export async function expectFitState(page: Page): Promise<void> {
  await expectAccessible(page);
  const wide = await shownElements(page);
  for (const width of [desktop.width, 542, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => sidewaysOverflow(page), `pixels sideways at ${width} px`).toBe(0);
  }
  const isSame = await page.evaluate(
    ([some, others]) =>
      some.length === others.length && some.every((one, index) => one === others[index]),
    [wide, await shownElements(page)] as const,
  );
  expect(await violationsBesideColours(page, isSame), 'on a phone').toEqual([]);
  await page.setViewportSize(desktop);
}

/** The elements that are shown now. Few pages show other elements on a phone than on a desktop. */
const shownElements = (page: Page) =>
  page.evaluateHandle(() => {
    const all = [...document.querySelectorAll('*')];
    return all.filter((one) => one.checkVisibility({ visibilityProperty: true }));
  });

/**
 * Checks a whole page in the same way as its states, and also that controls are large enough or far enough
 * apart (WCAG 2.5.8), larger and wider text is not cut off (WCAG 1.4.4, 1.4.12), and tables are printed completely.
 */
export async function expectFitPage(page: Page): Promise<void> {
  await expectFitState(page);
  const found: Record<string, unknown> = {
    'small controls': await smallTargets(page),
    'cut on paper': await cutOnPaper(page),
    'cut text': await cutText(page),
  };
  await spaceText(page);
  found['cut text, spaced'] = await cutText(page);
  await doubleText(page);
  found['cut text, spaced and doubled'] = await cutText(page);
  found['narrow dates'] = await narrowDates(page);
  found['aside, spaced and doubled'] = await sidewaysOverflow(page);
  await usualText(page);
  const wrong = Object.entries(found).filter(([, parts]) =>
    Array.isArray(parts) ? parts.length > 0 : parts !== 0,
  );
  expect(Object.fromEntries(wrong)).toEqual({});
}

/** Elements wider than the window: only tables may scroll sideways (WCAG 1.4.10). */
export const sidewaysOverflow = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });

/**
 * Controls smaller than 24 × 24 pixels whose circle of that size touches another control's (WCAG 2.5.8). Links in
 * a sentence are as large as its text.
 */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const least = 24;
    const controls =
      'a[href], button, input, select, textarea, summary, [role="separator"], [tabindex="0"]';
    const all = [...document.querySelectorAll<HTMLElement>(controls)]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => !one.matches('[role="region"], [role="separator"], h1, main'))
      .map((one) => {
        // A click on its label is a click on the control.
        const label = one instanceof HTMLInputElement ? one.closest('label') : null;
        return { one, box: (label ?? one).getBoundingClientRect() };
      })
      // Excludes text for screen readers only, and controls that are scrolled out of view.
      .filter(({ one, box: { left, top, width, height } }) => {
        const seen = document.elementFromPoint(left + width / 2, top + height / 2);
        return (
          width > 1 && height > 1 && seen !== null && (one.contains(seen) || seen.contains(one))
        );
      });
    const isSmall = (box: DOMRect) => box.width < least - 0.5 || box.height < least - 0.5;
    const distance = (x: number, y: number, box: DOMRect) =>
      Math.hypot(
        Math.max(box.left - x, 0, x - box.right),
        Math.max(box.top - y, 0, y - box.bottom),
      );
    return all
      .filter(({ one, box }) => isSmall(box) && !one.closest('p, li, dd, label, [role="status"]'))
      .filter(({ one, box }) => {
        const x = box.left + box.width / 2;
        const y = box.top + box.height / 2;
        return all.some((other) => {
          if (other.one === one) return false;
          if (!isSmall(other.box)) return distance(x, y, other.box) < least / 2;
          const otherX = other.box.left + other.box.width / 2;
          const otherY = other.box.top + other.box.height / 2;
          return Math.hypot(otherX - x, otherY - y) < least;
        });
      })
      .map(({ one, box }) => `${one.outerHTML.slice(0, 120)}: ${box.width} × ${box.height}`);
  });

/**
 * Text that is cut off: elements that hide overflowing text. Excludes table cells, which show their full text while
 * their row has focus, and text for screen readers only.
 */
export const cutText = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#root *, [role="dialog"] *')]
      .filter((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((part) => !part.closest('td, th, svg, [aria-hidden="true"]'))
      .filter((part) => {
        const { overflowX, overflowY, clipPath } = getComputedStyle(part);
        const hides = [overflowX, overflowY].some((way) => way === 'hidden' || way === 'clip');
        return hides && clipPath === 'none' && part.textContent.trim() !== '';
      })
      .filter((part) => {
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = part;
        return scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1;
      })
      .map((part) => part.outerHTML.slice(0, 160)),
  );

/** Date fields that are narrower than their natural width in the browser. */
export const narrowDates = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLInputElement>('input[type="date"]')].flatMap((field) => {
      const { width } = field.getBoundingClientRect();
      field.style.width = 'max-content';
      const whole = field.getBoundingClientRect().width;
      field.style.width = '';
      const name = field.labels?.[0]?.innerText ?? '';
      return width < whole - 0.5 ? [`${name}: ${width} of ${whole} px`] : [];
    }),
  );

/**
 * Tables that print incompletely: a part is scrolled away, or the header is sticky, so it is not repeated on other
 * pages. Excludes tables of more than 100 rows, whose rows are not all in the document.
 */
export async function cutOnPaper(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ media: 'print' });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main [role="region"]:has(> table)')].flatMap(
      (region) => {
        const table = region.querySelector(':scope > table');
        if (!table || table.matches('[aria-rowcount]:not([data-whole])')) return [];
        const { scrollWidth, scrollHeight, clientWidth, clientHeight } = region;
        const down = scrollHeight - clientHeight;
        const sideways = scrollWidth - clientWidth;
        const isFixed = [...table.querySelectorAll('thead :is(th, td)')].some(
          (cell) => getComputedStyle(cell).position === 'sticky',
        );
        return down > 1 || sideways > 1 || isFixed
          ? [`${region.ariaLabel}: ${down} px down, ${sideways} px aside, sticky head: ${isFixed}`]
          : [];
      },
    ),
  );
  await page.emulateMedia({ media: 'screen' });
  return cut;
}

/** Sets the text spacing that a user may need (WCAG 1.4.12), as their own style sheet would. */
export const spaceText = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
      word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }`);
    document.adoptedStyleSheets.push(sheet);
  });

/** Doubles the browser's text size (WCAG 1.4.4). */
export const doubleText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '175%';
  });

/** Undoes `spaceText` and `doubleText`, whose effects survive navigation within the document. */
export const usualText = (page: Page) =>
  page.evaluate(() => {
    document.adoptedStyleSheets = [];
    document.documentElement.style.fontSize = '';
  });

/**
 * The focused control, if it is entirely hidden (WCAG 2.4.11), even after half a second, because some focus changes
 * take several frames.
 */
export const hiddenFocus = (page: Page) =>
  page.evaluate(async () => {
    function hidden(): string | undefined {
      const one = document.activeElement;
      if (!(one instanceof HTMLElement) || one === document.body) return undefined;
      const box = one.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) =>
        [0.1, 0.5, 0.9].map((y) => [box.left + box.width * x, box.top + box.height * y] as const),
      );
      const isSeen = points.some(([x, y]) => {
        const top = document.elementFromPoint(x, y);
        return top !== null && (one.contains(top) || top.contains(one));
      });
      return isSeen ? undefined : one.outerHTML.slice(0, 160);
    }
    for (let frame = 0; frame < 30 && hidden() !== undefined; frame += 1) {
      await new Promise(requestAnimationFrame);
    }
    return hidden();
  });
