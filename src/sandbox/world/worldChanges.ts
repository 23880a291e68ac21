import type { Customer } from './customers.ts';
import { type GroupPatch, storeGroup, type StoredGroup } from './groups.ts';
import { isListed } from './listing.ts';
import { countInGroup, type Drift, type Sim } from './sims.ts';
import { isInsideLock, settleUsage, usageOf } from './usage.ts';

/** The properties of a SIM that can change. */
export type SimPatch = Partial<Pick<Sim, 'imei' | 'imsi' | 'group' | 'state' | 'modified'>> & {
  readonly drift?: Drift;
};

/** Changes a SIM, and updates lists, searches and its group's measures. */
export function changeSim(customer: Customer, sim: Sim, { drift, ...patch }: SimPatch): void {
  const { listing, seed } = customer;
  settleUsage(customer, sim);
  countInGroup(sim, seed, -1);
  Object.assign(sim, patch);
  countInGroup(sim, seed);
  if (drift) sim.drift = { ...sim.drift, ...drift };
  if (patch.imei !== undefined) listing.changed(sim, ['imei']);
  if (patch.imsi !== undefined) listing.changed(sim, ['imsi']);
}

/** Adds a new SIM to one of the customer's groups. */
export function addSim(customer: Customer, group: StoredGroup, at: number): Sim {
  const sim = customer.createSim(group, at);
  countInGroup(sim, customer.seed);
  customer.listing.add(sim);
  return sim;
}

/** Removes a SIM from the customer: lists no longer show it. */
export function removeSim(customer: Customer, sim: Sim): void {
  settleUsage(customer, sim);
  countInGroup(sim, customer.seed, -1);
  sim.drift = { ...sim.drift, isRemoved: true };
  customer.listing.remove(sim);
}

/** Changes a group with a new DateModified. A lock cuts off devices that do not match it; unlocking restores them. */
export function changeGroup(
  customer: Customer,
  group: StoredGroup,
  patch: GroupPatch,
  now: number,
): void {
  const next = { ...group, ...patch };
  if (customer.time && isOtherLock(group, next)) {
    for (const sim of customer.sims) {
      if (sim.group !== group || isInsideLock(group, sim.imei) === isInsideLock(next, sim.imei)) {
        continue;
      }
      settleUsage(customer, sim);
    }
  }
  storeGroup(group, patch, customer.profiles, now);
}

/** A customer's groups, with their SIMs' usage so far. */
export function groupsOf(customer: Customer): readonly StoredGroup[] {
  const { time, groups, sims } = customer;
  if (!time) return groups;
  for (const { measures } of groups) measures.Data = 0;
  for (const sim of sims) {
    if (isListed(sim)) sim.group.measures.Data += usageOf(customer, sim).data;
  }
  return groups;
}

function isOtherLock(a: StoredGroup, b: StoredGroup): boolean {
  return a.lockMasterImei !== b.lockMasterImei || a.imeiPrefix !== b.imeiPrefix;
}
