import { showDrawn } from '#api/showDrawn.ts';

/**
 * A script without imports that the browser runs as soon as it has parsed the list, before it paints any of it. The
 * console, whose files are loading meanwhile, starts after the paint, which it would otherwise delay.
 */
async function start(main: string): Promise<void> {
  if (showDrawn(document, window)) await untilPainted();
  await import(/* @vite-ignore */ main);
}

/** An animation frame precedes the paint, and the next task follows it. A tab in the background paints nothing. */
async function untilPainted(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
}

void start(document.currentScript?.dataset['main'] ?? '');
