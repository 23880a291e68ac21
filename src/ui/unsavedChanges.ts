import { useEffect } from 'react';

import { createListeners } from '#lib/listeners.ts';

/** The forms on the page with unsaved changes. */
const forms = new Set<symbol>();
const listeners = createListeners();

/** Reports to subscribers, such as an embedding portal, that this form has unsaved changes. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const form = Symbol('form');
    forms.add(form);
    listeners.notify();
    return () => {
      forms.delete(form);
      listeners.notify();
    };
  }, [isUnsaved]);
}

export function hasUnsavedChanges(): boolean {
  return forms.size > 0;
}

/** @returns a function that removes the listener */
export const subscribeUnsavedChanges = listeners.subscribe;
