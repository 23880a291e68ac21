import * as z from 'zod/mini';

import { groupChoice } from '#api/groupFields.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { choiceOf, groupSnapshot, sameChoice, snapshotOf } from '#api/groupSettings.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import { formerSeveralGroups, withPresentNames } from '../edit/formerRecords.ts';
import { severalGroupsDraft } from '../edit/groupDraft.ts';
import type { RunState } from './lockRun.ts';
import { rowReport, type RowReport } from './runReport.ts';
import { rowReportOf, type RunRow } from './runRow.ts';

const keptRun = z.array(
  z.object({
    groupId: z.string(),
    name: z.string(),
    baseline: groupSnapshot,
    choice: groupChoice,
    report: rowReport,
    isUndo: z.boolean(),
    stored: z.optional(groupSnapshot),
  }),
);

/** Keeps a run for this tab, so that what was sent is known after the page was loaded again. */
export function keepRun(drafts: SessionRecords, { rows }: RunState): void {
  const kept = rows.map((row) => {
    const { groupId, name, decision, state, former } = row;
    const isUndo = row.isUndo || former?.isUndo === true;
    const isAccepted = state.step === 'done' && state.outcome.kind === 'accepted';
    const stored = isAccepted ? state.outcome.stored : former?.stored;
    const { baseline, choice } = decision;
    return { groupId, name, baseline, choice, isUndo, stored, report: rowReportOf(row) };
  });
  drafts.keep(severalGroupsDraft, kept satisfies z.infer<typeof keptRun>);
}

export function dropRun(drafts: SessionRecords): void {
  drafts.drop(severalGroupsDraft);
  drafts.drop(formerSeveralGroups);
}

/**
 * The run of this tab from before the page was loaded again; undefined if there is none.
 *
 * @param groups as the service has them now: they can show that what was being sent was stored
 */
export function readRun(
  drafts: SessionRecords,
  groups: readonly ThingsGroupRecord[],
): readonly RunRow[] | undefined {
  const kept = drafts.read(severalGroupsDraft) ?? drafts.read(formerSeveralGroups);
  const named = (row: unknown) => withPresentNames(row, ['baseline', 'choice', 'stored']);
  const { data } = keptRun.safeParse(Array.isArray(kept) ? kept.map(named) : kept);
  return data?.map(({ groupId, name, baseline, choice, report, isUndo, stored }) => {
    const present = groups.find(({ ThingsGroupId }) => ThingsGroupId === groupId);
    const now = present && choiceOf(snapshotOf(present));
    const wanted = isUndo ? choiceOf(baseline) : choice;
    const isStored = now !== undefined && wanted !== undefined && sameChoice(now, wanted);
    return {
      groupId,
      name,
      decision: { baseline, choice },
      state: { step: 'editing' },
      isUndo: false,
      former: {
        report: reportAfterReload(report, isStored),
        isUndo,
        stored:
          isUndo || !mayHaveStored(report, isStored)
            ? undefined
            : (stored ?? (present && snapshotOf(present))),
      },
    };
  });
}

function mayHaveStored({ kind }: RowReport, isStored: boolean): boolean {
  return kind === 'saved' || kind === 'unconfirmed' || (kind === 'sending' && isStored);
}

/** A save ends with its page: what it had not sent was not sent, and the rest has to be looked up. */
function reportAfterReload(report: RowReport, isStored: boolean): RowReport {
  const { kind } = report;
  if (kind === 'reading') {
    return { kind: 'notSent', words: 'The page was left before anything was sent.' };
  }
  if (kind === 'sending') {
    return isStored
      ? {
          kind: 'saved',
          words: 'The page was left while it was sent. The service now has what was sent.',
        }
      : {
          kind: 'unknown',
          words:
            'The page was left while it was sent. It is not known whether it was stored. Look at the group.',
        };
  }
  return report;
}
