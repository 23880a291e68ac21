import type { hydrateSignIn } from './hydrateSignIn.tsx';

interface ConsoleModule {
  readonly hydrateSignIn: typeof hydrateSignIn;
}

/**
 * The only script that the sign-in page itself requests. The form works without it. Once the form is painted and the
 * browser is idle, the script loads the console, which takes over the form.
 */

/** A second submit within this time counts as a repeat of the first. */
const sendingMs = 10_000;

let sentAt = Number.NEGATIVE_INFINITY;
let isTakenOver = false;

/** The browser itself submits the form, which leaves this page unless the user stops the navigation. */
function handleSubmit(event: Event): void {
  if (performance.now() - sentAt < sendingMs) event.preventDefault();
  else sentAt = performance.now();
}

async function untilIdle(): Promise<void> {
  // An animation frame precedes the paint, and the next task follows it.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  if (!('requestIdleCallback' in window)) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
}

/**
 * The document names the file. If the bundler resolved the import, this script would need a second file, and would miss
 * any submit before that file arrives.
 */
async function importConsole(): Promise<ConsoleModule> {
  const file = document.querySelector<HTMLElement>('[data-console]')?.dataset['console'] ?? '';
  const loaded: unknown = await import(/* @vite-ignore */ new URL(file, import.meta.url).href);
  if (!isConsole(loaded)) throw new Error('The script named in the document is not the console');
  return loaded;
}

function isConsole(module: unknown): module is ConsoleModule {
  return typeof module === 'object' && module !== null && 'hydrateSignIn' in module;
}

async function takeOver(): Promise<void> {
  await untilIdle();
  const loaded = await importConsole();
  const root = document.getElementById('root');
  if (!root || isTakenOver) return;
  const sentFor = performance.now() - sentAt;
  if (sentFor < sendingMs) {
    // The console must not send the form again. If the page is still here after this, the user stopped the navigation.
    setTimeout(start, sendingMs - sentFor);
    return;
  }
  isTakenOver = true;
  document.removeEventListener('submit', handleSubmit);
  loaded.hydrateSignIn(root);
}

/** If the console cannot be loaded, the form still works. */
const start = () => void takeOver().catch(() => undefined);

document.addEventListener('submit', handleSubmit);
// The user has come back to a page that had already sent its form.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  sentAt = Number.NEGATIVE_INFINITY;
  start();
});
start();
