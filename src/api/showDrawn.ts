import { drawnId, ownLookCookie, startedAttribute } from '#contract/drawnPage.ts';
import { formatClock, formatClockSeconds, formatTime } from '#lib/format.ts';
import { isObject } from '#lib/isObject.ts';

import { readRuntimeConfig } from './runtimeConfig.ts';

export type StartedAttribute = typeof startedAttribute;

/**
 * Shows the list that the gateway rendered. The gateway knows neither the browser's time zone nor its stored
 * preferences: this script writes the times, and leaves the list to the console if it would look different.
 *
 * @returns whether the list is shown
 */
export function showDrawn(page: Document, storage: StorageAreas): boolean {
  const drawn = page.getElementById(drawnId);
  const root = page.getElementById('root');
  if (!drawn || !root) return false;
  // On a fast computer, the console may have started to render the page before the rows arrived.
  const isTaken = root.hasChildNodes() || root.hasAttribute(startedAttribute);
  if (isTaken || !looksTheSame(drawn, storage)) {
    drawn.remove();
    return false;
  }
  for (const time of drawn.querySelectorAll('time')) {
    time.textContent = formatTime(Date.parse(time.dateTime));
  }
  const now = Date.now();
  for (const element of drawn.querySelectorAll('[data-read-at]')) {
    element.textContent = element.textContent.replace(/\d+:\d+(:\d+)?/, (_, seconds?: string) =>
      (seconds === undefined ? formatClock : formatClockSeconds)(now),
    );
  }
  for (const element of drawn.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset['style'] ?? '';
    delete element.dataset['style'];
  }
  drawn.hidden = false;
  root.replaceWith(drawn);
  drawn.id = 'root';
  return true;
}

interface StorageAreas {
  readonly localStorage: Pick<Storage, 'getItem'>;
  readonly sessionStorage: Pick<Storage, 'getItem'>;
}

/** Whether the user has the default preferences and no work set, as stored by `userServices.tsx`. */
function looksTheSame(drawn: HTMLElement, storage: StorageAreas): boolean {
  const page = drawn.ownerDocument;
  const { basePath = '/' } = readRuntimeConfig(page) ?? {};
  const name = `sim-console:${basePath}`;
  try {
    // Even reading these properties throws where the browser blocks its storage, as in some portals' frames.
    const { localStorage, sessionStorage } = storage;
    const stored = localStorage.getItem(`${name}:preferences:${drawn.dataset['user']}`);
    const sections: unknown = JSON.parse(stored ?? '{}');
    const things = isObject(sections) && isObject(sections['things']) ? sections['things'] : {};
    const { columns, density = 'comfortable', startView, shortcuts = true } = things;
    const hasDefaults =
      columns === undefined &&
      density === 'comfortable' &&
      startView === undefined &&
      shortcuts === true;
    if (hasDefaults && !sessionStorage.getItem(`${name}:set`)) return true;
    page.cookie = `${ownLookCookie}=1; Path=${basePath}; Max-Age=3600; SameSite=Strict`;
    return false;
  } catch {
    // If the browser blocks its storage, the console uses the defaults. It ignores a corrupted record.
    return true;
  }
}
