import type { Customer } from './customers.ts';
import type { StoredGroup } from './groups.ts';
import { isListed } from './listing.ts';
import { fraction, hash32 } from './random.ts';
import { isDataBlocked, type Sim, type Usage, wasUsed } from './sims.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/**
 * The current location time and `Data` of a SIM. With `timePasses` on, each SIM in service reports every few minutes.
 * The values are computed when they are read, so a million SIMs cost nothing between reads.
 */
export function usageOf(customer: Customer, sim: Sim): Usage {
  const { time, seed } = customer;
  const usage = sim.drift?.usage ?? {
    until: time?.since ?? customer.worldTime,
    locatedAt: firstLocatedAt(customer, sim),
    data: sim.data,
  };
  if (!time || time.now <= usage.until || !isServed(customer, sim)) return usage;
  const interval = reportInterval(customer, sim);
  const offset = hash32(seed, sim.row, 91) % interval;
  const reportsBy = (at: number) => Math.floor((at - offset) / interval);
  const reports = reportsBy(time.now) - reportsBy(usage.until);
  if (reports === 0) return usage;
  const amount = isDataBlocked(sim, seed) ? 0 : 100 + (hash32(seed, sim.row, 92) % 20_000);
  return {
    until: usage.until,
    locatedAt: reportsBy(time.now) * interval + offset,
    data: usage.data + reports * amount,
  };
}

/** Stores a SIM's reported usage before a change that affects its service. */
export function settleUsage(customer: Customer, sim: Sim): void {
  if (!customer.time) return;
  sim.drift = { ...sim.drift, usage: { ...usageOf(customer, sim), until: customer.time.now } };
}

/** How often a SIM in service reports, in milliseconds: every 1 to 15 minutes. */
export function reportInterval({ seed }: Customer, { row }: Sim): number {
  return minute * (1 + (hash32(seed, row, 90) % 15));
}

/** Whether the network serves a SIM, with `timePasses` on. */
export function isServed(customer: Customer, sim: Sim): boolean {
  const { state, drift, group, imei } = sim;
  const isOn =
    state === 'ACTIVE' ||
    state === 'TEST_ACTIVE' ||
    (state === 'SUSPENDED' && drift?.isCounting === true);
  return (
    isOn &&
    drift?.isSilent !== true &&
    isListed(sim) &&
    isInsideLock(group, imei) &&
    customer.time?.cellsDown.has(cellOf(sim)) !== true &&
    isInUse(customer, sim)
  );
}

/** "Only devices whose IMEI lies in IMEIPrefix get SIM services" (API document 4.4, rule 1). */
export function isInsideLock(
  { lockMasterImei, imeiPrefix }: Pick<StoredGroup, 'lockMasterImei' | 'imeiPrefix'>,
  imei: string,
): boolean {
  return !lockMasterImei || imei.startsWith(imeiPrefix);
}

/** Whether the SIM is in use. A SIM that was silent for a day at the start stays silent. */
export function isInUse({ seed }: Customer, sim: Sim): boolean {
  if (sim.drift?.addedAt !== undefined) return true;
  return wasUsed(sim) && ageChance(seed, sim) < inUse;
}

/** One number for `Lac` and `CellId`, which together identify a cell. */
export function cellOf({ lac, cellId }: Pick<Sim, 'lac' | 'cellId'>): number {
  return lac * 2 ** 28 + cellId;
}

/** Half of the SIMs were last seen in the three days before the start, few over a hundred days before it. */
function firstLocatedAt({ seed, worldTime }: Customer, sim: Sim): number {
  return wasUsed(sim) ? worldTime - Math.floor(ageChance(seed, sim) ** 6 * 200 * day) : 0;
}

/** Below this value, the last location is at most 23 hours old. */
const inUse = 0.41;

function ageChance(seed: number, { row }: Sim): number {
  return fraction(seed, row, 42);
}
