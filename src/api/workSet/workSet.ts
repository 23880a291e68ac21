import { createListeners } from '#lib/listeners.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import type { ChosenIccid, ChosenThing, ReadThing, WorkSetEntry } from './entries.ts';
import { packSet, unpackSet } from './storedSet.ts';

/** The result of reading one SIM again: undefined if the service no longer lists it. */
export interface Reading {
  readonly iccid: string;
  readonly at: number;
  readonly read: ReadThing | undefined;
}

/** What survives a page reload: everything, the ICCIDs without their records, or nothing. */
export type Kept = 'everything' | 'iccids' | 'nothing';

export interface WorkSetState {
  /** In the order in which they were added. */
  readonly entries: readonly WorkSetEntry[];
  readonly kept: Kept;
}

export interface Added {
  readonly added: number;
  /** How many were already in the set; they now have the newer records. */
  readonly known: number;
  /** How many did not fit. */
  readonly leftOut: number;
}

/** The maximum size of a work set. */
export const maxWorkSet = 5_000;

export type WorkSet = ReturnType<typeof createWorkSet>;

const recordName = 'set';

/**
 * A frozen list of SIMs. Actions use the listed ICCIDs, and never run a query again.
 *
 * @param records keeps the set in this tab until the user signs out
 */
export function createWorkSet(records: SessionRecords) {
  let entries: ReadonlyMap<string, WorkSetEntry> = byIccid(unpackSet(records.read(recordName)));
  let state: WorkSetState = { entries: [...entries.values()], kept: 'everything' };
  const listeners = createListeners();

  function change(next: ReadonlyMap<string, WorkSetEntry>) {
    entries = next;
    const list = [...next.values()];
    state = { entries: list, kept: keep(list) };
    listeners.notify();
  }

  /** If the storage is full, at least the ICCIDs are kept: their records can be read again. */
  function keep(list: readonly WorkSetEntry[]): Kept {
    if (list.length > 0) {
      const whole = packSet(list);
      if (whole && records.keep(recordName, whole)) return 'everything';
      const iccids = packSet(list.map((entry) => ({ ...entry, read: undefined })));
      if (records.keep(recordName, iccids)) return 'iccids';
    }
    // Also removes an older set, which must not come back on the next reload.
    records.drop(recordName);
    return list.length > 0 ? 'nothing' : 'everything';
  }

  return {
    getSnapshot: () => state,
    subscribe: listeners.subscribe,
    add(chosen: readonly (ChosenThing | ChosenIccid)[]): Added {
      const next = new Map(entries);
      let known = 0;
      let leftOut = 0;
      for (const entry of chosen.map(entryOf)) {
        const { iccid, read } = entry;
        const before = next.get(iccid);
        if (before) {
          known++;
          if (read && (before.read?.readAt ?? 0) < read.readAt)
            next.set(iccid, { ...before, ...found(read) });
        } else if (next.size >= maxWorkSet) leftOut++;
        else next.set(iccid, entry);
      }
      const added = next.size - entries.size;
      change(next);
      return { added, known, leftOut };
    },
    /** Stores records that were read again. SIMs removed in the meantime stay removed. */
    update(readings: readonly Reading[]) {
      const next = new Map(entries);
      for (const { iccid, at, read } of readings) {
        const before = next.get(iccid);
        if (before) next.set(iccid, { ...before, ...(read ? found(read) : { notFoundAt: at }) });
      }
      change(next);
    },
    remove(iccids: ReadonlySet<string>) {
      change(byIccid(state.entries.filter(({ iccid }) => !iccids.has(iccid))));
    },
    clear: () => change(new Map()),
    /** Puts entries back in order, for Undo; SIMs added since stay, after them. */
    restore(before: readonly WorkSetEntry[]) {
      const present = before.map((entry) => entries.get(entry.iccid) ?? entry);
      change(byIccid([...present, ...state.entries].slice(0, maxWorkSet)));
    },
  };
}

function entryOf(chosen: ChosenThing | ChosenIccid): WorkSetEntry {
  if (!('thing' in chosen)) return { ...chosen, read: undefined };
  const { addedFrom, ...read } = chosen;
  return { iccid: read.thing.ExternalUniqueId, addedFrom, ...found(read) };
}

function found(read: ReadThing): Pick<WorkSetEntry, 'read' | 'notFoundAt'> {
  return { read, notFoundAt: undefined };
}

/** Of two entries with the same ICCID, the first keeps its position. */
function byIccid(list: readonly WorkSetEntry[]): ReadonlyMap<string, WorkSetEntry> {
  const map = new Map<string, WorkSetEntry>();
  for (const entry of list) if (!map.has(entry.iccid)) map.set(entry.iccid, entry);
  return map;
}
