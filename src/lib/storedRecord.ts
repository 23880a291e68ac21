import { isObject } from './isObject.ts';
import { createListeners } from './listeners.ts';
import type { TextStore } from './textStore.ts';

export type StoredRecord = ReturnType<typeof createStoredRecord>;

type Sections = Readonly<Record<string, unknown>>;

/**
 * A record of preferences, by section. The owner of a section validates its value, which may come from a different
 * version of the console or have been edited with browser tools. A copy is kept in memory, so that preferences last
 * until a reload if the store is blocked or full.
 */
export function createStoredRecord(store: TextStore, name: string) {
  /** As last stored; the sections may be newer. */
  let text = store.read(name);
  let sections = parse(text);
  let stopListening = () => {};
  const listeners = createListeners({
    onFirst() {
      stopListening = store.listen(name, readAgain);
      readAgain();
    },
    onNone: () => stopListening(),
  });

  function readAgain() {
    const stored = store.read(name);
    if (stored === null || stored === text) return;
    text = stored;
    sections = parse(stored);
    listeners.notify();
  }

  return {
    /** Returns the same value until it changes. */
    section: (section: string) =>
      Object.hasOwn(sections, section) ? sections[section] : undefined,
    /** Changes one section; other sections keep their stored values, even from a different version. */
    setSection(section: string, change: (now: unknown) => unknown) {
      // Another tab may have stored something in the meantime.
      readAgain();
      sections = { ...sections, [section]: change(sections[section]) };
      const changed = JSON.stringify(sections);
      if (store.write(name, changed)) text = changed;
      listeners.notify();
    },
    subscribe: listeners.subscribe,
  };
}

function parse(text: string | null): Sections {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
