import type { Insertable, Selectable } from 'kysely';
import * as z from 'zod/mini';

import type { ThingEventKind, ThingValues } from '#contract/inventoryThings.ts';
import { leadingDigits } from '#identifiers/imei.ts';

import type { Tables } from '../db/tables.ts';

/** For each value missing from the newest list, when the last list that carried it was requested. */
export type CarriedAt = Readonly<Record<string, number>>;

/** What the store knows about a SIM. All times are milliseconds of the database's clock. */
export interface ThingSnapshot extends ThingFacts {
  /** The service made the list between these two times. */
  readonly askedAt: number;
  readonly answeredAt: number;
  readonly revision: number;
}

interface ThingFacts {
  readonly values: ThingValues;
  /** The device; while none is reported, the last one that was. */
  readonly lastImei: string | undefined;
  /** The values missing from the newest list, and when the last list that carried them was requested. */
  readonly carriedAt: CarriedAt;
  /** When another device was last detected. */
  readonly deviceChangedAt: number | null;
  /** The last and the first list that carried `Data`, and since when it has been the same. */
  readonly dataAt: number | null;
  readonly dataFirstAt: number | null;
  readonly dataSince: number | null;
  /** The smallest `Data` since the SIM is suspended, and the first list that showed it. */
  readonly suspended: { readonly data: number; readonly since: number } | null;
  /** A code of the cell of the last location. */
  readonly cell: string | null;
  readonly firstSeenAt: number;
}

/** A SIM's values from a list, to be stored. */
export interface NewThingSnapshot extends ThingFacts {
  readonly iccid: string;
  /** Whether the snapshot that it was compared with has the same IMEI. */
  readonly isSameDevice?: boolean;
  /** Revision of the snapshot it was compared with; null without one. */
  readonly revision: number | null;
  readonly events: readonly {
    readonly id: string;
    readonly kind: ThingEventKind;
    readonly before: string;
    readonly after: string;
    /** When the last list with the value before was requested. */
    readonly since: number;
  }[];
}

type Row = Insertable<Tables['thingsSeen']>;

/** What a later snapshot replaces. */
export const writtenColumns = [
  'name',
  'groupId',
  'groupName',
  'state',
  'blocks',
  'imei',
  'device',
  'lastImei',
  'deviceChangedAt',
  'imsi',
  'data',
  'dataAt',
  'dataFirstAt',
  'dataSince',
  'suspendedData',
  'suspendedSince',
  'locatedAt',
  'network',
  'carriedAt',
  'cell',
  'askedAt',
  'answeredAt',
  'revision',
] as const satisfies readonly (keyof Row)[];

/** Numeric columns; the others are texts. */
export const numberColumns: ReadonlySet<keyof Row> = new Set([
  'deviceChangedAt',
  'data',
  'dataAt',
  'dataFirstAt',
  'dataSince',
  'suspendedData',
  'suspendedSince',
  'locatedAt',
  'firstSeenAt',
  'askedAt',
  'answeredAt',
  'revision',
]);

export function writeThing(
  snapshot: NewThingSnapshot,
): Omit<Row, 'customerId' | 'askedAt' | 'answeredAt'> {
  const { name, groupId, groupName, state, blocks } = snapshot.values;
  const { imei, imsi, data, locatedAt, network } = snapshot.values;
  const { iccid, lastImei, carriedAt, deviceChangedAt, suspended } = snapshot;
  const { dataAt, dataFirstAt, dataSince } = snapshot;
  return {
    iccid,
    name: name ?? null,
    groupId: groupId ?? null,
    groupName: groupName ?? null,
    state: state ?? null,
    blocks: blocks?.join(',') ?? null,
    imei: imei ?? null,
    device: leadingDigits(imei ?? '') ?? null,
    lastImei: lastImei ?? null,
    deviceChangedAt,
    imsi: imsi ?? null,
    data: data ?? null,
    dataAt,
    dataFirstAt,
    dataSince,
    suspendedData: suspended?.data ?? null,
    suspendedSince: suspended?.since ?? null,
    locatedAt: locatedAt ?? null,
    network: network ?? null,
    carriedAt: Object.keys(carriedAt).length > 0 ? JSON.stringify(carriedAt) : null,
    cell: snapshot.cell,
    firstSeenAt: snapshot.firstSeenAt,
    revision: (snapshot.revision ?? 0) + 1,
  };
}

export function readThing(row: Selectable<Tables['thingsSeen']>): ThingSnapshot {
  const { blocks, lastImei, suspendedData, suspendedSince } = row;
  const { name, groupId, groupName, state, imei, imsi, data, locatedAt, network } = row;
  const hasSuspended = suspendedData !== null && suspendedSince !== null;
  return {
    values: {
      ...(name !== null && { name }),
      ...(groupId !== null && { groupId }),
      ...(groupName !== null && { groupName }),
      ...(state !== null && { state }),
      ...(blocks !== null && { blocks: blocks.split(',').filter((flag) => flag !== '') }),
      ...(imei !== null && { imei }),
      ...(imsi !== null && { imsi }),
      ...(data !== null && { data }),
      ...(locatedAt !== null && { locatedAt }),
      ...(network !== null && { network }),
    },
    lastImei: lastImei ?? undefined,
    carriedAt: readCarriedAt(row.carriedAt),
    deviceChangedAt: row.deviceChangedAt,
    dataAt: row.dataAt,
    dataFirstAt: row.dataFirstAt ?? row.dataSince,
    dataSince: row.dataSince,
    suspended: hasSuspended ? { data: suspendedData, since: suspendedSince } : null,
    cell: row.cell,
    firstSeenAt: row.firstSeenAt,
    askedAt: row.askedAt,
    answeredAt: row.answeredAt,
    revision: row.revision,
  };
}

const carriedTimes = z.record(z.string(), z.number());

function readCarriedAt(text: string | null): CarriedAt {
  return text === null ? {} : carriedTimes.parse(JSON.parse(text));
}
