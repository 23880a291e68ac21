import type { NameOf } from '#api/nameLookup.ts';
import type { ThingRecord } from '#api/things.ts';
import { counted } from '#lib/counted.ts';
import { absent, utcTime } from '#lib/format.ts';
import { withName } from '#lib/withName.ts';

import { codeIn } from '../codeIn.ts';
import { joinLines } from '../detail/ticketText.ts';
import { tacOfThing } from '../deviceOf.ts';
import { exportColumns } from '../export/exportColumns.ts';
import { columnFields } from '../list/columns/columnFields.ts';
import { rowHeaderId } from '../list/columns/columnLayout.ts';
import type { ThingField } from '../thingFields.ts';

/** One field across all compared SIMs. */
export interface CompareRow {
  readonly field: ThingField;
  /** The plain text for each SIM; empty if its record lacks the field, undefined if there is no record. */
  readonly texts: readonly (string | undefined)[];
  readonly differs: boolean;
}

/** The device model, the first digits of an IMEI. A different model is a common reason for a SIM without service. */
const tacField: ThingField = {
  id: 'TAC',
  label: 'TAC (last known IMEI)',
  kind: 'identifier',
  section: 'device',
  isUndocumented: false,
  read: tacOfThing,
};

/** Fields that may explain a SIM without service come first. Fields that differ between any two SIMs come last. */
const firstFields = [
  'State',
  'Block',
  'ThingsGroupName',
  'TAC',
  'IMEI',
  'MasterIMEI',
  'LockMasterImei',
  'LastLocation.Timestamp',
  'MnoName',
  'LastLocation.MCC',
  'LastLocation.MNC',
  'Lac',
  'CellId',
  'IPs',
  'BillingState',
  'Data',
];
const lastFields = new Set([
  'ThingName',
  'ThingDescription',
  'MSISDN',
  'ActiveMobileSubscriber',
  'ThingId',
]);

const orderedFields: readonly ThingField[] = [tacField, ...columnFields]
  .filter(({ id }) => id !== rowHeaderId)
  .toSorted((a, b) => rank(a) - rank(b));

function rank({ id }: ThingField): number {
  const first = firstFields.indexOf(id);
  if (first !== -1) return first;
  return firstFields.length + (lastFields.has(id) ? 1 : 0);
}

/**
 * The fields of all records, starting with those that may explain a SIM without service.
 *
 * @param things undefined for a SIM that has not been read or was not found, which is not counted as a difference
 * @param nameOf names of device models and networks, which follow their codes
 */
export function compareRows(
  things: readonly (ThingRecord | undefined)[],
  nameOf?: NameOf,
): readonly CompareRow[] {
  return orderedFields.flatMap((field) => {
    const texts = things.map(
      (thing) => thing && withName(textOf(field, thing), nameOf?.(comparedCode(field, thing))),
    );
    const known = texts.filter((text) => text !== undefined);
    if (known.every((text) => text === '')) return [];
    return [{ field, texts, differs: new Set(known).size > 1 }];
  });
}

/** The code whose name the row shows. An IMEI has none, because its TAC has a row of its own. */
export function comparedCode({ id }: ThingField, thing: ThingRecord): string | undefined {
  return id === 'TAC' || id === 'LastLocation.MNC' ? codeIn(id, thing) : undefined;
}

/** The value as it appears in an exported file. */
function textOf(field: ThingField, thing: ThingRecord): string {
  const texts = exportColumns([field]).map(({ text }) => text(thing));
  return texts.every((text) => text === '') ? '' : texts.join(', ');
}

/** What a comparison contains about one SIM besides its fields. */
export interface ComparedSim {
  readonly iccid: string;
  readonly readAt?: number | undefined;
  readonly requestId?: string | undefined;
  /** Whether it has a record. */
  readonly isFound: boolean;
}

/** The comparison as text for a ticket. Times are in UTC. */
export function compareText(
  sims: readonly ComparedSim[],
  rows: readonly CompareRow[],
  differencesOnly: boolean,
): string {
  const line = ({ field, texts }: CompareRow) =>
    `${field.label}: ${texts.map((text, index) => `[${index + 1}] ${text === undefined || text === '' ? absent : text}`).join('  ')}`;
  const differing = rows.filter(({ differs }) => differs);
  const same = rows.filter(({ differs }) => !differs);
  const lines = [
    `Comparison of ${counted(sims.length, 'SIM')}`,
    ...sims.map(({ iccid, readAt, requestId, isFound }, index) => {
      const read = `read at ${utcTime(readAt) ?? absent}, request ID ${requestId ?? absent}`;
      const missing = readAt === undefined ? 'not read' : `not found, ${read}`;
      return `[${index + 1}] ${iccid}, ${isFound ? read : missing}`;
    }),
    '',
    `Differences: ${differing.length}`,
    ...differing.map(line),
    ...(differencesOnly ? [] : ['', `The same: ${same.length}`, ...same.map(line)]),
  ];
  return joinLines(lines);
}
