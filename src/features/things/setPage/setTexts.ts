import type { ThingRecord } from '#api/things.ts';
import type { WorkSetEntry } from '#api/workSet/workSet.ts';
import { utcTime } from '#lib/format.ts';

import { ticketText } from '../detail/ticketText.ts';
import type { ExportColumn } from '../export/exportColumns.ts';

/** The text for a support ticket about all SIMs of a set, one after the other. Times are in UTC. */
export function setTicketText(entries: readonly WorkSetEntry[], now: number): string {
  const head = `${entries.length} ${entries.length === 1 ? 'SIM' : 'SIMs'}, copied at ${utcTime(now)}`;
  const parts = entries.map(({ iccid, read, notFoundAt }, index) =>
    [
      `--- ${index + 1} of ${entries.length}`,
      read
        ? ticketText(read.thing, undefined, { at: read.readAt, requestId: read.requestId })
        : `ICCID: ${iccid}\nIts record is not read.`,
      ...(notFoundAt === undefined
        ? []
        : [
            `No longer found by its ICCID at ${utcTime(notFoundAt)}: the record is the one before.`,
          ]),
    ].join('\n'),
  );
  return [head, ...parts].join('\n\n');
}

/** What the set knows of a SIM beside its record. */
const ownColumns: readonly {
  readonly head: string;
  readonly text: (entry: WorkSetEntry) => string;
}[] = [
  { head: 'Added from', text: ({ addedFrom }) => addedFrom },
  { head: 'Read (UTC)', text: ({ read }) => timeCell(read?.readAt) },
  { head: 'No longer found (UTC)', text: ({ notFoundAt }) => timeCell(notFoundAt) },
];

/** The head and the rows of an exported set. */
export function setTable(entries: readonly WorkSetEntry[], columns: readonly ExportColumn[]) {
  return {
    heads: [...columns, ...ownColumns].map(({ head }) => head),
    rows: (from: number, to: number) =>
      entries.slice(from, to).map((entry) => {
        const thing = recordOf(entry);
        return [
          ...columns.map(({ text }) => text(thing)),
          ...ownColumns.map(({ text }) => text(entry)),
        ];
      }),
  };
}

/** The record, or one with the ICCID alone. */
export function recordOf({ iccid, read }: WorkSetEntry): ThingRecord {
  return read?.thing ?? { ExternalUniqueId: iccid, raw: {} };
}

function timeCell(time: number | undefined): string {
  return utcTime(time) ?? '';
}
