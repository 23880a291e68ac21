import { isWhole, type ScanReport } from '#api/scan/scan.ts';
import { counted } from '#lib/counted.ts';
import { recordFileName } from '#lib/csvFile.ts';

import { filterWords, type ThingsFilter } from '../list/filters/thingsFilter.ts';

/** Completes "Could not …" in export errors. */
export const doing = 'read the next rows';

export const orderNote =
  'Things were read in order of name. The list can change during an export, so some may be missing. Duplicates are left out.';

export type ExportFormat = 'csv' | 'xlsx';

/** The facts about an export and its file. */
export interface ExportFacts {
  readonly filters: ThingsFilter;
  readonly report: ScanReport;
  /** Number of cells that had to be truncated. */
  readonly cutCells: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly columns: string;
}

/** The facts that decide whether a file is complete. */
export type FileContent = Pick<ExportFacts, 'report' | 'cutCells'>;

/** Whether, as far as is known, the file contains every listed Thing in full. */
export function isComplete({ report, cutCells }: FileContent): boolean {
  return isWhole(report) && cutCells === 0;
}

/** For example `things_State-ACTIVE_2026-11-21T0830Z_complete.csv`. */
export function exportFileName(facts: ExportFacts, format: ExportFormat): string {
  const filters = filterWords(facts.filters).map(({ name, value }) => [name, value] as const);
  return recordFileName('things', filters, facts.endedAt, isComplete(facts), format);
}

/** The result of the export, as sentences for the user. */
export function reportLines(content: FileContent): readonly string[] {
  const { end, rows, duplicates, unreadable, shifts } = content.report;
  const { cutCells } = content;
  return [
    end.kind === 'complete' && !isComplete(content)
      ? `All pages were read: ${counted(rows, 'row')}.`
      : endLine(end.kind, rows),
    duplicates > 0
      ? `${counted(duplicates, 'row appeared twice and was', 'rows appeared twice and were')} skipped: the list changed while it was read, so other rows may be missing.`
      : '',
    shifts > 0 && duplicates === 0
      ? 'The list changed while it was read, so rows may be missing.'
      : '',
    unreadable > 0
      ? `${counted(unreadable, 'record could not be read and is', 'records could not be read and are')} not in the file.`
      : '',
    cutCells > 0
      ? `${counted(cutCells, 'cell is', 'cells are')} truncated to 32,767 characters, the maximum in Excel: export a CSV file to get the full text.`
      : '',
  ].filter((line) => line !== '');
}

function endLine(end: ScanReport['end']['kind'], rows: number): string {
  switch (end) {
    case 'complete':
      return rows === 0
        ? 'No rows: the service returned an empty list.'
        : `Complete: ${counted(rows, 'row')}.`;
    case 'cancelled':
      return `Cancelled after ${counted(rows, 'row')}. Later rows were not read.`;
    case 'failed':
      return `Stopped by an error after ${counted(rows, 'row')}. The rows read so far are kept. Later rows were not read.`;
    case 'full':
      return `Stopped after ${counted(rows, 'row')}, the maximum for an XLSX file here. There are more rows: export a CSV file to get all of them.`;
    case 'repeating':
      return `Stopped after ${counted(rows, 'row')}: the service kept sending the same rows, so the rest of the list could not be read.`;
  }
}

/** The same facts as a table, for the second sheet of a workbook. */
export function factRows(facts: ExportFacts): readonly (readonly string[])[] {
  const { report } = facts;
  const filters = filterWords(facts.filters).map(({ label, value }) => `${label}: ${value}`);
  const { end } = report;
  return [
    ['Fact', 'Value'],
    ['Complete', isComplete(facts) ? 'yes' : 'no'],
    ...reportLines(facts).map((line) => ['Note', line]),
    ['Note', orderNote],
    ['Filter', filters.join('; ') || 'none'],
    ['Columns', facts.columns],
    ['Rows', String(report.rows)],
    ['Pages read', String(report.pages)],
    ['Duplicate rows skipped', String(report.duplicates)],
    ['Changes to the list noticed while reading', String(report.shifts)],
    ['Records that could not be read', String(report.unreadable)],
    ['Reading started (UTC)', new Date(facts.startedAt).toISOString()],
    ['Reading ended (UTC)', new Date(facts.endedAt).toISOString()],
    ...(end.kind === 'failed' ? [['Request ID of the error', end.error.requestId]] : []),
  ];
}
