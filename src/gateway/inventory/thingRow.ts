import type { Insertable, Selectable } from 'kysely';
import * as z from 'zod/mini';

import { leadingDigits } from '#identifiers/imei.ts';

import type { Tables } from '../db/tables.ts';
import type { SnapshotTime } from '../history/diffSnapshot.ts';
import type { CarriedAt, KnownThing, ThingDifference } from './diffThing.ts';
import { knownOnly } from './listedThings.ts';

/** The stored data about a SIM. All times are milliseconds on the database's clock. */
export interface ThingSnapshot extends ThingFacts, SnapshotTime {
  readonly revision: number;
}

type StoredRow = Selectable<Tables['thingsSeen']>;

interface ThingFacts
  extends
    Omit<KnownThing, 'askedAt'>,
    Pick<StoredRow, 'deviceChangedAt' | 'dataAt' | 'dataFirstAt' | 'dataSince'>,
    Pick<StoredRow, 'cell' | 'firstSeenAt'> {
  /** The smallest `Data` since the SIM was suspended, and the first list that showed it. */
  readonly suspended: { readonly data: number; readonly since: number } | null;
}

/** A SIM's values from a list, to be stored. */
export interface NewThingSnapshot extends ThingFacts {
  readonly iccid: string;
  /** Whether the snapshot it was compared with has the same IMEI. */
  readonly isSameDevice?: boolean;
  /** Revision of the snapshot it was compared with; null if there was none. */
  readonly revision: number | null;
  readonly events: readonly (ThingDifference & { readonly id: string })[];
}

type Row = Insertable<Tables['thingsSeen']>;

const textColumns = [
  'name',
  'groupId',
  'groupName',
  'state',
  'blocks',
  'imei',
  'device',
  'lastImei',
  'imsi',
  'network',
  'carriedAt',
  'cell',
] as const satisfies readonly (keyof Row)[];

export const numberColumns = [
  'deviceChangedAt',
  'data',
  'dataAt',
  'dataFirstAt',
  'dataSince',
  'suspendedData',
  'suspendedSince',
  'locatedAt',
  'askedAt',
  'answeredAt',
  'revision',
] as const satisfies readonly (keyof Row)[];

/** The columns that are replaced by a later snapshot. */
export const writtenColumns = [...textColumns, ...numberColumns];

export function writeThing(
  snapshot: NewThingSnapshot,
): Omit<Row, 'customerId' | 'askedAt' | 'answeredAt'> {
  const { name, groupId, groupName, state, blocks } = snapshot.values;
  const { imei, imsi, data, locatedAt, network } = snapshot.values;
  const { iccid, lastImei, carriedAt, deviceChangedAt, suspended } = snapshot;
  const { dataAt, dataFirstAt, dataSince, cell, firstSeenAt } = snapshot;
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
    cell,
    firstSeenAt,
    revision: (snapshot.revision ?? 0) + 1,
  };
}

export function readThing(row: StoredRow): ThingSnapshot {
  const { name, groupId, groupName, state, imei, imsi, data, locatedAt, network } = row;
  const { lastImei, suspendedData, suspendedSince } = row;
  const { deviceChangedAt, dataAt, dataSince, cell, firstSeenAt } = row;
  const { askedAt, answeredAt, revision } = row;
  const blocks = row.blocks?.split(',').filter((flag) => flag !== '');
  const ofDevice = { imei, imsi, data, locatedAt, network };
  const hasSuspended = suspendedData !== null && suspendedSince !== null;
  return {
    values: knownOnly({ name, groupId, groupName, state, blocks, ...ofDevice }),
    lastImei: lastImei ?? undefined,
    carriedAt: readCarriedAt(row.carriedAt),
    deviceChangedAt,
    dataAt,
    dataFirstAt: row.dataFirstAt ?? dataSince,
    dataSince,
    suspended: hasSuspended ? { data: suspendedData, since: suspendedSince } : null,
    cell,
    firstSeenAt,
    askedAt,
    answeredAt,
    revision,
  };
}

const carriedTimes = z.record(z.string(), z.number());

function readCarriedAt(text: string | null): CarriedAt {
  return text === null ? {} : carriedTimes.parse(JSON.parse(text));
}
