import { describe, expect, it } from 'vitest';

import { ApiError } from '#api/errors.ts';
import type { GroupChoice, GroupSnapshot } from '#api/groupSettings.ts';
import type { SaveOutcome } from '#api/saveOutcome.ts';
import { groupBody, groupChoiceOf } from '#testing/fixtures/groupBody.ts';

import type { SaveWait } from './saveGroup.ts';
import { conflictOf, nextState, undoOf, type SaveEvent, type SaveState } from './saveMachine.ts';

const asStored = groupChoiceOf({ ThingsGroupName: 'Meters' });
const baseline: GroupSnapshot = { ...groupBody(asStored), DateModified: 1 };
const renamed = groupChoiceOf({ ThingsGroupName: 'Vans' });
const locked: GroupChoice = { ...asStored, LockMasterImei: true, IMEIPrefix: '35693803' };
const editing: SaveState = { step: 'editing' };
const present = { ...baseline, ...renamed };
const saved: SaveOutcome = { outcome: 'saved', check: 'confirmed', stored: present };
const touchedNow = { ...baseline, DateModified: 2 };
const touched: SaveOutcome = { outcome: 'not-sent', why: 'touched', stored: touchedNow };
const changed: SaveOutcome = { outcome: 'not-sent', why: 'changed' };
const error = new ApiError({ kind: 'forbidden', method: 'PUT', route: '/x', requestId: 'r' });
const wait: SaveWait = { until: 7_000, error, endEarly: () => undefined };

const submit = (choice: GroupChoice): SaveEvent => ({ type: 'submitted', baseline, choice });
const end = (outcome: SaveOutcome): SaveEvent => ({ type: 'ended', outcome });
const after = (...events: readonly SaveEvent[]) => events.reduce(nextState, editing);
const done = after(submit(renamed), end(saved));

describe('a click on Save', () => {
  it('saves a new name immediately', () => {
    expect(after(submit(renamed))).toEqual({
      step: 'sending',
      isSent: false,
      decision: { baseline, choice: renamed, ignoresDate: false },
    });
  });

  it('asks for a confirmation if the lock or prefix changes', () => {
    expect(after(submit(locked))).toMatchObject({ step: 'confirming', before: editing });
    const confirmed = after(submit(locked), { type: 'confirmed' });
    expect(confirmed).toMatchObject({ step: 'sending', decision: { choice: locked } });
  });

  it('finds nothing to save until a value changes', () => {
    const nothingNew = after(submit(asStored));
    expect(nothingNew).toMatchObject({ step: 'editing', isNothingNew: true });
    expect(nextState(nothingNew, { type: 'edited' })).toMatchObject({ isNothingNew: false });
  });

  it('saves values equal to the stored ones if nothing was reported', () => {
    const hidden = { ...baseline, LockMasterImei: undefined, IMEIPrefix: undefined };
    const state = after({ type: 'submitted', baseline: hidden, choice: asStored });
    expect(state).toMatchObject({ step: 'confirming' });
  });

  it('keeps the report of the last save if nothing changed', () => {
    const again = nextState(done, { type: 'submitted', baseline: present, choice: renamed });
    expect(again).toMatchObject({ step: 'ended', outcome: saved, isNothingNew: true });
  });

  it('changes nothing while a save runs', () => {
    const running = after(submit(renamed));
    expect(nextState(running, submit(locked))).toBe(running);
  });
});

it('a declined confirmation returns to the report of the last save', () => {
  const ask = nextState(done, submit(locked));
  expect(nextState(ask, { type: 'dismissed' })).toMatchObject({ step: 'ended', outcome: saved });
});

