import type { Thing } from '#contract/thing.ts';

import type { Customer } from '../customer.ts';
import { fleetStates, tagIds } from '../seed/fleet.ts';
import { operators } from '../seed/operators.ts';
import { fraction, hash32, itemAt } from '../seed/random.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** The whole record of one SIM (API document 2.4, with the further fields that were seen), built anew on each call. */
export function thingRecord(customer: Customer, row: number): Thing {
  const { fleet, worldTime } = customer;
  const { seed } = fleet;
  const chance = (salt: number) => fraction(seed, row, salt);
  const operator = itemAt(operators, fleet.operator[row] ?? 0);
  const city = itemAt(operator.cities, fleet.city[row] ?? 0);
  const state = itemAt(fleetStates, fleet.state[row] ?? 0);
  const used = state !== 'PROVISIONED';
  const group = customer.groups.ofPlan(fleet.group[row] ?? 0);
  const created = worldTime - Math.floor(chance(40) * 900 * day) - 30 * day;
  const assigned = created + Math.floor(chance(41) * 20 * day);
  const lastSeen = used ? worldTime - Math.floor(chance(42) ** 6 * 200 * day) : 0;
  const batch = `${new Date(created).toISOString().slice(0, 7)}-${1 + (hash32(seed, row, 43) % 4)}`;
  return {
    ExternalUniqueId: fleet.iccid.at(row),
    ExternalUniqueType: 'ICCID',
    ActivationChargeFlag: chance(44) < 0.9,
    ActiveMobileSubscriber: fleet.imsi.at(row),
    AddressSignal: used
      ? `${operator.countryCode}${9_000_000 + (hash32(seed, row, 45) % 900)}`
      : '',
    BatchId: `BatchId_${batch}`,
    ExternalBatchId: `EXT-${batch}`,
    Block: {
      Data: chance(46) < 0.04,
      LTEData: chance(47) < 0.02,
      SMS_MO: chance(48) < 0.05,
      SMS_MO_except_home_country: chance(49) < 0.08,
      SMS_MT: chance(50) < 0.02,
    },
    CellId: fleet.cellId[row] ?? 0,
    Lac: fleet.lac[row] ?? 0,
    CreatedBy: `UserId_${customer.id.slice(-4)}01`,
    CustomerId: customer.id,
    Data: fleet.data[row] ?? 0,
    DateAssignedToCustomer: assigned,
    DateCreated: created,
    DateModified:
      fleet.modified.get(row) ??
      Math.max(assigned, worldTime - Math.floor(chance(51) ** 2 * 300 * day)),
    DeletionDate: null,
    ExpirationDate: null,
    ExternalHLRId: null,
    FencingRadius: chance(52) < 0.1 ? 500 + (hash32(seed, row, 53) % 20) * 250 : 0,
    FwBlockAttempts: null,
    GeoDistance: used ? Math.floor(chance(54) ** 3 * 600) : 0,
    IMEI: fleet.imei.at(row),
    IPs: used && state === 'ACTIVE' ? [{ IP: address(hash32(seed, row, 55)) }] : [],
    Curr_Latitude: null,
    Curr_Longitude: null,
    LastAccuracyLocation: {},
    LastLocation: {
      AccuracyInKM: used ? Math.round((0.3 + chance(56) ** 3 * 12) * 100) / 100 : 0,
      IMSI: fleet.imsi.at(row),
      IsLocationTypeAccurate: chance(57) < 0.6,
      Latitude: used ? near(city.latitude, chance(58)) : 0,
      Longitude: used ? near(city.longitude, chance(59)) : 0,
      MCC: operator.mcc,
      MNC: operator.mnc,
      MNOId: operator.id,
      Timestamp: lastSeen,
      Type: 'Point',
    },
    ThingId: `ThingId_${hash32(seed, row, 60).toString(16).padStart(8, '0')}${row.toString(16)}`,
    ThingName: fleet.name.at(row),
    ThingDescription: fleet.description.at(row),
    ThingsGroupId: group.id,
    ThingsGroupName: group.name,
    State: state,
    BillingState: state === 'TEST_ACTIVE' ? 'TEST' : state === 'RETIRED' ? 'ENDED' : 'BILLED',
    MSISDN: fleet.msisdn.at(row),
    MasterIMEI: chance(61) < 0.03 ? fleet.imei.at(row) : '',
    LockMasterImei: chance(61) < 0.03,
    MnoName: used ? operator.name : '',
    ThingTag: tagIds.filter((_, tag) => ((fleet.tags[row] ?? 0) >> tag) & 1),
  };
}

/** Within about 25 km. */
function near(degrees: number, chance: number): number {
  return Math.round((degrees + (chance - 0.5) * 0.4) * 100_000) / 100_000;
}

function address(hash: number): string {
  return `10.${(hash >>> 16) & 255}.${(hash >>> 8) & 255}.${hash & 255}`;
}
