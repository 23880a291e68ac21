import * as z from 'zod/mini';

import { groupChoice } from '#api/groupFields.ts';
import type { ThingsGroupRecord } from '#api/groups.ts';
import { choiceOf, groupSnapshot, sameChoice, snapshotOf } from '#api/groupSettings.ts';
import { keptOutcome, type SaveOutcome } from '#api/saveOutcome.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import { formerSeveralGroups, withOutcome, withPresentNames } from '../edit/formerRecords.ts';
import { severalGroupsDraft } from '../edit/groupDraft.ts';
import type { RunState } from './lockRun.ts';
import { reportOf, type RunRow } from './runRow.ts';

const keptRow = z.object({
  groupId: z.string(),
  name: z.string(),
  baseline: groupSnapshot,
  choice: groupChoice,
  isUndo: z.boolean(),
  outcome: keptOutcome,
});
type KeptRow = z.infer<typeof keptRow>;

/** Keeps a run for this tab, so that what was sent is known after the page was loaded again. */
export function keepRun(drafts: SessionRecords, { rows }: RunState): void {
  const kept = rows.map((row): KeptRow => {
    const { groupId, name, decision, isUndo } = row;
    const { outcome, label: _, ...told } = reportOf(row);
    const { error: __, ...facts } = outcome;
    return { groupId, name, ...decision, isUndo, outcome: { ...facts, told } };
  });
  drafts.keep(severalGroupsDraft, kept);
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
  const { data } = z
    .array(keptRow)
    .safeParse(Array.isArray(kept) ? kept.map(named).map(withOutcome) : kept);
  return data?.map(({ groupId, name, baseline, choice, isUndo, outcome }) => {
    const group = groups.find(({ ThingsGroupId }) => ThingsGroupId === groupId);
    const decision = { baseline, choice };
    const wanted = isUndo ? choiceOf(baseline) : choice;
    const left = afterReload(outcome, group, wanted);
    return { groupId, name, decision, isUndo, state: { step: 'ended', decision, outcome: left } };
  });
}

/** A save ends with its page: what it had not sent was not sent, and the rest has to be looked up. */
function afterReload(
  outcome: SaveOutcome,
  group: ThingsGroupRecord | undefined,
  wanted: KeptRow['choice'] | undefined,
): SaveOutcome {
  if (!outcome.isUnderWay) return outcome;
  const left = { why: 'left', told: {} } as const;
  if (outcome.outcome === 'not-sent') return { outcome: 'not-sent', ...left };
  const stored = group && snapshotOf(group);
  const now = stored && choiceOf(stored);
  return now && wanted && sameChoice(now, wanted)
    ? { outcome: 'saved', check: 'confirmed', stored, ...left }
    : { outcome: 'unknown', ...left };
}
