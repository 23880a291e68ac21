import type { ScanReport } from '#api/scan/scan.ts';

import { filterWords, type ThingsFilter } from '../filters/thingsFilter.ts';
import type { ExportFormat } from './exportFile.ts';
import { exportMessages } from './exportMessages.ts';

/** The filters of a list that an export keeps. */
export type ExportFilters = ThingsFilter;

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

/** Whether the file has every Thing that the service listed, and all of it. */
export function isComplete({ report, cutCells }: FileContent): boolean {
  return report.end.kind === 'complete' && report.unreadable === 0 && cutCells === 0;
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
  const { end, rows, duplicates, unreadable } = content.report;
  const first =
    end.kind === 'complete' && !isComplete(content)
      ? exportMessages.readToEnd(rows)
      : exportMessages[end.kind](rows);
  return [
    first,
    ...(duplicates > 0 ? [exportMessages.duplicates(duplicates)] : []),
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
    [words.unreadable, String(report.unreadable)],
    [words.begun, new Date(facts.startedAt).toISOString()],
    [words.ended, new Date(facts.endedAt).toISOString()],
    ...(end.kind === 'failed' ? [[words.requestId, end.error.requestId]] : []),
  ];
}
