import type { TextStore } from './textStore.ts';

/**
 * One record of preferences, by section. What a section holds is checked by whoever owns it: the record
 * may come from another version of the console, or from anybody who opened the browser's tools.
 */
export interface StoredRecord {
  /** The same value until it changes. */
  section(name: string): unknown;
  /** Replaces one section; the others stay as they are stored by now, also those of other versions. */
  setSection(name: string, value: unknown): void;
  /** @returns takes the listener away */
  subscribe(listener: () => void): () => void;
}

type Sections = Readonly<Record<string, unknown>>;

/** Reads once and keeps a copy, so that a storage that is blocked or full still remembers until a reload. */
export function createStoredRecord(store: TextStore, name: string): StoredRecord {
  const listeners = new Set<() => void>();
  let text = store.read(name);
  let sections = parse(text);
  let stop: (() => void) | undefined;

  function readAgain() {
    const stored = store.read(name);
    if (stored === null || stored === text) return;
    text = stored;
    sections = parse(stored);
    for (const listener of listeners) listener();
  }

  return {
    section: (section) => (Object.hasOwn(sections, section) ? sections[section] : undefined),
    setSection(section, value) {
      // Another tab may have stored meanwhile.
      const stored = store.read(name);
      const others = stored === null || stored === text ? sections : parse(stored);
      sections = { ...others, [section]: value };
      text = JSON.stringify(sections);
      store.write(name, text);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      stop ??= store.listen(name, readAgain);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
  };
}

function parse(text: string | null): Sections {
  if (text === null) return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}
