import type { Thing } from '#contract/thing.ts';

import type { GroupPlan } from './groupPlans.ts';
import { planOfEachRow } from './groupPlans.ts';
import type { StoredGroup } from './groups.ts';
import { hostileStringOf } from './hostileStrings.ts';
import { type CardNumbers, cardNumbers, deviceModels, deviceOf, imeiOf } from './identifiers.ts';
import { type City, type Operator, operators } from './operators.ts';
import { fraction, hash32, itemAt } from './random.ts';

/** The two states in API document 3, then states that public clients of the service have seen. */
export type SimState = 'ACTIVE' | 'SUSPENDED' | 'PROVISIONED' | 'TEST_ACTIVE' | 'RETIRED';

/** Each state with the share of the SIMs that have this state or a state above it. */
const stateShares: readonly (readonly [state: SimState, upTo: number])[] = [
  ['ACTIVE', 0.88],
  ['SUSPENDED', 0.965],
  ['PROVISIONED', 0.985],
  ['TEST_ACTIVE', 0.995],
  ['RETIRED', 1],
];

/** Ids of the tags that Things carry, the most common first. */
export const tagIds: readonly string[] = [
  'TagId_priority', 'TagId_pilot', 'TagId_spare', 'TagId_night', 'TagId_leased', 'TagId_audit',
]; // prettier-ignore

/**
 * The stored values of one SIM: those that filters and sorting need. The rest of its record is computed from the row
 * and the seed when it is read (thingRecord.ts).
 */
export interface Sim extends Omit<CardNumbers, 'imsi'> {
  /** Number of the record, from 0. */
  readonly row: number;
  imsi: string;
  imei: string;
  readonly name: string;
  readonly description: string;
  group: StoredGroup;
  readonly operator: Operator;
  readonly city: City;
  readonly cellId: number;
  readonly lac: number;
  readonly tags: readonly string[];
  readonly data: number;
  state: SimState;
  /** When the SIM last changed since the start, in milliseconds since the epoch. */
  modified: number | undefined;
  /** Other changes since the start, with `timePasses` on. */
  drift: Drift | undefined;
}

/** How a SIM differs from the values given by its row and the seed. */
export interface Drift {
  readonly blocks?: Thing['Block'];
  /** Only for SIMs added after the start: when the SIM was assigned to the customer. */
  readonly addedAt?: number;
  /** The customer no longer has the SIM. */
  readonly isRemoved?: true;
  /** The SIM has stopped reporting. */
  readonly isSilent?: boolean;
  /** The SIM is used although it is suspended. */
  readonly isCounting?: boolean;
  readonly usage?: Usage;
}

/** The usage reported for a SIM up to a time. */
export interface Usage {
  /** Milliseconds since the Unix epoch, like all times here. */
  readonly until: number;
  readonly locatedAt: number;
  readonly data: number;
}

/** A SIM that was never used has no device and has seen no operator. */
export function wasUsed({ state }: Pick<Sim, 'state'>): boolean {
  return state !== 'PROVISIONED';
}

/** Determines a customer's SIMs; the same values give the same SIMs. */
export interface SimSource {
  readonly seed: number;
  readonly things: number;
  readonly plans: readonly GroupPlan[];
  /** The group of each plan. */
  readonly groups: readonly StoredGroup[];
  /** Number of the first card; different for each customer, so that no two share identifiers. */
  readonly firstCard: number;
  /** Whether some names and descriptions are hostile strings. */
  readonly hostile: boolean;
}

/** The SIMs of a customer; more may be added later. */
export interface Sims {
  /** All SIMs by row. */
  readonly all: readonly Sim[];
  /** Appends a SIM in this group: active, without a reported device. */
  add(group: StoredGroup, addedAt: number): Sim;
}

