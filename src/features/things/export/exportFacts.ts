import { isWhole, type ScanReport } from '#api/scan/scan.ts';

import { filterFields } from '../address/thingFilters.ts';
import type { ThingsAddress } from '../address/thingsAddress.ts';
import type { ExportFormat } from './exportFile.ts';
import { exportMessages } from './exportMessages.ts';

/** The filters of a list that an export keeps. */
export type ExportFilters = Pick<ThingsAddress, 'filters' | 'tags' | 'state'>;

/** A filter in words, and its name in the address. */
interface FilterWords {
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

export function filterWords({ filters, tags, state }: ExportFilters): readonly FilterWords[] {
  const texts: FilterWords[] = filterFields.flatMap(({ name, label }) => {
    const value = filters[name];
    return value === undefined ? [] : [{ name, label, value }];
  });
  if (state !== undefined) texts.push({ name: 'State', label: 'State', value: state });
  if (tags.length > 0) texts.push({ name: 'Tags', label: 'Tags', value: tags.join(', ') });
  return texts;
}

/** What there is to say about a file. */
export interface ExportFacts {
  readonly filters: ExportFilters;
  readonly report: ScanReport;
  /** Number of cells that the format could not hold whole. */
  readonly cutCells: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly columns: string;
}

/** What tells whether a file is whole. */
export type FileContent = Pick<ExportFacts, 'report' | 'cutCells'>;

/** Whether the file has every Thing that the service lists, and all of it, as far as can be told. */
export function isComplete({ report, cutCells }: FileContent): boolean {
  return isWhole(report) && cutCells === 0;
}

/** Longest part of a file name that tells the filter. */
const longestFilter = 80;

/** For example `things_State-ACTIVE_2026-11-21T0830Z_complete.csv`. */
export function exportFileName(facts: ExportFacts, format: ExportFormat): string {
  const filters = filterWords(facts.filters)
    .map(({ name, value }) => `${name}-${value}`)
    .join('_')
    // Letters and digits of all scripts; nothing that a file system or a shell takes for something else.
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-');
  const filter = Array.from(filters || 'all')
    .slice(0, longestFilter)
    .join('');
  const time = new Date(facts.endedAt).toISOString().slice(0, 16).replace(':', '');
  const state = isComplete(facts) ? 'complete' : 'partial';
  return `things_${filter}_${time}Z_${state}.${format}`;
}

/** What happened, in sentences. */
export function reportLines(content: FileContent): readonly string[] {
  const { end, rows, duplicates, unreadable, shifts } = content.report;
  const first =
    end.kind === 'complete' && !isComplete(content)
      ? exportMessages.readToEnd(rows)
      : exportMessages[end.kind](rows);
  return [
    first,
    ...(duplicates > 0 ? [exportMessages.duplicates(duplicates)] : []),
    ...(shifts > 0 && duplicates === 0 ? [exportMessages.shifted] : []),
    ...(unreadable > 0 ? [exportMessages.unreadable(unreadable)] : []),
    ...(content.cutCells > 0 ? [exportMessages.cut(content.cutCells)] : []),
  ];
}

/** The same facts as a table, for the second sheet of a workbook. */
export function factRows(facts: ExportFacts): readonly (readonly string[])[] {
  const words = exportMessages.facts;
  const { report } = facts;
  const filters = filterWords(facts.filters).map(({ label, value }) => `${label}: ${value}`);
  const { end } = report;
  return [
    [...words.head],
    [words.complete, isComplete(facts) ? words.yes : words.no],
    ...reportLines(facts).map((line) => [words.note, line]),
    [words.note, exportMessages.order],
    [words.filters, filters.join('; ') || words.noFilter],
    [words.columns, facts.columns],
    [words.rows, String(report.rows)],
    [words.pages, String(report.pages)],
    [words.duplicates, String(report.duplicates)],
    [words.shifts, String(report.shifts)],
    [words.unreadable, String(report.unreadable)],
    [words.begun, new Date(facts.startedAt).toISOString()],
    [words.ended, new Date(facts.endedAt).toISOString()],
    ...(end.kind === 'failed' ? [[words.requestId, end.error.requestId]] : []),
  ];
}
