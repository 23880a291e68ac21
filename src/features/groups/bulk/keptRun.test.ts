import { describe, expect, it } from 'vitest';

import type { GroupChoice } from '#api/groupSettings.ts';
import type { SaveOutcome } from '#api/saveOutcome.ts';
import { createSessionRecords } from '#lib/sessionRecords.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';
import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';

import { keepRun, readRun } from './keptRun.ts';
import { emptyPlan, planOf } from './lockPlan.ts';
import { formerChoice, formerUnsent, mayGoAgain, reportOf, unsent, type RunRow } from './runRow.ts';

const baseline = { ...groupBody({ TelephonyProfileId: 'Profile_1' }), DateModified: 1 };
const choice = { ThingsGroupName: 'Vans', LockMasterImei: true, IMEIPrefix: '35208115' };
const more = { ThingsGroupId: 'g1', Networks: [], raw: {} };
const listed = (values: GroupChoice) => ({ ...baseline, ...values, ...more });

/** The text of a row, and the actions it offers. */
function readRow(given: RunRow) {
  const { label, words, requestId } = reportOf(given);
  const mayUndo = formerChoice(given) !== undefined;
  return { label, words, requestId, mayUndo, mayChooseAgain: formerUnsent([given]).length === 1 };
}

describe('a row of an abandoned run', () => {
  const row: RunRow = {
    groupId: 'g1',
    name: 'Vans',
    decision: { baseline, choice },
    state: { step: 'editing' },
    isUndo: false,
  };
  const ended = (outcome: SaveOutcome, isUndo = false): RunRow => ({
    ...row,
    isUndo,
    state: { step: 'ended', decision: row.decision, outcome },
  });
  const sending = (isSent: boolean): RunRow => ({
    ...row,
    state: { step: 'sending', decision: { baseline, choice }, isSent },
  });
  const left = 'You left the page';

  it.each([
    ['its turn had not come', row, [], 'Not sent', 'Nothing was sent.'],
    ['it was read', sending(false), [], 'Not sent', `${left} before the change was sent.`],
    [
      'it was sent but is not stored',
      sending(true),
      [listed({ ...choice, LockMasterImei: false })],
      'Outcome unknown',
      `${left} while the change was being sent. The change may or may not have been saved. Check the group.`,
    ],
    [
      'it was sent and is stored',
      sending(true),
      [listed(choice)],
      'Saved',
      `${left} while the change was being sent. The service now has the values that were sent.`,
    ],
    [
      'it was undone',
      ended({ outcome: 'saved', check: 'confirmed', stored: baseline }, true),
      [],
      'Undone',
      'The service reports exactly what was sent.',
    ],
  ] as const)('is shown after a reload: %s', (_name, given, groups, label, words) => {
    const drafts = createSessionRecords(memoryTextStore(), 'drafts', 'ann');
    keepRun(drafts, { rows: [given], isRunning: true });
    const rows = readRun(drafts, groups)?.rows ?? [];
    const may = { mayChooseAgain: label === 'Not sent', mayUndo: label === 'Saved' };
    expect(rows.map(readRow)).toEqual([{ label, words, requestId: undefined, ...may }]);
    expect([unsent(rows), rows.some(mayGoAgain)]).toEqual([[], false]);
  });
});

it('a plan that would lock a group that was to be unlocked is not proposed', () => {
  const decisions = [choice, { ...choice, LockMasterImei: false }].map((one) => ({
    decision: { baseline, choice: one },
  }));
  expect(planOf(decisions.map((row) => ({ groupId: 'g1', ...row })))).toEqual(emptyPlan);
});
