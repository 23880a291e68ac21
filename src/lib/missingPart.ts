import { isObject } from './isObject.ts';

/** Whether a part of the console could not be loaded, for example because a deployment replaced its file. */
export function isMissingPart(error: unknown): boolean {
  // Chromium, Firefox and Safari name a missing script differently, and Vite a missing stylesheet. There is no error
  // type for it.
  return /^(TypeError: .*(dynamically imported|importing a) module|Error: Unable to preload CSS)/i.test(
    String(error),
  );
}

/** For this long after a reload, another missing part does not cause a second reload. */
const reloadIntervalMs = 60_000;

/**
 * Whether a reload may help: only if the page was not just reloaded, so that a file that is really missing does not
 * cause a loop.
 *
 * @param state the state of the page's history entry, which survives a reload
 */
export function mayReload(state: unknown, now: number): boolean {
  return !(isObject(state) && now - Number(state['reloadedAt']) < reloadIntervalMs);
}

/** Reloads the page to get the current build's files, and records the time. */
export function reload(
  page: {
    readonly history: Pick<History, 'state' | 'replaceState'>;
    readonly location: Pick<Location, 'reload'>;
  },
  now: number,
): void {
  const state: unknown = page.history.state;
  page.history.replaceState({ ...(isObject(state) && state), reloadedAt: now }, '');
  page.location.reload();
}
