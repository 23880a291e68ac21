import type { MayWait, Show } from '#api/jobs/job.ts';
import type { ListServices } from '#api/jobs/pacedCalls.ts';
import { createLookups, type LookupTask } from '#api/scan/lookups.ts';
import { createThingsScan, hasMoved, isWhole, type ScanReport } from '#api/scan/scan.ts';
import type { ThingRecord } from '#api/things.ts';
import type { ReadThing } from '#api/workSet/entries.ts';
import { formatNumber } from '#lib/format.ts';

import { kinds } from '../interpretationKinds.ts';
import { createMatcher, isMeant, showsKind } from './matching.ts';
import {
  outcomeOfMatch,
  searchItem,
  unreadableNote,
  type FindEnd,
  type Outcome,
} from './outcomes.ts';
import type { IdentifierItem } from './readList.ts';
import { endWords } from './words.ts';

/** One lookup for each identifier, or one scan of the whole list. */
export type FindMode = 'lookups' | 'scan';

export interface FindProgress extends MayWait {
  readonly calls: number;
  /** For lookups: the number of identifiers with an outcome. For a scan: the number of Things read. */
  readonly done: number;
}

/** A search for the items in a list. */
export interface FindRun {
  /** The outcomes of finished items; each run creates a new map. */
  outcomes(): ReadonlyMap<IdentifierItem, Outcome>;
  /** The Things that were found, by ICCID. */
  reads(): ReadonlyMap<string, ReadThing>;
  run(signal: AbortSignal, show: Show<FindProgress>): Promise<FindEnd>;
}

export function createFindRun(
  services: ListServices,
  items: readonly IdentifierItem[],
  mode: FindMode,
): FindRun {
  return mode === 'lookups' ? lookupRun(services, items) : scanRun(services, items);
}

function lookupRun(services: ListServices, items: readonly IdentifierItem[]): FindRun {
  const outcomes = new Map<IdentifierItem, Outcome>();
  const reads = new Map<string, ReadThing>();

  function settle(item: IdentifierItem, outcome: Outcome, meant: readonly ReadThing[]) {
    outcomes.set(item, outcome);
    if (outcome.kind === 'found' && meant[0]) reads.set(outcome.iccid, meant[0]);
  }

  const tasks = rowsOf(items).map((row) => rowTask(row, services.clock.now, settle));
  const lookups = createLookups(services, tasks);
  return {
    outcomes: () => new Map(outcomes),
    reads: () => reads,
    run: (signal, show) =>
      lookups.run(signal, (progress) => show({ ...progress, done: outcomes.size })),
  };
}

/** Items of different kinds on one line are assumed to belong to one SIM, as in a table. */
export function rowsOf(items: readonly IdentifierItem[]): readonly (readonly IdentifierItem[])[] {
  return [...Map.groupBy(items, ({ line }) => line).values()].flatMap((row) => {
    const different = new Set(row.map(({ candidates: [{ kind }] }) => kind));
    return different.size === row.length ? [row.toSorted(byCertainty)] : row.map((item) => [item]);
  });
}

const certainty = ['iccid', 'imsi', 'msisdn', 'imei', 'name'] as const;

function byCertainty(a: IdentifierItem, b: IdentifierItem): number {
  return certainty.indexOf(a.candidates[0].kind) - certainty.indexOf(b.candidates[0].kind);
}

/** Looks up the items of a row. Items that belong to a SIM found earlier need no further lookup. */
function rowTask(
  row: readonly IdentifierItem[],
  now: () => number,
  settle: (item: IdentifierItem, outcome: Outcome, meant: readonly ReadThing[]) => void,
): LookupTask {
  const open = row.map((item) => ({ item, search: searchItem(item, now) }));
  const found: ReadThing[] = [];

  function skipKnown() {
    for (let first = open[0]; first !== undefined; first = open[0]) {
      const { item } = first;
      const as = item.candidates.find((candidate) =>
        found.some(({ thing }) => isMeant(thing, candidate)),
      );
      if (!as) return;
      const meant = found.filter(({ thing }) => isMeant(thing, as));
      settle(item, outcomeOfMatch({ as, reads: meant }), meant);
      open.shift();
    }
  }

  function settleFirst(meant: readonly ReadThing[]) {
    const outcome = open[0]?.search.outcome();
    if (!open[0] || !outcome) return;
    settle(open[0].item, outcome, meant);
    if (outcome.kind === 'found') found.push(...meant);
    open.shift();
    skipKnown();
  }

  return {
    next() {
      const next = open[0]?.search.next();
      return next && { name: kinds[next.kind].filter, value: next.value };
    },
    answered(list) {
      settleFirst(open[0]?.search.answered(list)?.reads ?? []);
    },
    failed(error) {
      open[0]?.search.failed(error);
      settleFirst([]);
    },
  };
}

function scanRun(services: ListServices, items: readonly IdentifierItem[]): FindRun {
  const matcher = createMatcher(items);
  const reads = new Map<string, ReadThing>();
  let outcomes = new Map<IdentifierItem, Outcome>();
  /** For each kind of identifier, counts the records without one, which cannot be found by that kind. */
  const hidden = { iccid: 0, imsi: 0, imei: 0, msisdn: 0, name: 0 };

  function onBatch(batch: readonly ThingRecord[], requestId: string) {
    const readAt = services.clock.now();
    matcher.add(batch.map((thing) => ({ thing, readAt, requestId })));
    for (const thing of batch) {
      for (const kind of certainty) if (!showsKind(thing, kind)) hidden[kind]++;
    }
  }

  const scan = createThingsScan(services, {}, { onBatch });

  function judge(report: ScanReport) {
    const isEnd = report.end.kind === 'complete' || report.end.kind === 'repeating';
    outcomes = new Map();
    for (const item of items) {
      const match = matcher.matchOf(item);
      const outcome = match
        ? outcomeOfMatch(match, !isWhole(report))
        : isEnd && nobody(item, report);
      if (!outcome) continue;
      outcomes.set(item, outcome);
      if (outcome.kind === 'found' && match?.reads[0]) reads.set(outcome.iccid, match.reads[0]);
    }
  }

  function nobody(item: IdentifierItem, report: ScanReport): Outcome {
    const { rows, unreadable } = report;
    const tried = [...new Set(item.candidates.map(({ kind }) => kind))];
    const lacking = tried.filter((kind) => hidden[kind] > 0);
    const notes = lacking.map((kind) => {
      const some = `${formatNumber(hidden[kind])} of ${formatNumber(rows)}`;
      return `${some} records have no ${kinds[kind].label}.`;
    });
    if (unreadable > 0) notes.push(unreadableNote);
    const gaps = endWords(endOf(report));
    return { kind: 'nobody', tried, notes: gaps === undefined ? notes : [...notes, gaps] };
  }

  return {
    outcomes: () => outcomes,
    reads: () => reads,
    async run(signal, show) {
      const report = await scan.run(signal, ({ pages, rows, wait }) =>
        show({ calls: pages, done: rows, wait }),
      );
      judge(report);
      return endOf(report);
    },
  };
}

function endOf(report: ScanReport): FindEnd {
  const { end } = report;
  if (end.kind === 'failed' || end.kind === 'cancelled') return end;
  if (end.kind === 'repeating') return { kind: 'unsure', why: 'repeating' };
  return hasMoved(report) ? { kind: 'unsure', why: 'moved' } : { kind: 'complete' };
}
