import { describe, expect, it } from 'vitest';

import { createSessionRecords } from '#lib/sessionRecords.ts';
import type { TextStore } from '#lib/textStore.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';

import { readThing } from '../things.ts';
import type { ChosenThing } from './entries.ts';
import { createWorkSet, maxWorkSet, type WorkSet } from './workSet.ts';

const sandboxRecords = createSandbox({ things: 40 }).state.things();

function sim(index: number, more: Partial<ChosenThing> = {}, field: object = {}): ChosenThing {
  const raw = { ...sandboxRecords[index % sandboxRecords.length], ...field };
  const iccid = String(8_949_000_000_000_000_000n + BigInt(index));
  const thing = readThing({ ...raw, ExternalUniqueId: iccid });
  if (!thing) throw new Error('The sandbox’s record cannot be read');
  return { thing, readAt: 1_000, requestId: 'req_1', addedFrom: 'Things', ...more };
}

const iccids = (set: WorkSet) => set.getSnapshot().entries.map(({ iccid }) => iccid.slice(-2));
const open = (store: TextStore) => createWorkSet(createSessionRecords(store, 'set', 'ann'));

/** A store with little space, like a browser's storage that is nearly full. */
function smallStore(room: number): TextStore {
  const store = memoryTextStore();
  return { ...store, write: (name, text) => text.length <= room && store.write(name, text) };
}

describe('L1, L2: the work set', () => {
  it('keeps insertion order, without duplicates', () => {
    const set = open(memoryTextStore());
    expect(set.add([sim(3), sim(1)])).toEqual({ added: 2, known: 0, leftOut: 0 });
    expect(set.add([sim(2), sim(3)])).toEqual({ added: 1, known: 1, leftOut: 0 });
    expect(iccids(set)).toEqual(['03', '01', '02']);
  });

  it('accepts ICCIDs without a record, and keeps the records that it has', () => {
    const set = open(memoryTextStore());
    set.add([sim(1)]);
    const bare = [1, 2].map((index) => ({
      iccid: sim(index).thing.ExternalUniqueId,
      addedFrom: 'Fleet',
    }));
    expect(set.add(bare)).toEqual({ added: 1, known: 1, leftOut: 0 });
    const [first, second] = set.getSnapshot().entries;
    expect([first?.read?.readAt, first?.addedFrom]).toEqual([1_000, 'Things']);
    expect([second?.read, second?.addedFrom]).toEqual([undefined, 'Fleet']);
    // A record is stored even if it is read later.
    expect(set.add([sim(2)])).toEqual({ added: 0, known: 1, leftOut: 0 });
    expect(set.getSnapshot().entries[1]?.read?.readAt).toBe(1_000);
  });

  it('takes the newer record of a SIM that is added again, and keeps its origin', () => {
    const set = open(memoryTextStore());
    set.add([sim(1, { addedFrom: 'Things: State ACTIVE' }, { State: 'ACTIVE' })]);
    set.add([sim(1, { readAt: 2_000, addedFrom: 'Find many' }, { State: 'SUSPENDED' })]);
    set.add([sim(1, { readAt: 500 }, { State: 'RETIRED' })]);
    const [entry] = set.getSnapshot().entries;
    expect(entry?.read?.thing.State).toBe('SUSPENDED');
    expect(entry?.addedFrom).toBe('Things: State ACTIVE');
  });

  it('holds 5,000 SIMs, and says how many did not fit', () => {
    const set = open(memoryTextStore());
    const many = Array.from({ length: maxWorkSet + 3 }, (_, index) => sim(index));
    expect(set.add(many)).toEqual({ added: 5_000, known: 0, leftOut: 3 });
    expect(set.getSnapshot().entries).toHaveLength(5_000);
  });

  it('keeps the old record of a SIM that is no longer listed, until it is listed again', () => {
    const set = open(memoryTextStore());
    set.add([sim(1)]);
    const iccid = sim(1).thing.ExternalUniqueId;
    set.update([{ iccid, at: 9_000, read: undefined }]);
    expect(set.getSnapshot().entries[0]).toMatchObject({
      notFoundAt: 9_000,
      read: { readAt: 1_000 },
    });
    set.update([{ iccid, at: 9_500, read: sim(1, { readAt: 9_500 }) }]);
    expect(set.getSnapshot().entries[0]?.notFoundAt).toBeUndefined();
  });

  it('does not bring back SIMs that were removed while they were being read again', () => {
    const set = open(memoryTextStore());
    set.add([sim(1), sim(2)]);
    const iccid = sim(1).thing.ExternalUniqueId;
    set.remove(new Set([iccid]));
    set.update([{ iccid, at: 2_000, read: sim(1, { readAt: 2_000 }) }]);
    expect(iccids(set)).toEqual(['02']);
  });

  it('is restored in order by Undo, followed by SIMs added since', () => {
    const set = open(memoryTextStore());
    set.add([sim(1), sim(2), sim(3)]);
    const before = set.getSnapshot().entries;
    set.clear();
    set.add([sim(4), sim(2)]);
    set.restore(before);
    expect(iccids(set)).toEqual(['01', '02', '03', '04']);
  });
});

