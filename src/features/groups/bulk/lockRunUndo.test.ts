import { describe, expect, it } from 'vitest';

import { storedBody } from '#testing/fixtures/groupBody.ts';
import { put } from '#testing/fixtures/groupSaves.ts';
import { openLockRun } from '#testing/fixtures/openLockRun.ts';

import { formerChoice } from './runRow.ts';

describe('Undo', () => {
  it('restores exactly the previous values, after a confirmation', async () => {
    const { sandbox, run, idOf, rowAt, labels, sent } = await openLockRun();
    const id = idOf('Parcel Vans');
    const before = { ...sandbox.state.group(id) };
    await run.start();
    await run.undo(id);
    expect(run.getSnapshot().rows[1]).toMatchObject({ isUndo: false });
    expect(sent()).toBe(3);
    await run.confirmUndo(id);
    expect(sandbox.state.puts().at(-1)?.body).toEqual(storedBody(before));
    expect(labels()).toEqual(['Saved', 'Undone', 'Saved']);
    expect(formerChoice(rowAt(1))).toBe(undefined);
  });

  it('that is refused can be tried again, and stores the same values', async () => {
    const { sandbox, run, idOf, labels } = await openLockRun();
    const id = idOf('Parcel Vans');
    await run.start();
    sandbox.faults.add({ route: put, status: 403 });
    await run.undo(id);
    await run.confirmUndo(id);
    expect(labels()[1]).toBe('Undo: Refused');
    await run.undo(id);
    await run.confirmUndo(id);
    expect(labels()[1]).toBe('Undone');
    expect(sandbox.state.group(id)).toMatchObject({ lockMasterImei: false, imeiPrefix: '' });
  });

  it('that is dismissed leaves the row as it was', async () => {
    const { run, idOf, rowAt, labels } = await openLockRun();
    const id = idOf('Parcel Vans');
    await run.start();
    await run.undo(id);
    run.dismissUndo(id);
    expect(labels()[1]).toBe('Saved');
    expect(formerChoice(rowAt(1))).toMatchObject({ LockMasterImei: false });
  });

  it('sets only the lock, and so keeps a name that another user has stored since the change', async () => {
    const { sandbox, run, idOf, rowAt, labels } = await openLockRun();
    const id = idOf('Scooter Sharing');
    const end = run.subscribe(() => {
      if (rowAt(0).requestId === undefined) return;
      end();
      sandbox.changeGroup(id, { name: 'Lorries' });
    });
    await run.start();
    expect(labels()[0]).toBe('Accepted, needs review');
    await run.undo(id);
    await run.confirmUndo(id);
    expect(labels()[0]).toBe('Undone');
    expect(sandbox.state.group(id)).toMatchObject({ name: 'Lorries', lockMasterImei: false });
  });

  it('stops if another user changed the group after the save', async () => {
    const { sandbox, run, idOf, labels, sent } = await openLockRun();
    const id = idOf('Parcel Vans');
    await run.start();
    sandbox.changeGroup(id, { imeiPrefix: '11111111' });
    await run.undo(id);
    await run.confirmUndo(id);
    expect(labels()[1]).toBe('Undo: Changed in the meantime');
    expect(sent()).toBe(3);
  });
});
