import type { hydrateSignIn } from './hydrateSignIn.tsx';

interface ConsoleModule {
  readonly hydrateSignIn: typeof hydrateSignIn;
}

/**
 * The only script that the sign-in page itself asks for. The form works without it; once the form is
 * painted and the browser has nothing to do, it loads the console behind it, which takes the form over.
 */

/** A press meanwhile is taken for the same press. */
const sendingMs = 10_000;

let sentAt = Number.NEGATIVE_INFINITY;
let isTakenOver = false;

/** The browser is sending the form itself. It leaves this page, unless the navigation is stopped. */
function handleSubmit(event: Event): void {
  if (performance.now() - sentAt < sendingMs) event.preventDefault();
  else sentAt = performance.now();
}

async function untilIdle(): Promise<void> {
  // Called before the browser paints, which it does before the next task.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  await new Promise((resolve) => setTimeout(resolve));
  if (!('requestIdleCallback' in window)) return;
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }));
}

/**
 * The document names the file: with an import that the bundler knows, this script would need a second file, and
 * would not hear what is submitted before that arrives.
 */
async function importConsole(): Promise<ConsoleModule> {
  const file = document.querySelector<HTMLElement>('[data-console]')?.dataset['console'] ?? '';
  const loaded: unknown = await import(/* @vite-ignore */ new URL(file, import.meta.url).href);
  if (!isConsole(loaded)) throw new Error('The document names another script');
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
    // What was sent must not be sent again by the console. Somebody who stopped it is still on this page then.
    setTimeout(start, sendingMs - sentFor);
    return;
  }
  isTakenOver = true;
  document.removeEventListener('submit', handleSubmit);
  loaded.hydrateSignIn(root);
}

/** A console that cannot be loaded leaves a form that works. */
const start = () => void takeOver().catch(() => undefined);

document.addEventListener('submit', handleSubmit);
// Somebody came back to a page that had sent its form.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  sentAt = Number.NEGATIVE_INFINITY;
  start();
});
start();
