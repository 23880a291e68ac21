/** Measures inside the page, so that the figures exclude the test program's own time. */
export interface PageBench {
  /** From the navigation to the frame that shows the first row, in milliseconds. */
  readonly firstRow: Promise<number>;
  /** Like firstRow, for the sign-in page's form, with the requests sent until then. */
  readonly signInForm: () => Promise<{ readonly ms: number; readonly requests: number }>;
  /** Called before an action: the next click or Enter key starts the measurement. */
  arm(): void;
  /** From that event to the frame that shows a different first row, in milliseconds. */
  readonly changed: () => Promise<number>;
  /** Durations of later events, up to the frame that shows the effect, in ms; browsers omit short events. */
  events(): readonly { readonly name: string; readonly ms: number }[];
  /** The total by which tasks between that event and the first row each exceed 50 ms, in milliseconds. */
  blocking(): number;
  /** The page's size, in elements and bytes of script. */
  size(): { readonly elements: number; readonly scriptBytes: number };
  /** Durations of tasks above 50 ms. */
  longTasks(): readonly number[];
}

declare global {
  interface Window {
    bench: PageBench;
  }
  interface PerformanceObserverInit {
    durationThreshold?: number;
  }
}

/** Runs in the page, before any of its scripts. */
export function installPageBench(): void {
  const timeoutMs = 30_000;
  const rowText = () => {
    const row = document.querySelector('table[aria-label="Things"] tbody tr');
    // The console's rows start with a checkbox.
    if (row?.checkVisibility() !== true) return '';
    return (row.querySelector('th') ?? row.firstElementChild)?.textContent ?? '';
  };
  const whenShown = async (isReached: () => boolean) => {
    await new Promise<void>((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new Error('The element did not appear')), timeoutMs);
      const observer = new MutationObserver(() => {
        if (!isReached()) return;
        observer.disconnect();
        // Otherwise, the timer would keep what this measurement refers to in memory.
        clearTimeout(tooLate);
        resolve();
      });
      if (isReached()) resolve();
      else
        observer.observe(document, {
          childList: true,
          subtree: true,
          characterData: true,
          attributes: true,
        });
    });
    // The frame is painted between its callback and the next task.
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now();
  };

  let pressedAt: number | undefined;
  let changed: Promise<number> | undefined;
  const onPress = (event: Event) => {
    const isPress =
      event.type === 'click' || (event instanceof KeyboardEvent && event.key === 'Enter');
    if (isPress && event.isTrusted) pressedAt ??= event.timeStamp;
  };
  for (const type of ['click', 'keydown']) addEventListener(type, onPress, { capture: true });

  let events: { name: string; ms: number }[] = [];
  const longTasks: PerformanceEntry[] = [];
  let changedAt = Number.POSITIVE_INFINITY;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming)) continue;
      events.push({ name: entry.name, ms: entry.duration });
    }
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 });
  new PerformanceObserver((list) => {
    longTasks.push(...list.getEntries());
  }).observe({ type: 'longtask', buffered: true });

  const hasForm = () =>
    document.querySelector<HTMLElement>('input[name="password"]')?.checkVisibility() === true;
  const formShown = location.pathname.endsWith('/sign-in') ? whenShown(hasForm) : undefined;

  window.bench = {
    async signInForm() {
      const at = (await formShown) ?? Number.NaN;
      const sent = performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime <= at);
      // The entries do not include the document.
      return { ms: at, requests: sent.length + 1 };
    },
    firstRow: whenShown(() => /^\s*\d{16}/.test(rowText())),
    arm() {
      const before = rowText();
      pressedAt = undefined;
      events = [];
      changedAt = Number.POSITIVE_INFINITY;
      changed = whenShown(() => rowText() !== before && rowText() !== '');
    },
    async changed() {
      changedAt = (await changed) ?? Number.NaN;
      return changedAt - (pressedAt ?? Number.NaN);
    },
    events: () => events,
    blocking: () =>
      longTasks
        .filter(({ startTime }) => startTime >= (pressedAt ?? 0) && startTime < changedAt)
        .reduce((sum, { duration }) => sum + duration - 50, 0),
    size() {
      const scripts = performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd > 0);
      return {
        elements: document.querySelectorAll('*').length,
        scriptBytes: scripts.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
      };
    },
    longTasks: () => longTasks.map(({ duration }) => duration),
  };
}