export function createSims({ seed, things, plans, groups, firstCard, hostile }: SimSource): Sims {
  const reachable = plans.map(({ regions }) =>
    operators.filter(({ region }) => regions.includes(region)),
  );
  const counts = plans.map(() => 0);
  const create = (planIndex: number, row: number): Sim => {
    const plan = itemAt(plans, planIndex);
    const operator = mostlyFirst(itemAt(reachable, planIndex), fraction(seed, row, 20));
    const city = itemAt(operator.cities, hash32(seed, row, 21) % operator.cities.length);
    const device = deviceOf(plan.devices, seed, row);
    const state = stateOf(fraction(seed, row, 23));
    const isUsed = wasUsed({ state });
    const count = (counts[planIndex] ?? 0) + 1;
    counts[planIndex] = count;
    const name = `${plan.code}-${city.code}-${String(count).padStart(5, '0')}`;
    const description = `${deviceModels[device].name}, ${city.name}`;
    return {
      ...cardNumbers(plan.issuer, seed, firstCard + row),
      row,
      imei: isUsed ? imeiOf(device, seed, row) : '',
      name: (hostile ? hostileStringOf(row, 3) : undefined) ?? name,
      description: (hostile ? hostileStringOf(row, 11) : undefined) ?? description,
      group: itemAt(groups, planIndex),
      operator,
      city,
      ...(isUsed ? cellAt(seed, row, placeOf(operator, city)) : { cellId: 0, lac: 0 }),
      tags: tagIds.filter((_, tag) => fraction(seed, row, 30 + tag) < 0.18 / (tag + 1)),
      data: isUsed ? Math.floor(fraction(seed, row, 24) ** 4 * 900_000_000) : 0,
      state,
      modified: undefined,
      drift: undefined,
    };
  };
  const all = planOfEachRow(seed, things, plans).map(create);
  return {
    all,
    add(group, addedAt) {
      const like = create(groups.indexOf(group), all.length);
      const place = placeOf(like.operator, like.city);
      const sim: Sim = {
        ...like,
        state: 'ACTIVE',
        imei: '',
        data: 0,
        ...cellAt(seed, like.row, place),
        drift: { addedAt, usage: { until: addedAt, locatedAt: addedAt, data: 0 } },
      };
      all.push(sim);
      return sim;
    },
  };
}

/**
 * Adds a SIM to its group's measures. The API document specifies no unit or period.
 *
 * @param times 1 to add the SIM, -1 to subtract it
 */
export function countInGroup(sim: Sim, seed: number, times: 1 | -1 = 1): void {
  const { row, group, state, data } = sim;
  const { measures } = group;
  measures.total += times;
  if (state === 'ACTIVE') measures.Active += times;
  if (fraction(seed, row, 72) < 0.01) measures.Alarm += times;
  measures.Data += times * data;
  measures.SMS += times * (hash32(seed, row, 73) % 30);
  measures.Voice += times * (hash32(seed, row, 74) % 4);
}

/** Whether the SIM works only in the device that `MasterIMEI` names. */
export function hasOwnLock({ row }: Pick<Sim, 'row'>, seed: number): boolean {
  return fraction(seed, row, 61) < 0.03;
}

/** Whether the `Data` flag is set; checked for every SIM when usage is totalled. */
export function isDataBlocked({ row, drift }: Sim, seed: number): boolean {
  return drift?.blocks?.Data ?? fraction(seed, row, 46) < 0.04;
}

/** The block flags that are set (API document 2.4). */
export function blocksOf(sim: Sim, seed: number): Thing['Block'] {
  const { row, drift } = sim;
  return (
    drift?.blocks ?? {
      Data: isDataBlocked(sim, seed),
      LTEData: fraction(seed, row, 47) < 0.02,
      SMS_MO: fraction(seed, row, 48) < 0.05,
      SMS_MO_except_home_country: fraction(seed, row, 49) < 0.08,
      SMS_MT: fraction(seed, row, 50) < 0.02,
    }
  );
}

function mostlyFirst<T>(choices: readonly T[], chance: number): T {
  return itemAt(choices, Math.floor(chance ** 2 * choices.length));
}

function stateOf(chance: number): SimState {
  return stateShares.find(([, upTo]) => chance < upTo)?.[0] ?? 'RETIRED';
}

function placeOf(operator: Operator, city: City): number {
  return operators.indexOf(operator) * 8 + operator.cities.indexOf(city);
}

/** The cells of a city repeat, so a filter by cell finds neighbours. */
function cellAt(seed: number, row: number, place: number): Pick<Sim, 'cellId' | 'lac'> {
  const cell = place * 64 + (hash32(seed, row, 25) % 40);
  return {
    cellId: 1 + (hash32(seed, cell, 26) % 268_000_000),
    lac: 1 + (hash32(seed, place, 22) % 65_000),
  };
}
