/** A place that keeps texts by name, such as a browser's local storage; it may be closed, full or shared. */
export interface TextStore {
  /** Null where there is none, or where the place does not let itself be read. */
  read(name: string): string | null;
  /** A place that is closed or full keeps nothing, and says nothing. */
  write(name: string, text: string): void;
  /**
   * Hears of changes that others made, such as another tab.
   *
   * @returns takes the listener away
   */
  listen(name: string, hear: () => void): () => void;
}

/** As much of a window as it takes. */
interface StoringWindow {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  addEventListener(type: 'storage', listener: (event: StorageEvent) => void): void;
  removeEventListener(type: 'storage', listener: (event: StorageEvent) => void): void;
}

/**
 * What the window keeps, for all tabs of the origin or for this one; empty where the browser blocks it,
 * as in some frames.
 */
export function browserTextStore(
  window: StoringWindow,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): TextStore {
  return {
    read: (name) => attempt(() => window[area].getItem(name)) ?? null,
    write(name, text) {
      attempt(() => window[area].setItem(name, text));
    },
    listen(name, hear) {
      const onStorage = ({ key }: StorageEvent) => {
        // Without a key where everything was cleared.
        if (key === name || key === null) hear();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** Texts in memory: for tests, which can be two tabs on one of them. */
export function memoryTextStore(): TextStore {
  const texts = new Map<string, string>();
  const hearers = new Map<string, Set<() => void>>();
  return {
    read: (name) => texts.get(name) ?? null,
    write(name, text) {
      texts.set(name, text);
      for (const hear of hearers.get(name) ?? []) hear();
    },
    listen(name, hear) {
      const all = hearers.get(name) ?? new Set();
      hearers.set(name, all.add(hear));
      return () => all.delete(hear);
    },
  };
}

/** Even naming the storage throws where it is blocked. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