describe('a work set over a page reload', () => {
  it('is the same, down to every field of each record', () => {
    const store = memoryTextStore();
    const set = open(store);
    const odd = { 'a.b': 1, nothing: null, 'c,d': ['x'] };
    set.add([sim(1, { requestId: 'req_7' }, odd), sim(2), sim(3, { addedFrom: 'Find many' })]);
    set.update([{ iccid: sim(2).thing.ExternalUniqueId, at: 5_000, read: undefined }]);
    const plain = (one: WorkSet): unknown => JSON.parse(JSON.stringify(one.getSnapshot().entries));
    expect(plain(open(store))).toEqual(plain(set));
    expect(set.getSnapshot().kept).toBe('everything');
  });

  it('L2: leaves room for form input: no records are stored beyond four million characters', () => {
    const store = memoryTextStore();
    const set = open(store);
    const long = { ThingDescription: 'x'.repeat(999_000) };
    set.add([sim(1, {}, long), sim(2, {}, long), sim(3, {}, long), sim(4, {}, long)]);
    expect(set.getSnapshot().kept).toBe('everything');
    set.add([sim(5, {}, long)]);
    expect(set.getSnapshot().kept).toBe('iccids');
    expect(store.read('set')?.length).toBeLessThan(1_000);
  });

  it('keeps the ICCIDs if the records do not fit, and says so', () => {
    const store = smallStore(4_000);
    const set = open(store);
    set.add([sim(1), sim(2), sim(3), sim(4), sim(5), sim(6)]);
    expect(set.getSnapshot()).toMatchObject({ kept: 'iccids' });
    expect(set.getSnapshot().entries[0]?.read).toBeDefined();
    const reloaded = open(store);
    expect(iccids(reloaded)).toEqual(['01', '02', '03', '04', '05', '06']);
    expect(reloaded.getSnapshot().entries[0]?.read).toBeUndefined();
  });

  it('says that nothing is kept if the storage is full, and does not bring back an older set', () => {
    const full = { isFull: false };
    const store = memoryTextStore();
    const filling: TextStore = {
      ...store,
      write: (name, text) => (full.isFull && text !== '' ? false : store.write(name, text)),
    };
    const set = open(filling);
    set.add([sim(1)]);
    full.isFull = true;
    set.add([sim(2)]);
    expect(set.getSnapshot().kept).toBe('nothing');
    expect([iccids(set), iccids(open(filling))]).toEqual([['01', '02'], []]);
  });

  it('fits into a browser’s five million characters with 5,000 SIMs', () => {
    const set = open(smallStore(5_000_000));
    set.add(Array.from({ length: maxWorkSet }, (_, index) => sim(index)));
    expect(set.getSnapshot().kept).toBe('everything');
  });

  it('ignores data stored in a different format', () => {
    const store = memoryTextStore();
    createSessionRecords(store, 'set', 'ann').keep('set', { entries: [{ iccid: 5 }], texts: 'x' });
    expect(iccids(open(store))).toEqual([]);
  });
});
