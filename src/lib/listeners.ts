/** The listeners of a store, called after each change. */
export interface Listeners {
  /** @returns removes the listener */
  subscribe(listener: () => void): () => void;
  notify(): void;
}

/**
 * @param hooks.onFirst called when a store gets its first listener, for example to watch a source
 * @param hooks.onNone called when the last listener is removed
 */
export function createListeners(
  hooks: { readonly onFirst?: () => void; readonly onNone?: () => void } = {},
): Listeners {
  const listeners = new Set<() => void>();
  return {
    subscribe(listener) {
      if (listeners.size === 0) hooks.onFirst?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) hooks.onNone?.();
      };
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
