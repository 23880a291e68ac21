import { deviceModels } from './devices.ts';
import type { GroupPlan } from './groupPlans.ts';
import { groupSizes, shuffledGroups } from './groupSizes.ts';
import { hostileText } from './hostileTexts.ts';
import { deviceOf, iccidOf, imeiOf, imsiOf, msisdnOf } from './identifiers.ts';
import { issuers } from './issuers.ts';
import { operators } from './operators.ts';
import { fraction, hash32, itemAt } from './random.ts';
import { createTextColumn, type TextColumn } from './textColumn.ts';

/** States of a Thing by number: the two of the API document 3, then others that were seen. */
export const fleetStates = [
  'ACTIVE',
  'SUSPENDED',
  'PROVISIONED',
  'TEST_ACTIVE',
  'RETIRED',
] as const;
const stateLimits = [0.88, 0.965, 0.985, 0.995];

/** Tags that Things carry, by number; the API filters by id. */
export const tagIds = [
  'TagId_priority', 'TagId_pilot', 'TagId_spare', 'TagId_night', 'TagId_leased', 'TagId_audit',
] as const; // prettier-ignore

/**
 * All SIMs of one customer as columns. Only what a filter or the sort needs is kept; everything else
 * of a record follows from its row number when it is asked for (things/record.ts).
 */
export interface Fleet {
  readonly seed: number;
  readonly size: number;
  readonly iccid: TextColumn;
  readonly imsi: TextColumn;
  readonly msisdn: TextColumn;
  readonly imei: TextColumn;
  readonly name: TextColumn;
  readonly description: TextColumn;
  /** Number of the plan that the row's group was made from. */
  readonly group: Uint16Array;
  /** Place in `operators`, and in its cities. */
  readonly operator: Uint8Array;
  readonly city: Uint8Array;
  /** Place in `fleetStates`. */
  readonly state: Uint8Array;
  readonly cellId: Uint32Array;
  readonly lac: Uint16Array;
  /** One bit for each of `tagIds`. */
  readonly tags: Uint8Array;
  readonly data: Uint32Array;
  /** When a row was changed since the start, in milliseconds since the epoch. */
  readonly modified: Map<number, number>;
  /** Rows in the order of their names. */
  byName(): Uint32Array;
}

/**
 * The same arguments give the same fleet.
 *
 * @param size number of Things
 * @param hostile whether some names and descriptions are hostile texts
 * @param firstCard number of the first card, so that two fleets share no identifier
 */
export function createFleet(
  seed: number,
  size: number,
  plans: readonly GroupPlan[],
  firstCard: number,
  hostile = false,
): Fleet {
  const group = shuffledGroups(seed, groupSizes(size, plans));
  const numbers = {
    operator: new Uint8Array(size),
    city: new Uint8Array(size),
    state: new Uint8Array(size),
    cellId: new Uint32Array(size),
    lac: new Uint16Array(size),
    tags: new Uint8Array(size),
    data: new Uint32Array(size),
  };
  const iccids: string[] = [];
  const imsis: string[] = [];
  const msisdns: string[] = [];
  const imeis: string[] = [];
  const names: string[] = [];
  const descriptions: string[] = [];
  const counts = plans.map(() => 0);
  const choices = plans.map((plan) =>
    operators.flatMap((operator, index) => (plan.regions.includes(operator.region) ? [index] : [])),
  );
  for (let row = 0; row < size; row++) {
    const planNumber = group[row] ?? 0;
    const plan = itemAt(plans, planNumber);
    const issuer = issuers[plan.issuer];
    const operatorNumber = skewed(itemAt(choices, planNumber), seed, row);
    const { cities } = itemAt(operators, operatorNumber);
    const cityNumber = hash32(seed, row, 21) % cities.length;
    const city = itemAt(cities, cityNumber);
    const device = deviceOf(plan, seed, row);
    const stateNumber = stateOf(seed, row);
    const neverUsed = fleetStates[stateNumber] === 'PROVISIONED';
    const count = (counts[planNumber] ?? 0) + 1;
    counts[planNumber] = count;
    numbers.operator[row] = operatorNumber;
    numbers.city[row] = cityNumber;
    numbers.state[row] = stateNumber;
    numbers.lac[row] = neverUsed
      ? 0
      : 1 + (hash32(seed, operatorNumber * 8 + cityNumber, 22) % 65_000);
    numbers.cellId[row] = neverUsed ? 0 : cellOf(seed, row, operatorNumber * 8 + cityNumber);
    numbers.tags[row] = tagsOf(seed, row);
    numbers.data[row] = neverUsed ? 0 : Math.floor(fraction(seed, row, 24) ** 4 * 900_000_000);
    iccids.push(iccidOf(issuer, seed, firstCard + row));
    imsis.push(imsiOf(issuer, seed, firstCard + row));
    msisdns.push(msisdnOf(issuer, seed, firstCard + row));
    imeis.push(neverUsed ? '' : imeiOf(device, seed, row));
    names.push(`${plan.code}-${city.code}-${String(count).padStart(5, '0')}`);
    descriptions.push(`${deviceModels[device].name}, ${city.name}`);
  }
  if (hostile) {
    for (let row = 0; row < size; row++) {
      names[row] = hostileText(row, 3, names[row] ?? '');
      descriptions[row] = hostileText(row, 11, descriptions[row] ?? '');
    }
  }
  const name = createTextColumn(names);
  let sorted: Uint32Array | undefined;
  return {
    seed,
    size,
    group,
    ...numbers,
    modified: new Map(),
    iccid: createTextColumn(iccids),
    imsi: createTextColumn(imsis),
    msisdn: createTextColumn(msisdns),
    imei: createTextColumn(imeis),
    name,
    description: createTextColumn(descriptions),
    byName() {
      sorted ??= Uint32Array.from(
        names.map((text, row) => ({ text, row })).toSorted(byText),
        ({ row }) => row,
      );
      return sorted;
    },
  };
}

function byText(a: { text: string; row: number }, b: { text: string; row: number }): number {
  if (a.text === b.text) return a.row - b.row;
  return a.text < b.text ? -1 : 1;
}

/** Most rows take one of the first choices. */
function skewed(choices: readonly number[], seed: number, row: number): number {
  return itemAt(choices, Math.floor(fraction(seed, row, 20) ** 2 * choices.length));
}

function stateOf(seed: number, row: number): number {
  const chance = fraction(seed, row, 23);
  const place = stateLimits.findIndex((limit) => chance < limit);
  return place < 0 ? stateLimits.length : place;
}

/** Cells of a city repeat, so that a filter by cell finds neighbours. */
function cellOf(seed: number, row: number, place: number): number {
  return 1 + (hash32(seed, place * 64 + (hash32(seed, row, 25) % 40), 26) % 268_000_000);
}

function tagsOf(seed: number, row: number): number {
  let bits = 0;
  for (let tag = 0; tag < tagIds.length; tag++) {
    if (fraction(seed, row, 30 + tag) < 0.18 / (tag + 1)) bits |= 1 << tag;
  }
  return bits;
}
