import { useEffect } from 'react';

/** Forms on the page that hold something typed and not saved: one fact of the whole page. */
const forms = new Set<symbol>();
const listeners = new Set<() => void>();

/** Tells whoever is around the page, such as a portal, that this form holds unsaved changes. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const form = Symbol('form');
    forms.add(form);
    announce();
    return () => {
      forms.delete(form);
      announce();
    };
  }, [isUnsaved]);
}

export function hasUnsavedChanges(): boolean {
  return forms.size > 0;
}

/** @returns takes the listener away */
export function subscribeUnsavedChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