describe('a running save', () => {
  it('waits, resumes without having sent anything, and then sends', () => {
    const waiting = after(submit(renamed), { type: 'sent' }, { type: 'waiting', wait });
    expect(waiting).toMatchObject({ step: 'waiting', wait });
    const again = nextState(waiting, { type: 'waiting', wait: undefined });
    expect(again).toMatchObject({ step: 'sending', isSent: false });
    expect(nextState(again, { type: 'sent' })).toMatchObject({ step: 'sending', isSent: true });
  });

  it('ends with its outcome, which may be a conflict with what is stored', () => {
    const running = after(submit(renamed));
    const stored = { ...baseline, ThingsGroupName: 'Theirs' };
    const decision = { choice: renamed };
    expect(done).toMatchObject({ step: 'ended', decision });
    const refused = nextState(running, end({ outcome: 'refused', error }));
    expect(refused).toMatchObject({ step: 'ended', decision, outcome: { error } });
    expect(conflictOf(refused)).toBeUndefined();
    const ended = nextState(running, end({ ...changed, stored }));
    expect(conflictOf(ended)).toMatchObject({ outcome: { stored }, decision });
  });

  it('is not ended by any user action', () => {
    const running = after(submit(renamed));
    for (const type of ['reset', 'edited', 'dismissed', 'confirmed'] as const) {
      expect(nextState(running, { type })).toBe(running);
    }
  });

  it('cannot end twice', () => {
    expect(nextState(done, end({ outcome: 'refused', error }))).toBe(done);
    expect(nextState(done, { type: 'waiting', wait })).toBe(done);
  });
});

describe('a save that was held back because only the date differs', () => {
  const heldBack = after(submit(locked), { type: 'confirmed' }, end(touched));

  it('continues on the next click, without another confirmation', () => {
    const again = nextState(heldBack, submit(locked));
    expect(again).toMatchObject({ step: 'sending', decision: { ignoresDate: true } });
  });

  it('asks to confirm any other change', () => {
    const other = nextState(heldBack, submit({ ...locked, IMEIPrefix: '86' }));
    expect(other).toMatchObject({ step: 'confirming', decision: { ignoresDate: false } });
  });
});

const stored = { ...baseline, ThingsGroupName: 'Theirs' };
const conflict = after(submit(renamed), end({ ...changed, stored }));

it.each(['dismissed', 'reset'] as const)('a conflict returns to the form if it is %s', (type) => {
  expect(nextState(conflict, { type })).toEqual(editing);
});

it('a bug is thrown, for the page’s error boundary', () => {
  const bug = new TypeError('no service fails like this');
  expect(() => after(submit(renamed), { type: 'broke', error: bug })).toThrow(bug);
});

describe('undo', () => {
  it('restores the previous values as reported', () => {
    expect(undoOf(done)).toEqual(asStored);
  });

  it('is unknown if a previous value was not reported', () => {
    const hidden = { ...baseline, LockMasterImei: undefined };
    const submitted = { type: 'submitted', baseline: hidden, choice: renamed } as const;
    expect(undoOf(after(submitted, { type: 'confirmed' }, end(saved)))).toBeNull();
  });

  it('is not offered after new edits, which it would discard', () => {
    expect(undoOf(done, { ...renamed, ThingsGroupName: 'Vans 2' })).toBeUndefined();
    // The values that differ from the stored ones may be those that were sent.
    expect(undoOf(done, renamed)).toEqual(asStored);
  });

  it('is not offered if the service still reports the previous values, in a list that lags', () => {
    const ended = (seen: GroupSnapshot) => {
      const outcome = { ...saved, check: 'different', stored: seen } as const;
      return after(submit(locked), { type: 'confirmed' }, end(outcome));
    };
    expect(undoOf(ended(baseline))).toBeUndefined();
    // The save set only the lock.
    expect(undoOf(ended(stored))).toBeUndefined();
    expect(undoOf(ended({ ...baseline, LockMasterImei: true }))).toEqual(asStored);
  });

  it.each(['other-group', 'gone'] as const)('is not offered after %s', (check) => {
    expect(undoOf(after(submit(renamed), end({ outcome: 'saved', check })))).toBeUndefined();
    expect(undoOf(editing)).toBeUndefined();
  });
});
