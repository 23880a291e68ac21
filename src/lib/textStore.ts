/** Stores strings by name, like a browser's local storage; it may be blocked, full or shared. */
export interface TextStore {
  /** Null if there is none, or the store cannot be read. */
  read(name: string): string | null;
  /** @returns whether the text was stored; false if the store is blocked or full */
  write(name: string, text: string): boolean;
  /**
   * Listens for changes made elsewhere, such as in another tab.
   *
   * @returns a function that removes the listener
   */
  listen(name: string, onChange: () => void): () => void;
}

/** The parts of a window that the store needs. */
interface StoringWindow {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
  addEventListener(type: 'storage', listener: (event: StorageEvent) => void): void;
  removeEventListener(type: 'storage', listener: (event: StorageEvent) => void): void;
}

/** The window's storage, for the origin or only this tab. Empty if the browser blocks it, as in some frames. */
export function browserTextStore(
  window: StoringWindow,
  area: 'localStorage' | 'sessionStorage' = 'localStorage',
): TextStore {
  return {
    read: (name) => attempt(() => window[area].getItem(name)) ?? null,
    write: (name, text) =>
      attempt(() => {
        window[area].setItem(name, text);
        return true;
      }) ?? false,
    listen(name, onChange) {
      const onStorage = ({ key }: StorageEvent) => {
        // The key is null if the entire storage was cleared.
        if (key === name || key === null) onChange();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** Even accessing the storage throws if it is blocked. */
function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
