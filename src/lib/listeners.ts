export type Listeners = ReturnType<typeof createListeners>;

/**
 * The listeners of a store, called after each change.
 *
 * @param hooks.onFirst called when a store gets its first listener, for example to watch a source
 * @param hooks.onNone called when the last listener is removed
 */
export function createListeners(
  hooks: { readonly onFirst?: () => void; readonly onNone?: () => void } = {},
) {
  const listeners = new Set<() => void>();
  return {
    /** @returns a function that removes the listener */
    subscribe(listener: () => void) {
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
