import type { TextStore } from './textStore.ts';

/** What is kept of a person's work, by name. It holds the service's data, so it goes with the session. */
export interface SessionRecords {
  /** Undefined where nothing is kept. What is there is checked by its reader. */
  read(name: string): unknown;
  keep(name: string, value: unknown): void;
  drop(name: string): void;
  /** Removes everything, for good: what a late save still wants to keep afterwards is not kept. */
  clear(): void;
}

/** Where the pages of one session keep a person's work until they sign out. */
export interface WorkStorage {
  /** What was typed and not saved: this tab's alone. */
  readonly drafts: SessionRecords;
  /** What was done from this browser: all its tabs'. */
  readonly notes: SessionRecords;
}

type Records = ReadonlyMap<string, unknown>;

/**
 * Records of one owner in a store. Records that another owner left there are removed at once and never
 * read. A store that is blocked or full keeps nothing beyond this page.
 *
 * @param owner anything that is the same for the same person alone
 */
export function createSessionRecords(
  store: TextStore,
  name: string,
  owner: string,
): SessionRecords {
  let own: Records = new Map();
  let isOver = false;
  if (parse(store.read(name), owner) === undefined) store.write(name, '');

  function load(): Records {
    const text = store.read(name);
    // Null where the store does not let itself be read.
    return text === null ? own : (parse(text, owner) ?? new Map());
  }

  function save(records: Records) {
    if (isOver) return;
    own = records;
    store.write(name, records.size === 0 ? '' : JSON.stringify({ owner, records: [...records] }));
  }

  return {
    read: (record) => load().get(record),
    keep: (record, value) => save(new Map(load()).set(record, value)),
    drop(record) {
      const records = new Map(load());
      if (records.delete(record)) save(records);
    },
    clear() {
      const text = store.read(name);
      // What another owner has kept there since is not ours to remove.
      if (text === null || parse(text, owner)) save(new Map());
      isOver = true;
    },
  };
}

/** Undefined where the text does not hold records of this owner. */
function parse(text: string | null, owner: string): Records | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    if (typeof value !== 'object' || value === null) return undefined;
    if (!('owner' in value) || value.owner !== owner) return undefined;
    if (!('records' in value) || !Array.isArray(value.records)) return undefined;
    return new Map(value.records.filter(isEntry));
  } catch {
    return undefined;
  }
}

function isEntry(entry: unknown): entry is [string, unknown] {
  return Array.isArray(entry) && typeof entry[0] === 'string';
}
