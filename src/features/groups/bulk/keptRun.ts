import * as z from 'zod/mini';

import type { ThingsGroupRecord } from '#api/groups.ts';
import {
  choiceOf,
  groupSettings,
  groupSnapshot,
  sameChoice,
  snapshotOf,
  type GroupSnapshot,
} from '#api/groupSettings.ts';
import { keptOutcome, type SaveOutcome } from '#api/saveOutcome.ts';
import { isObject } from '#lib/isObject.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import { settingsUnknownTo, severalGroupsDraft } from '../edit/keptRecords.ts';
import type { RunState } from './lockRun.ts';
import { reportOf, type RunRow } from './runRow.ts';

const keptRow = z.object({
  groupId: z.string(),
  name: z.string(),
  baseline: groupSnapshot,
  /** A record from an earlier version may lack newer settings. */
  choice: groupSettings,
  isUndo: z.boolean(),
  outcome: keptOutcome,
});
type KeptRow = z.infer<typeof keptRow>;

/** Stores a run in this tab, so that a reloaded page knows what was sent. */
export function keepRun(drafts: SessionRecords, { rows }: RunState): void {
  const kept = rows.map((row): KeptRow => {
    const { groupId, name, decision, isUndo } = row;
    const { outcome, label: _, ...told } = reportOf(row);
    const { error: __, ...facts } = outcome;
    return { groupId, name, ...decision, isUndo, outcome: { ...facts, told } };
  });
  drafts.keep(severalGroupsDraft, kept);
}

/**
 * The run that this tab stored before a reload.
 *
 * @param groups as the service has them now; they can show that a pending change was stored
 * @returns undefined if there is none; `unreadable` has the names of groups whose stored rows this
 *   version cannot read, and is undefined if it cannot read any part of the run
 */
export function readRun(drafts: SessionRecords, groups: readonly ThingsGroupRecord[]) {
  const kept = drafts.read(severalGroupsDraft);
  if (kept === undefined) return undefined;
  if (!Array.isArray(kept)) return { rows: [], unreadable: undefined };
  const read = kept.map((row: unknown) => readRow(row, groups));
  return {
    rows: read.filter((row) => typeof row !== 'string'),
    unreadable: read.filter((row) => typeof row === 'string'),
  };
}

/** @returns the name of the group if the row cannot be read */
function readRow(row: unknown, groups: readonly ThingsGroupRecord[]): RunRow | string {
  const { data } = keptRow.safeParse(row);
  if (!data) return isObject(row) ? String(row['name']) : 'unknown';
  const { groupId, name, isUndo, outcome } = data;
  const group = groups.find(({ ThingsGroupId }) => ThingsGroupId === groupId);
  const present = group && snapshotOf(group);
  const unknown = settingsUnknownTo(data.choice, data.baseline, present);
  const decision = {
    baseline: { ...data.baseline, ...unknown },
    choice: { ...unknown, ...data.choice },
  };
  const stored = outcome.stored && { ...unknown, ...outcome.stored };
  const wanted = isUndo ? choiceOf(decision.baseline) : decision.choice;
  const left = afterReload({ ...outcome, stored }, present, wanted);
  return { groupId, name, decision, isUndo, state: { step: 'ended', decision, outcome: left } };
}

/** A reload ends a save: an unsent change stays unsent, and the outcome of a sent change has to be looked up. */
function afterReload(
  outcome: SaveOutcome,
  stored: GroupSnapshot | undefined,
  wanted: KeptRow['choice'] | undefined,
): SaveOutcome {
  if (!outcome.isUnderWay) return outcome;
  const left = { why: 'left', told: {} } as const;
  if (outcome.outcome === 'not-sent') return { outcome: 'not-sent', ...left };
  const now = stored && choiceOf(stored);
  return now && wanted && sameChoice(now, wanted)
    ? { outcome: 'saved', check: 'confirmed', stored, ...left }
    : { outcome: 'unknown', ...left };
}
