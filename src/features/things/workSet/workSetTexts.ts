import type { NotesRead } from '#api/notes.ts';
import type { ThingRecord } from '#api/things.ts';
import type { WorkSetEntry } from '#api/workSet/entries.ts';
import { counted } from '#lib/counted.ts';
import { utcTime } from '#lib/format.ts';

import { simTicketText } from '../detail/ticketText.ts';
import type { KnownGroup } from '../detail/whyNoService.ts';
import { exportColumns } from '../export/exportColumns.ts';
import type { ExportedList } from '../export/ListExportDialog.tsx';
import { listFields, type ListFact } from '../list/columns/listFields.ts';

/** The text for a support ticket about all SIMs in a set, one after the other. Times are in UTC. */
export function setTicketText(
  entries: readonly WorkSetEntry[],
  now: number,
  groupOf: (thing: ThingRecord) => KnownGroup | undefined,
  { notes, problem }: NotesRead = {},
): string {
  const head = `${counted(entries.length, 'SIM')}, copied at ${utcTime(now)}`;
  const parts = entries.map(
    (entry, index) =>
      `--- ${index + 1} of ${entries.length}\n${simTicketText(entry, groupOf, notes?.get(entry.iccid))}`,
  );
  return [head, ...(problem === undefined ? [] : [problem]), ...parts].join('\n\n');
}

/** What the set knows about a SIM besides its record. */
const addedFrom: ListFact<WorkSetEntry> = {
  id: 'AddedFrom',
  label: 'Added from',
  read: (entry) => entry.addedFrom,
};
const readAt: ListFact<WorkSetEntry> = {
  id: 'ReadAt',
  label: 'Read',
  kind: 'time',
  read: ({ read }) => read?.readAt,
};
const notFoundAt: ListFact<WorkSetEntry> = {
  id: 'NotFoundAt',
  label: 'No longer found',
  kind: 'time',
  read: (entry) => entry.notFoundAt,
};
export const shownFacts = [readAt, addedFrom];
const exportedFacts = [addedFrom, readAt, notFoundAt];

/** The set as it is written to a file. */
export function exportedSet(entries: readonly WorkSetEntry[], now: number): ExportedList {
  const own = exportColumns(listFields(entries, recordOf, exportedFacts));
  return {
    fileName: 'work-set',
    sheet: 'Work set',
    things: entries.map(recordOf),
    columns: (chosen) => [...chosen, ...own],
    second: {
      name: 'About this file',
      rows: [
        ['Fact', 'Value'],
        ['Rows', String(entries.length)],
        ['Written (UTC)', utcTime(now) ?? ''],
        [
          'No longer found',
          String(entries.filter((entry) => entry.notFoundAt !== undefined).length),
        ],
        ['Not read', String(entries.filter(({ read }) => !read).length)],
      ],
    },
  };
}

/** Placeholder records for SIMs that were not read. */
const unread = new WeakMap<WorkSetEntry, ThingRecord>();

/** The record, or a record with only the ICCID; always the same object for the same entry. */
export function recordOf(entry: WorkSetEntry): ThingRecord {
  const { iccid, read } = entry;
  const record = read?.thing ?? unread.get(entry) ?? { ExternalUniqueId: iccid, raw: {} };
  if (!read) unread.set(entry, record);
  return record;
}
