import { formatNumber } from '#lib/format.ts';

const rows = (count: number) => `${formatNumber(count)} ${count === 1 ? 'row' : 'rows'}`;
const pages = (count: number) => `${formatNumber(count)} ${count === 1 ? 'page' : 'pages'}`;

/** The words of the export, apart from the others because they load with its dialog. */
export const exportMessages = {
  heading: 'Export Things',
  what: 'What is exported',
  all: 'All Things: no filter is applied.',
  filtered: 'All Things that the service lists for these filters, not only the rows on this page:',
  order:
    'Asked for in the order of Thing names. The service has no snapshot to read from: what changes meanwhile may be missed. No Thing is written twice.',

  columns: 'Columns',
  allColumns: 'All fields',
  allColumnsHint: (count: number) =>
    `${count} columns; fields that are not known by name are in the last one`,
  shownColumns: 'Columns shown',
  shownColumnsHint: (count: number) => `${count} columns, as in the table`,

  format: 'File',
  csv: 'CSV, for other programs',
  csvHint: 'Any number of rows. Excel would round long identifiers.',
  xlsx: 'XLSX, for Excel',
  xlsxHint: (most: number) =>
    `Up to ${rows(most)}. Text cells keep all digits; a second sheet says what the file holds.`,

  start: 'Start export',
  close: 'Close',
  cancel: 'Cancel export',
  goOn: 'Go on',
  savePart: (count: number) => `Save the ${rows(count)} read`,
  saveEmpty: 'Save a file without rows',
  discard: 'Close without saving',
  saveAgain: 'Save the file again',

  running: 'Reading',
  soFar: (rowCount: number, pageCount: number) => `${rows(rowCount)} so far, ${pages(pageCount)}`,
  heard: (rowCount: number) => `Reading: ${rows(rowCount)}`,
  doing: 'read the next rows',
  keepsLastCall: 'The last call that the service allows for now is left to you. Going on',
  tryingAgain: 'Trying again',
  serviceSaid: (words: string) => `The service said: ${words}`,
  saving: 'Writing the file…',

  complete: (count: number) =>
    count === 0
      ? 'No rows: the service came to the end of the list at once.'
      : `Complete: ${rows(count)}.`,
  readToEnd: (count: number) => `The list was read to its end: ${rows(count)}.`,
  cancelled: (count: number) => `Cancelled after ${rows(count)}. What follows them was not read.`,
  failed: (count: number) =>
    `Stopped by a failure after ${rows(count)}, which are kept. What follows them was not read.`,
  full: (count: number) =>
    `Stopped after ${rows(count)}, the most for an XLSX file here. There are more: export a CSV file to get all.`,
  repeating: (count: number) =>
    `Stopped after ${rows(count)}: the service gave the same rows again and again, so its list cannot be read to the end.`,
  duplicates: (count: number) =>
    `${rows(count)} came twice and ${count === 1 ? 'was' : 'were'} left out: the list changed while it was read, so others may be missing.`,
  shifted: 'The list changed while it was read, so rows may be missing.',
  readAgain: 'Read again',
  unreadable: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? 'record' : 'records'} could not be read and ${count === 1 ? 'is' : 'are'} not in the file.`,
  cut: (count: number) =>
    `${formatNumber(count)} ${count === 1 ? 'cell is' : 'cells are'} cut after 32,767 characters, the most that Excel takes in one: export a CSV file to get all.`,
  savedAs: (name: string) => `Saved as ${name}`,

  leaving: 'The export is not finished. Leaving this page ends it, and its rows are lost.',
  leave: 'Leave the page',
  stay: 'Stay',

  otherFields: 'Other fields (JSON)',
  utc: (label: string) => `${label} (UTC)`,
  sheet: 'Things',
  factsSheet: 'About this file',
  facts: {
    head: ['Fact', 'Value'],
    filters: 'Filter',
    noFilter: 'none',
    complete: 'Complete',
    yes: 'yes',
    no: 'no',
    rows: 'Rows',
    pages: 'Pages read',
    duplicates: 'Rows left out because they came twice',
    shifts: 'Times that the list was seen to change between two pages',
    unreadable: 'Records that could not be read',
    begun: 'Reading began (UTC)',
    ended: 'Reading ended (UTC)',
    columns: 'Columns',
    requestId: 'Request ID of the failure',
    note: 'Note',
  },
} as const;
