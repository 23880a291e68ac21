import { useEffect } from 'react';

/** The forms on the page with unsaved changes. */
const forms = new Set<symbol>();
const listeners = new Set<() => void>();

/** Reports that this form has unsaved changes to subscribers, such as an embedding portal. */
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

/** @returns removes the listener */
export function subscribeUnsavedChanges(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  for (const listener of listeners) listener();
}
