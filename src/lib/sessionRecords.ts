import { isObject } from './isObject.ts';
import type { TextStore } from './textStore.ts';

export type SessionRecords = ReturnType<typeof createSessionRecords>;

/** Stores for the user's work until they sign out. */
export interface WorkStorage {
  /** Unsaved input of this tab. */
  readonly drafts: SessionRecords;
  /** The user's actions in this browser, shared by all tabs. */
  readonly notes: SessionRecords;
  /** The SIMs in this tab's work set. */
  readonly workSet: SessionRecords;
}

type Records = ReadonlyMap<string, unknown>;

/**
 * A user's work, by name. It contains data from the service, so it is removed with the session. Another owner's records
 * are removed immediately and never returned. If the store is blocked or full, records last until the user leaves the
 * page.
 *
 * @param owner a string that identifies the user
 */
export function createSessionRecords(store: TextStore, name: string, owner: string) {
  let own: Records = new Map();
  /** The text of `own`: parsing large records again on each change would take too long. */
  let ownText: string | undefined;
  /** Whether the store has the latest value. A full store still has an older value. */
  let isStored = true;
  let isOver = false;
  const before = store.read(name);
  const present = parse(before, owner);
  if (present && before !== null) {
    own = present;
    ownText = before;
  } else store.write(name, '');

  function load(): Records {
    const text = isStored ? store.read(name) : null;
    // Null if the store cannot be read.
    if (text === null || text === ownText) return own;
    own = parse(text, owner) ?? new Map();
    ownText = text;
    return own;
  }

  function save(records: Records): boolean {
    if (isOver) return false;
    own = records;
    const text = records.size === 0 ? '' : JSON.stringify({ owner, records: [...records] });
    isStored = store.write(name, text);
    ownText = text;
    return isStored;
  }

  return {
    /** Undefined if there is none. The caller validates the value. */
    read: (record: string) => load().get(record),
    names: (): readonly string[] => [...load().keys()],
    /** @returns whether it survives a reload; false if the store is blocked or full */
    keep: (record: string, value: unknown) => save(new Map(load()).set(record, value)),
    drop(record: string) {
      const records = new Map(load());
      if (records.delete(record)) save(records);
    },
    /** Removes everything permanently: later calls to `keep`, for example from a late save, have no effect. */
    clear() {
      const text = store.read(name);
      // Records that another owner has stored since then are kept.
      if (text === null || parse(text, owner)) save(new Map());
      isOver = true;
    },
  };
}

/** Undefined if the text does not contain records of this owner. */
function parse(text: string | null, owner: string): Records | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (!isObject(value) || value['owner'] !== owner || !Array.isArray(value['records'])) {
      return undefined;
    }
    return new Map(value['records'].filter(isEntry));
  } catch {
    return undefined;
  }
}

function isEntry(entry: unknown): entry is [string, unknown] {
  return Array.isArray(entry) && typeof entry[0] === 'string';
}
