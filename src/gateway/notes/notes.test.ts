import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import { maxNotes } from '#contract/notes.ts';
import { connect, engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import { createNotes } from './notes.ts';

const hour = 3_600_000;
const limits = { notesMs: 24 * hour };
const { signal } = new AbortController();
const iccid = '8988228000000000001';
const id = (number: number) => `note-${String(number).padStart(20, '0')}`;
const key = { customerId: 'cid_1', id: id(1), username: 'anna' };
const first = { iccid, text: 'New SIM sent', revision: 0 };
const asked = { customerId: 'cid_1', iccids: [iccid], signal };
const [done, outdated, notOwn] = [{ kind: 'done' }, { kind: 'outdated' }, { kind: 'not own' }];

describe.each(engines)('N1, N2: notes in %s', (engine) => {
  async function open() {
    const { target, time, first: one, second: two } = await twoGateways(engine);
    const notes = createNotes(one, limits);
    const texts = async (from = notes) => (await from.list(asked)).map(({ text }) => text);
    return { target, time, one, notes, other: createNotes(two, limits), texts };
  }

  it('are stored once, however often a save is repeated', async () => {
    const { time, notes, other } = await open();
    const saved = await notes.save(key, first);
    time.advance(hour);
    expect(await other.save(key, first)).toEqual(saved);
    const at = time.now() - hour;
    const note = { ...first, id: key.id, username: 'anna', createdAt: at, changedAt: at };
    expect(await notes.list(asked)).toEqual([{ ...note, revision: 1 }]);

    const change = { ...first, text: 'Arrived', revision: 1 };
    const changed = { ...note, ...change, changedAt: time.now(), revision: 2 };
    expect(await notes.save(key, change)).toMatchObject({ kind: 'done', note: { revision: 2 } });
    time.advance(hour);
    expect(await other.save(key, change)).toEqual({ kind: 'done', note: changed });
    // The same text again is not a change.
    const same = await notes.save(key, { ...change, revision: 2 });
    expect(same).toMatchObject({ kind: 'done', note: { revision: 2 } });
  });

  it('refuse a change based on an older revision, and keep the newer text', async () => {
    const { notes, other, texts } = await open();
    await notes.save(key, first);
    await other.save(key, { ...first, text: 'In the other tab', revision: 1 });
    expect(await notes.save(key, { ...first, text: 'Here', revision: 1 })).toEqual(outdated);
    expect(await notes.remove(key, 1)).toEqual(outdated);
    expect(await texts()).toEqual(['In the other tab']);
    expect(await notes.remove(key, 2)).toMatchObject({ kind: 'done', note: { iccid } });
    // Already removed by a call whose response was lost.
    expect(await other.remove(key, 2)).toEqual({ kind: 'done', note: undefined });
    expect(await notes.save(key, { ...first, revision: 2 })).toEqual(outdated);
    expect(await texts()).toEqual([]);
  });

  it('are limited to 20,000 by one author, about whatever SIMs', async () => {
    const { one, time, notes } = await open();
    // In parts, because a slow machine needs long for all of them; together, they leave place for one.
    for (let part = 0; part < 7; part++) {
      const rows = sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2857)
        select 'cid_2', ${`${part}-`} || i, 'sim', 'anna', 'x', ${time.now()}, ${time.now()}, 1 from n`;
      await one.run((db) => sql`insert into thing_notes ${rows}`.execute(db));
    }
    expect(await notes.save(key, first)).toMatchObject(done);
    const next = { ...key, id: id(2) };
    expect(await notes.save(next, first)).toEqual({ kind: 'full' });
    expect(await notes.save({ ...next, username: 'ben' }, first)).toMatchObject(done);
  });

  it('belong to their author and customer', async () => {
    const { notes, texts } = await open();
    await notes.save(key, first);
    const ben = { ...key, username: 'ben' };
    for (const revision of [0, 1]) {
      expect(await notes.save(ben, { ...first, text: 'Not hers', revision })).toEqual(notOwn);
    }
    expect(await notes.remove(ben, 1)).toEqual(notOwn);
    // The same id is free for another customer.
    const elsewhere = { ...key, customerId: 'cid_2', username: 'ben' };
    expect(await notes.save(elsewhere, { ...first, text: 'Of cid_2' })).toMatchObject(done);
    expect(await texts()).toEqual([first.text]);
    expect(await notes.counts(asked)).toEqual([{ iccid, notes: 1 }]);
    expect(await notes.counts({ ...asked, customerId: 'cid_3' })).toEqual([]);
    expect(await notes.save(key, { ...first, iccid: '2', revision: 1 })).toEqual(outdated);
  });

  it(`are limited to ${maxNotes} for each SIM`, async () => {
    const { notes } = await open();
    for (let number = 0; number < maxNotes; number++) {
      await notes.save({ ...key, id: id(number) }, { ...first, text: `${number}` });
    }
    const full = { ...key, id: id(maxNotes) };
    expect(await notes.save(full, first)).toEqual({ kind: 'full' });
    expect(await notes.save(full, { ...first, iccid: '2' })).toMatchObject(done);
    const all = { ...asked, iccids: ['2', iccid, '3'] };
    expect(await notes.counts(all)).toEqual([
      { iccid: '2', notes: 1 },
      { iccid, notes: maxNotes },
    ]);
    expect(await notes.list(all)).toHaveLength(maxNotes + 1);
  });

  it('are hidden and removed a day after their last change, whatever the limit was before', async () => {
    const { target, time, notes, texts } = await open();
    await notes.save(key, first);
    await notes.save({ ...key, id: id(2) }, { ...first, text: 'Older' });
    time.advance(23 * hour);
    await notes.save(key, { ...first, text: 'Newer', revision: 1 });
    time.advance(hour);
    expect(await texts()).toEqual(['Newer']);
    expect(await notes.counts(asked)).toEqual([{ iccid, notes: 1 }]);
    expect(await notes.removeOld()).toBe(1);
    const off = createNotes(connect(target, time), { notesMs: 0 });
    expect([await texts(off), await off.removeOld()]).toEqual([[], 1]);
  });

  it('are erased by author or customer', async () => {
    const { notes, texts } = await open();
    for (const [number, username] of ['anna', 'anna', 'ben'].entries()) {
      await notes.save({ ...key, id: id(number), username }, { ...first, text: username });
    }
    expect(await notes.erase('username', 'anna')).toBe(2);
    expect(await texts()).toEqual(['ben']);
    expect(await notes.erase('customer_id', 'cid_1')).toBe(1);
  });
});
