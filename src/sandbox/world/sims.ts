import type { GroupPlan } from './groupPlans.ts';
import { planOfEachRow } from './groupPlans.ts';
import type { StoredGroup } from './groups.ts';
import { hostileStringOf } from './hostileStrings.ts';
import { type CardNumbers, cardNumbers, deviceModels, deviceOf, imeiOf } from './identifiers.ts';
import { type City, type Operator, operators } from './operators.ts';
import { fraction, hash32, itemAt } from './random.ts';

/** The two states of the API document 3, then others that public clients of the service have seen. */
export type SimState = 'ACTIVE' | 'SUSPENDED' | 'PROVISIONED' | 'TEST_ACTIVE' | 'RETIRED';

/** Each state with the share of the SIMs that have it or one of those above it. */
const stateShares: readonly (readonly [state: SimState, upTo: number])[] = [
  ['ACTIVE', 0.88],
  ['SUSPENDED', 0.965],
  ['PROVISIONED', 0.985],
  ['TEST_ACTIVE', 0.995],
  ['RETIRED', 1],
];

/** Ids of the tags that Things carry, the commonest first. */
export const tagIds: readonly string[] = [
  'TagId_priority', 'TagId_pilot', 'TagId_spare', 'TagId_night', 'TagId_leased', 'TagId_audit',
]; // prettier-ignore

/**
 * What is stored of one SIM: the values that filters and sorting need. The rest of its record follows
 * from the row and the seed when it is read (thingRecord.ts).
 */
export interface Sim extends CardNumbers {
  /** Number of the record, from 0. */
  readonly row: number;
  readonly imei: string;
  readonly name: string;
  readonly description: string;
  readonly group: StoredGroup;
  readonly operator: Operator;
  readonly city: City;
  readonly cellId: number;
  readonly lac: number;
  readonly tags: readonly string[];
  readonly data: number;
  state: SimState;
  /** When the SIM was changed since the start, in milliseconds since the epoch. */
  modified: number | undefined;
}

/** A SIM that was never used has no device and has met no operator. */
export function wasUsed({ state }: Pick<Sim, 'state'>): boolean {
  return state !== 'PROVISIONED';
}

/** Where the SIMs of one customer come from; the same values give the same SIMs. */
export interface SimSource {
  readonly seed: number;
  readonly things: number;
  readonly plans: readonly GroupPlan[];
  /** The group of each plan. */
  readonly groups: readonly StoredGroup[];
  /** Number of the first card, so that two customers share no identifier. */
  readonly firstCard: number;
  /** Whether some names and descriptions are hostile strings. */
  readonly hostile: boolean;
}

export function createSims({
  seed,
  things,
  plans,
  groups,
  firstCard,
  hostile,
}: SimSource): readonly Sim[] {
  const reachable = plans.map(({ regions }) =>
    operators.filter(({ region }) => regions.includes(region)),
  );
  const counts = plans.map(() => 0);
  return planOfEachRow(seed, things, plans).map((planIndex, row): Sim => {
    const plan = itemAt(plans, planIndex);
    const operator = mostlyFirst(itemAt(reachable, planIndex), fraction(seed, row, 20));
    const cityIndex = hash32(seed, row, 21) % operator.cities.length;
    const city = itemAt(operator.cities, cityIndex);
    const place = operators.indexOf(operator) * 8 + cityIndex;
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
      cellId: isUsed ? cellOf(seed, row, place) : 0,
      lac: isUsed ? 1 + (hash32(seed, place, 22) % 65_000) : 0,
      tags: tagIds.filter((_, tag) => fraction(seed, row, 30 + tag) < 0.18 / (tag + 1)),
      data: isUsed ? Math.floor(fraction(seed, row, 24) ** 4 * 900_000_000) : 0,
      state,
      modified: undefined,
    };
  });
}

/** Adds a SIM to the measures of its group. The API document names no unit and no period. */
export function countInGroup({ row, group: { measures }, state, data }: Sim, seed: number): void {
  measures.total++;
  if (state === 'ACTIVE') measures.Active++;
  if (fraction(seed, row, 72) < 0.01) measures.Alarm++;
  measures.Data += data;
  measures.SMS += hash32(seed, row, 73) % 30;
  measures.Voice += hash32(seed, row, 74) % 4;
}

function mostlyFirst<T>(choices: readonly T[], chance: number): T {
  return itemAt(choices, Math.floor(chance ** 2 * choices.length));
}

function stateOf(chance: number): SimState {
  return stateShares.find(([, upTo]) => chance < upTo)?.[0] ?? 'RETIRED';
}

/** The cells of a city repeat, so a filter by cell finds neighbours. */
function cellOf(seed: number, row: number, place: number): number {
  return 1 + (hash32(seed, place * 64 + (hash32(seed, row, 25) % 40), 26) % 268_000_000);
}
