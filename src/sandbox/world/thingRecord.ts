import type { Thing } from '#contract/thing.ts';

import type { SandboxOptions } from '../options.ts';
import type { Customer } from './customers.ts';
import { listItems } from './listItems.ts';
import { fraction, hash32 } from './random.ts';
import { blocksOf, hasOwnLock, type Sim, wasUsed } from './sims.ts';
import { usageOf } from './usage.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** A SIM's complete record: the fields of API document 2.4, then those that public clients have seen. */
export function thingRecord(customer: Customer, sim: Sim): Thing {
  const { id, seed, worldTime } = customer;
  const { row, operator, city, group, state } = sim;
  const chance = (salt: number) => fraction(seed, row, salt);
  const isUsed = wasUsed(sim);
  const created = worldTime - Math.floor(chance(40) * 900 * day) - 30 * day;
  const assigned = sim.drift?.addedAt ?? created + Math.floor(chance(41) * 20 * day);
  const usage = usageOf(customer, sim);
  const batch = `${new Date(created).toISOString().slice(0, 7)}-${1 + (hash32(seed, row, 43) % 4)}`;
  return {
    ExternalUniqueId: sim.iccid,
    ExternalUniqueType: 'ICCID',
    ActivationChargeFlag: chance(44) < 0.9,
    ActiveMobileSubscriber: sim.imsi,
    AddressSignal: isUsed
      ? `${operator.countryCode}${9_000_000 + (hash32(seed, row, 45) % 900)}`
      : '',
    BatchId: `BatchId_${batch}`,
    ExternalBatchId: `EXT-${batch}`,
    Block: blocksOf(sim, seed),
    CellId: sim.cellId,
    Lac: sim.lac,
    CreatedBy: `UserId_${id.slice(-4)}01`,
    CustomerId: id,
    Data: usage.data,
    DateAssignedToCustomer: assigned,
    DateCreated: created,
    DateModified:
      sim.modified ?? Math.max(assigned, worldTime - Math.floor(chance(51) ** 2 * 300 * day)),
    DeletionDate: null,
    ExpirationDate: null,
    ExternalHLRId: null,
    FencingRadius: chance(52) < 0.1 ? 500 + (hash32(seed, row, 53) % 20) * 250 : 0,
    FwBlockAttempts: null,
    GeoDistance: isUsed ? Math.floor(chance(54) ** 3 * 600) : 0,
    IMEI: sim.imei,
    IPs: state === 'ACTIVE' ? [{ IP: address(hash32(seed, row, 55)) }] : [],
    Curr_Latitude: null,
    Curr_Longitude: null,
    LastAccuracyLocation: {},
    LastLocation: {
      AccuracyInKM: isUsed ? Math.round((0.3 + chance(56) ** 3 * 12) * 100) / 100 : 0,
      IMSI: sim.imsi,
      IsLocationTypeAccurate: chance(57) < 0.6,
      Latitude: isUsed ? near(city.latitude, chance(58)) : 0,
      Longitude: isUsed ? near(city.longitude, chance(59)) : 0,
      MCC: operator.mcc,
      MNC: operator.mnc,
      MNOId: operator.id,
      Timestamp: usage.locatedAt,
      Type: 'Point',
    },
    ThingId: `ThingId_${hash32(seed, row, 60).toString(16).padStart(8, '0')}${row.toString(16)}`,
    ThingName: sim.name,
    ThingDescription: sim.description,
    ThingsGroupId: group.id,
    ThingsGroupName: group.name,
    State: state,
    BillingState: state === 'TEST_ACTIVE' ? 'TEST' : state === 'RETIRED' ? 'ENDED' : 'BILLED',
    MSISDN: sim.msisdn,
    MasterIMEI: hasOwnLock(sim, seed) ? sim.imei : '',
    LockMasterImei: hasOwnLock(sim, seed),
    MnoName: isUsed ? operator.name : '',
    ThingTag: [...sim.tags],
  };
}

/** At most about 25 km away. */
function near(degrees: number, chance: number): number {
  return Math.round((degrees + (chance - 0.5) * 0.4) * 100_000) / 100_000;
}

function address(hash: number): string {
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`;
}

/** The fields of a Thing that API document 2.4 does not list. */
// prettier-ignore
const seenFields: ReadonlySet<string> = new Set<keyof Thing>([
  'ThingId', 'ThingName', 'ThingDescription', 'ThingsGroupId', 'ThingsGroupName', 'State',
  'BillingState', 'MSISDN', 'MasterIMEI', 'LockMasterImei', 'MnoName', 'ThingTag',
]);

/** The record in the form that the options set; with `brokenRecords` one in fifty is unusable. */
export function wireRecord(
  customer: Customer,
  sim: Sim,
  { brokenRecords, thingFields, integersAsText, cells, listItems: form }: SandboxOptions,
): unknown {
  const documented = inCells(cells, thingRecord(customer, sim));
  const thing = {
    ...documented,
    IPs: listItems(form, documented.IPs, 'IP'),
    ...(thingFields === 'filled' && filled(documented)),
  };
  if (brokenRecords && sim.row % 50 === 17) return broken(thing, Math.floor(sim.row / 50) % 3);
  if ((thingFields === 'seen' || thingFields === 'filled') && !integersAsText) return thing;
  const entries: [string, unknown][] = Object.entries(thing);
  const shown =
    thingFields === 'documented' ? entries.filter(([name]) => !seenFields.has(name)) : entries;
  return Object.fromEntries(
    shown.map(([name, value]) => {
      if (thingFields === 'nulls' && name !== 'ExternalUniqueId') return [name, null];
      return [name, integersAsText ? asText(value) : value];
    }),
  );
}

/** Values of the fields that API document 2.4 shows only as null, without giving their types. */
function filled({
  DateCreated,
  ExternalUniqueId,
}: Pick<Thing, 'DateCreated' | 'ExternalUniqueId'>) {
  return {
    // In the future, like a planned date.
    DeletionDate: DateCreated + 20 * 365 * day,
    ExpirationDate: DateCreated + 10 * 365 * day,
    ExternalHLRId: { Name: `HLR-${ExternalUniqueId.slice(-2)}` },
    FwBlockAttempts: [3, 'since Monday'],
    Curr_Latitude: 48.1372,
    Curr_Longitude: 11.5755,
  };
}

/** A cell id or location area in the chosen notation. */
export function cellText(cells: SandboxOptions['cells'], cell: number): string {
  return cells === 'numbers' ? String(cell) : cell.toString(16).toUpperCase().padStart(4, '0');
}

function inCells(cells: SandboxOptions['cells'], thing: Thing) {
  if (cells === 'numbers') return thing;
  return { ...thing, CellId: cellText(cells, thing.CellId), Lac: cellText(cells, thing.Lac) };
}

/** Integers as strings, at every depth. */
function asText(value: unknown): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value;
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, asText(inner)]));
}

/** Null, a record without an identifier, or an identifier that lost digits as a number. */
function broken(thing: Pick<Thing, 'ThingName' | 'ExternalUniqueId'>, kind: number): unknown {
  if (kind === 0) return null;
  if (kind === 1) return { ThingName: thing.ThingName, State: 7 };
  return { ...thing, ExternalUniqueId: Number(thing.ExternalUniqueId) };
}
