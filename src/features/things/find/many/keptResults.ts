import * as z from 'zod/mini';

import { packSet, unpackSet } from '#api/workSet/storedSet.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

import type { FindMode } from './findRun.ts';
import type { FindResults, Outcome } from './outcomes.ts';
import type { IdentifierItem, ParsedList } from './readList.ts';

const recordName = 'find many results';

const kinds = z.enum(['iccid', 'imsi', 'imei', 'msisdn', 'name']);

/** An outcome, identified by its item's line and text. Failures are not stored, so they are looked up again. */
const keptOutcome = z.object({
  line: z.int(),
  text: z.string(),
  kind: z.enum(['found', 'several', 'unverified', 'tooMany', 'nobody']),
  /** Index of the interpretation that matched. */
  order: z.optional(z.int()),
  iccid: z.optional(z.string()),
  iccids: z.optional(z.array(z.string())),
  isShown: z.optional(z.boolean()),
  more: z.optional(z.boolean()),
  tried: z.optional(z.array(kinds)),
  notes: z.optional(z.array(z.string())),
});
type KeptOutcome = z.infer<typeof keptOutcome>;

const keptResults = z.object({
  mode: z.enum(['lookups', 'scan']),
  outcomes: z.array(keptOutcome),
  set: z.unknown(),
});

/** Stores the results for this tab, so that a page reload does not repeat their calls. */
export function keepResults(drafts: SessionRecords, mode: FindMode, results: FindResults): void {
  const entries = [...results.reads].map(([iccid, read]) => ({ iccid, read, addedFrom: '' }));
  const outcomes = [...results.outcomes].flatMap(([item, outcome]) => packed(item, outcome) ?? []);
  const kept = { mode, outcomes, set: packSet(entries) };
  // Results that do not fit are not stored, but the list is, so the search can be repeated.
  if (kept.set === undefined || !drafts.keep(recordName, kept)) drafts.drop(recordName);
}

export function dropResults(drafts: SessionRecords): void {
  drafts.drop(recordName);
}

/** The stored results of a search for this list; undefined if there are none. */
export function restoreResults(
  drafts: SessionRecords,
  parsed: ParsedList,
): { readonly mode: FindMode; readonly results: FindResults } | undefined {
  const { data } = keptResults.safeParse(drafts.read(recordName));
  if (!data) return undefined;
  const reads = new Map(
    unpackSet(data.set).flatMap(({ iccid, read }) => (read ? [[iccid, read]] : [])),
  );
  const kept = new Map(data.outcomes.map((outcome) => [keyOf(outcome), outcome]));
  const outcomes = new Map<IdentifierItem, Outcome>();
  for (const item of parsed.items) {
    const found = item.kind === 'identifier' ? kept.get(keyOf(item)) : undefined;
    if (item.kind !== 'identifier' || !found) continue;
    const outcome = unpacked(item, found);
    const isThere = outcome?.kind !== 'found' || reads.has(outcome.iccid);
    if (outcome && isThere) outcomes.set(item, outcome);
  }
  if (outcomes.size === 0) return undefined;
  return { mode: data.mode, results: { parsed, outcomes, reads } };
}

function keyOf({ line, text }: Pick<KeptOutcome, 'line' | 'text'>): string {
  return `${line} ${text}`;
}

function packed({ line, text, candidates }: IdentifierItem, outcome: Outcome) {
  if (outcome.kind === 'failed') return undefined;
  const order = 'as' in outcome ? candidates.indexOf(outcome.as) : undefined;
  return { ...outcome, as: undefined, line, text, order };
}

function unpacked({ candidates }: IdentifierItem, kept: KeptOutcome): Outcome | undefined {
  // The previous version of the console kept even the ICCID of a found SIM as a list.
  const { kind, order = -1, iccids = [], iccid = iccids[0], isShown = false, more = false } = kept;
  if (kind === 'nobody') return { kind, tried: kept.tried ?? [], notes: kept.notes ?? [] };
  const as = candidates[order];
  if (!as) return undefined;
  if (kind === 'tooMany') return { kind, as };
  if (kind === 'found') return iccid === undefined ? undefined : { kind, iccid, as, more };
  return kind === 'several' ? { kind, iccids, as, more } : { kind, iccids, as, isShown };
}
