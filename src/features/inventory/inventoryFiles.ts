import type { ListedThing, ThingEvent } from '#api/inventory.ts';
import { eventLabels } from '#api/inventoryWords.ts';
import type { FileColumn } from '#lib/csvFile.ts';
import { utcTime } from '#lib/format.ts';

/** The columns of an exported list of SIMs. */
export const simColumns: readonly FileColumn<ListedThing>[] = [
  { head: 'ICCID', text: ({ iccid }) => iccid },
  { head: 'Name', text: ({ values }) => values.name },
  { head: 'Thing Group ID', text: ({ values }) => values.groupId },
  { head: 'Thing Group', text: ({ values }) => values.groupName },
  { head: 'State', text: ({ values }) => values.state },
  { head: 'Blocks', text: ({ values }) => values.blocks?.join('; ') },
  { head: 'IMEI', text: ({ values }) => values.imei },
  { head: 'Last known IMEI', text: ({ lastImei }) => lastImei },
  { head: 'Device model', text: ({ names }) => names?.model },
  { head: 'IMSI', text: ({ values }) => values.imsi },
  { head: 'Data', text: ({ values }) => values.data },
  { head: 'Data unchanged since (UTC)', text: ({ dataSince }) => utcTime(dataSince) },
  { head: 'Last location (UTC)', text: ({ values }) => utcTime(values.locatedAt) },
  { head: 'Network', text: ({ values }) => values.network },
  { head: 'Network name', text: ({ names }) => names?.network },
  { head: 'Group lock prefix', text: ({ lock }) => lock?.prefix },
  { head: 'Device model of the prefix', text: ({ names }) => names?.modelOfLock },
  { head: 'Lock listed (UTC)', text: ({ lock }) => utcTime(lock?.seenAt) },
  { head: 'Previous IMEI', text: ({ deviceChange }) => deviceChange?.before },
  { head: 'Previous device model', text: ({ names }) => names?.modelBefore },
  { head: 'Not before (UTC)', text: ({ deviceChange }) => utcTime(deviceChange?.since) },
  { head: 'Not after (UTC)', text: ({ deviceChange }) => utcTime(deviceChange?.at) },
  { head: 'Other SIMs with this IMEI', text: ({ alsoOn }) => alsoOn },
  { head: 'First listed (UTC)', text: ({ firstSeenAt }) => utcTime(firstSeenAt) },
  { head: 'Last listed (UTC)', text: ({ seenAt }) => utcTime(seenAt) },
  { head: 'Not found since (UTC)', text: ({ notFoundSince }) => utcTime(notFoundSince) },
];

/** The columns of an exported list of SIM changes. */
export const eventColumns: readonly FileColumn<ThingEvent>[] = [
  { head: 'Not before (UTC)', text: ({ since }) => utcTime(since) },
  { head: 'Not after (UTC)', text: ({ at }) => utcTime(at) },
  { head: 'ICCID', text: ({ iccid }) => iccid },
  { head: 'What', text: ({ kind }) => eventLabels[kind] },
  { head: 'Before', text: ({ before }) => before },
  { head: 'After', text: ({ after }) => after },
  { head: 'Device model before', text: ({ names }) => names?.before },
  { head: 'Device model after', text: ({ names }) => names?.after },
];
