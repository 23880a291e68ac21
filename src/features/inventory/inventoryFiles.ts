import type { ListedThing, ThingEvent } from '#api/inventory.ts';
import { eventLabels } from '#api/inventoryWords.ts';
import { createBlobParts } from '#lib/blobParts.ts';
import { csvLine } from '#lib/csv.ts';
import { isTimestamp } from '#lib/format.ts';

interface Column<T> {
  readonly head: string;
  readonly text: (row: T) => string | number | null | undefined;
}

/** What is not known is an empty cell. */
const simColumns: readonly Column<ListedThing>[] = [
  { head: 'ICCID', text: ({ iccid }) => iccid },
  { head: 'Name', text: ({ values }) => values.name },
  { head: 'Thing Group ID', text: ({ values }) => values.groupId },
  { head: 'Thing Group', text: ({ values }) => values.groupName },
  { head: 'State', text: ({ values }) => values.state },
  { head: 'Blocks', text: ({ values }) => values.blocks?.join('; ') },
  { head: 'IMEI', text: ({ values }) => values.imei },
  { head: 'Last known IMEI', text: ({ lastImei }) => lastImei },
  { head: 'IMSI', text: ({ values }) => values.imsi },
  { head: 'Data', text: ({ values }) => values.data },
  { head: 'Data unchanged since (UTC)', text: ({ dataSince }) => utc(dataSince) },
  { head: 'Last location (UTC)', text: ({ values }) => utc(values.locatedAt) },
  { head: 'Network', text: ({ values }) => values.network },
  { head: 'Lock prefix of the group', text: ({ lock }) => lock?.prefix },
  { head: 'Lock listed (UTC)', text: ({ lock }) => utc(lock?.seenAt) },
  { head: 'IMEI before', text: ({ deviceChange }) => deviceChange?.before },
  { head: 'Not before (UTC)', text: ({ deviceChange }) => utc(deviceChange?.since) },
  { head: 'Not after (UTC)', text: ({ deviceChange }) => utc(deviceChange?.at) },
  { head: 'Other SIMs with this IMEI', text: ({ alsoOn }) => alsoOn },
  { head: 'First listed (UTC)', text: ({ firstSeenAt }) => utc(firstSeenAt) },
  { head: 'Last listed (UTC)', text: ({ seenAt }) => utc(seenAt) },
  { head: 'Not found since (UTC)', text: ({ notFoundSince }) => utc(notFoundSince) },
];

const eventColumns: readonly Column<ThingEvent>[] = [
  { head: 'Not before (UTC)', text: ({ since }) => utc(since) },
  { head: 'Not after (UTC)', text: ({ at }) => utc(at) },
  { head: 'ICCID', text: ({ iccid }) => iccid },
  { head: 'What', text: ({ kind }) => eventLabels[kind] },
  { head: 'Before', text: ({ before }) => before },
  { head: 'After', text: ({ after }) => after },
];

function utc(time: number | null | undefined): string | undefined {
  return typeof time === 'number' && isTimestamp(time) ? new Date(time).toISOString() : undefined;
}

/** A CSV file of SIMs as the memory has them, as decision 010 describes it. */
export function createSimsFile() {
  return createFile(simColumns);
}

/** A CSV file of what changed of SIMs. */
export function createEventsFile() {
  return createFile(eventColumns);
}

function createFile<T>(columns: readonly Column<T>[]) {
  const parts = createBlobParts('text/csv;charset=utf-8');
  parts.add(csvLine(columns.map(({ head }) => head)));
  return {
    add(rows: readonly T[]) {
      const line = (row: T) => csvLine(columns.map(({ text }) => String(text(row) ?? '')));
      parts.add(rows.map(line).join(''));
    },
    blob: parts.blob,
  };
}

/** For example `fleet-outside-lock_2026-11-21T0830Z_complete.csv`. */
export function fleetFileName(list: string, now: number, isComplete: boolean): string {
  const time = new Date(now).toISOString().slice(0, 16).replace(':', '');
  return `fleet-${list}_${time}Z_${isComplete ? 'complete' : 'partial'}.csv`;
}
