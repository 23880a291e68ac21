import * as z from 'zod/mini';

import { readThing, type ThingRecord } from '../things.ts';
import type { ReadThing, WorkSetEntry } from './entries.ts';

/**
 * The stored form of a work set. Field names and repeated strings are written only once: 5,000 records with all their
 * names would exceed the five million characters of a browser's session storage.
 */
const storedSet = z.object({
  /** Field names: one list for all records with the same names. */
  shapes: z.array(z.readonly(z.array(z.string()))),
  texts: z.readonly(z.array(z.string())),
  entries: z.array(z.unknown()),
});

const storedEntry = z.object({
  iccid: z.string().check(z.minLength(1)),
  /** Indexes of `texts`. */
  from: z.int(),
  request: z.optional(z.int()),
  readAt: z.optional(z.number()),
  notFoundAt: z.optional(z.number()),
  /** Index of `shapes`, and the values of its fields. */
  shape: z.optional(z.int()),
  values: z.optional(z.readonly(z.array(z.unknown()))),
});
type StoredEntry = z.infer<typeof storedEntry>;

/** In characters. The remaining storage is for form input. */
const maxLength = 4_000_000;

/** Undefined if the records would take too much space. */
export function packSet(
  entries: readonly WorkSetEntry[],
): Readonly<z.infer<typeof storedSet>> | undefined {
  const shapes = createTable<readonly string[]>();
  const texts = createTable<string>();
  let total = 0;
  const stored = entries.map(({ iccid, addedFrom, notFoundAt, read }): StoredEntry => {
    const entry = {
      iccid,
      from: texts.indexOf(addedFrom),
      ...(notFoundAt !== undefined && { notFoundAt }),
    };
    if (!read) return entry;
    const { names, key, values, length } = packedRecord(read);
    total += length;
    return {
      ...entry,
      request: texts.indexOf(read.requestId),
      readAt: read.readAt,
      shape: shapes.indexOf(names, key),
      values,
    };
  });
  if (total > maxLength) return undefined;
  return { shapes: shapes.items, texts: texts.items, entries: stored };
}

/** The readable entries; others may come from a different version of the console. */
export function unpackSet(stored: unknown): readonly WorkSetEntry[] {
  const { data } = storedSet.safeParse(stored);
  if (!data) return [];
  return data.entries.flatMap((item) => {
    const entry = storedEntry.safeParse(item).data;
    const addedFrom = entry && data.texts[entry.from];
    return entry && addedFrom !== undefined ? [unpackEntry(entry, addedFrom, data)] : [];
  });
}

function unpackEntry(
  { iccid, notFoundAt, request, readAt, shape, values = [] }: StoredEntry,
  addedFrom: string,
  { shapes, texts }: z.infer<typeof storedSet>,
): WorkSetEntry {
  const requestId = texts[request ?? -1];
  const names = shapes[shape ?? -1];
  const entry = { iccid, addedFrom, notFoundAt };
  if (!names || requestId === undefined || readAt === undefined) {
    return { ...entry, read: undefined };
  }
  let thing: ThingRecord | undefined;
  const read: ReadThing = {
    readAt,
    requestId,
    /** Read on demand: reading 5,000 records at once would block the page. */
    get thing() {
      if (!thing) {
        const raw = Object.fromEntries(names.map((name, index) => [name, values[index]]));
        thing = readThing(raw) ?? { ExternalUniqueId: iccid, raw };
      }
      return thing;
    },
  };
  packedRecords.set(read, packed(names, values));
  return { ...entry, read };
}

interface PackedRecord {
  readonly names: readonly string[];
  /** A key for the names. */
  readonly key: string;
  readonly values: readonly unknown[];
  readonly length: number;
}

/** Packs each record once, although the set is written with every change. */
const packedRecords = new WeakMap<ReadThing, PackedRecord>();

function packedRecord(read: ReadThing): PackedRecord {
  const known = packedRecords.get(read);
  if (known) return known;
  const { raw } = read.thing;
  const record = packed(Object.keys(raw), Object.values(raw));
  packedRecords.set(read, record);
  return record;
}

function packed(names: readonly string[], values: readonly unknown[]): PackedRecord {
  return { names, key: JSON.stringify(names), values, length: JSON.stringify(values).length };
}

/** Numbers distinct items in order of appearance. */
function createTable<T>() {
  const indexes = new Map<string, number>();
  const items: T[] = [];
  return {
    items,
    indexOf(item: T, key = String(item)): number {
      const known = indexes.get(key);
      if (known !== undefined) return known;
      indexes.set(key, items.length);
      return items.push(item) - 1;
    },
  };
}
