import { showDrawn } from '#api/showDrawn.ts';

/**
 * A script without imports that the browser runs as soon as it has parsed the list, before it paints any of it. The
 * console, whose files are loading meanwhile, starts after the paint, which it would otherwise delay.
 */
async function start(main: string): Promise<void> {
  try {
    if (showDrawn(document, window)) await untilPainted();
  } finally {
    // Whatever happens to the list, the console renders its page.
    await import(/* @vite-ignore */ main);
  }
}

/** Longer than a paint takes. A tab in the background, or covered by another window, may paint nothing for hours. */
const longestPaintMs = 300;

/** An animation frame precedes the paint, and the next task follows it. */
async function untilPainted(): Promise<void> {
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, document.visibilityState === 'hidden' ? 0 : longestPaintMs);
  });
}

void start(document.currentScript?.dataset['main'] ?? '');
