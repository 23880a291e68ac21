import type { ThingRecord } from '#api/things.ts';
import type { ChosenThing } from '#api/workSet/entries.ts';
import type { Interpretation } from '#identifiers/interpretations.ts';
import { guarded } from '#lib/csv.ts';
import { paths } from '#paths.ts';

import { tacOfThing } from '../../deviceOf.ts';
import { exportColumns } from '../../export/exportColumns.ts';
import type { ExportedList } from '../../export/ListExportDialog.tsx';
import type { ShownColumn } from '../../list/columns/columnLayout.ts';
import { listFields, type ListFact } from '../../list/columns/listFields.ts';
import { kinds } from '../interpretationKinds.ts';
import type { FindResults } from './outcomes.ts';
import type { ListItem } from './readList.ts';
import { oneOf, saidOf, whyNotFound } from './words.ts';

/** A SIM that was found, and the items that refer to it. */
export interface FoundRow extends ChosenThing {
  /** Line numbers, text and kinds, in list order. */
  readonly lines: string;
  readonly texts: string;
  readonly as: string;
}

/** An item that was not found, with the reason. */
export interface MissingRow {
  readonly line: number;
  readonly text: string;
  readonly why: string;
  /** The service's message, if the reason quotes it. */
  readonly said: string | undefined;
  /** Whether its lookup failed and can be retried. */
  readonly hasFailed: boolean;
  /** Whether it has yet to be looked up, because the search was stopped or its lookup failed. */
  readonly isOpen: boolean;
  /** The address of a list of its SIMs, if several SIMs match it. */
  readonly several: string | undefined;
}

/** The SIMs that were found, without duplicates, in list order. */
export function foundRows({ parsed, outcomes, reads }: FindResults): readonly FoundRow[] {
  const byIccid = new Map<string, { items: ListItem[]; kinds: Set<string> }>();
  for (const item of parsed.items) {
    if (item.kind !== 'identifier') continue;
    const outcome = outcomes.get(item);
    if (outcome?.kind !== 'found') continue;
    const row = byIccid.get(outcome.iccid) ?? { items: [], kinds: new Set() };
    row.items.push(item);
    const { label } = kinds[outcome.as.kind];
    row.kinds.add(outcome.more ? `${label} (perhaps not the only one)` : label);
    byIccid.set(outcome.iccid, row);
  }
  return [...byIccid].flatMap(([iccid, row]) => {
    const read = reads.get(iccid);
    if (!read) return [];
    const lines = [...new Set(row.items.map(({ line }) => line))].join(', ');
    const texts = row.items.map(({ text }) => text).join(' | ');
    const as = [...row.kinds].join(', ');
    return [{ ...read, lines, texts, as, addedFrom: `Find many: line ${lines}` }];
  });
}

export function missingRows({ parsed, outcomes }: FindResults): readonly MissingRow[] {
  return parsed.items.flatMap((item) => {
    const outcome = item.kind === 'identifier' ? outcomes.get(item) : undefined;
    if (outcome?.kind === 'found') return [];
    const { line, text } = item;
    const hasFailed = outcome?.kind === 'failed';
    const several = outcome?.kind === 'several' ? listOf(outcome.as) : undefined;
    const isOpen = hasFailed || (item.kind === 'identifier' && !outcome);
    const why = whyNotFound(item, outcome);
    return [{ line, text, why, said: saidOf(outcome), hasFailed, isOpen, several }];
  });
}

function listOf({ kind, value }: Interpretation): string {
  return paths.things(String(new URLSearchParams({ [kinds[kind].filter]: value })));
}

/** What these rows are called. */
export function missingName(rows: readonly MissingRow[]): string {
  const names = ['Not found'];
  if (rows.some(({ several }) => several)) names.push('not unique');
  if (rows.some(({ isOpen }) => isOpen)) names.push('not looked up');
  return oneOf(names);
}

/** "Not found" as lines to paste into an email or a spreadsheet. */
export function missingText(rows: readonly MissingRow[], notes: readonly string[]): string {
  const lines = rows.map(({ line, text, why }) => [line, guarded(text), guarded(why)].join('\t'));
  return ['Line\tText\tWhy', ...lines, ...notes].join('\n');
}

/** The number of found SIMs for each value of a field. */
export interface Share {
  readonly name: string;
  readonly count: number;
}

export interface ResultPicture {
  readonly heading: string;
  readonly shares: readonly Share[];
  /** Whether the values are TACs, which have names. */
  readonly isOfTacs?: true;
}

const notReported = 'Not reported';

/** The found SIMs by group, state and device model. */
export function resultPictures(rows: readonly FoundRow[]): readonly ResultPicture[] {
  const things = rows.map(({ thing }) => thing);
  return [
    { heading: 'By group', shares: sharesOf(things, ({ ThingsGroupName }) => ThingsGroupName) },
    { heading: 'By state', shares: sharesOf(things, ({ State }) => State) },
    { heading: 'By device model (TAC)', shares: sharesOf(things, tacOfThing), isOfTacs: true },
  ];
}

function sharesOf(
  things: readonly ThingRecord[],
  read: (thing: ThingRecord) => string | undefined,
): readonly Share[] {
  const counts = new Map<string, number>();
  for (const thing of things) {
    const name = read(thing)?.trim() || notReported;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Widths of the list's own columns, in CSS pixels. */
const listWidths = [72, 200, 120];

/** What the list itself says about a found SIM. */
const foundFacts: readonly ListFact<FoundRow>[] = [
  { id: 'ListLine', label: 'Line', read: ({ lines }) => lines },
  { id: 'ListText', label: 'Text', read: ({ texts }) => texts },
  { id: 'ListMatch', label: 'Found as', read: ({ as }) => as },
];

const thingOf = ({ thing }: FoundRow) => thing;

/** The list's own columns, placed after the row headers and the pinned columns. */
export function foundColumns(
  rows: readonly FoundRow[],
  shown: readonly ShownColumn[],
): readonly ShownColumn[] {
  const pinned = Math.max(1, shown.filter(({ left }) => left !== undefined).length);
  const own = listFields(rows, thingOf, foundFacts).map((field, index) => ({
    field,
    width: listWidths[index] ?? 0,
    left: undefined,
  }));
  return [...shown.slice(0, pinned), ...own, ...shown.slice(pinned)];
}

/** The found SIMs as written to a file, starting with their line numbers and text. */
export function exportedFound(
  found: readonly FoundRow[],
  missing: readonly MissingRow[],
  notes: readonly string[],
): ExportedList {
  const own = exportColumns(listFields(found, thingOf, foundFacts));
  return {
    fileName: 'found',
    sheet: 'Found',
    things: found.map(thingOf),
    columns: (chosen) => [...own, ...chosen],
    second: {
      // Sheet names have at most 31 characters, so it does not list the reasons.
      name: 'Other lines',
      rows: [
        ['Line', 'Text', 'Why'],
        ...missing.map(({ line, text, why }) => [String(line), text, why]),
        ...notes.map((note) => ['', '', note]),
      ],
    },
  };
}
