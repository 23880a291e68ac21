import { type GroupIds, oddGroupIds } from './groupIds.ts';
import { mainPlans, otherPlans } from './groupPlans.ts';
import { createGroups, createProfiles, type Profile, type StoredGroup } from './groups.ts';
import { hostilePlans } from './hostileStrings.ts';
import { createListing, type Listing } from './listing.ts';
import { countInGroup, createSims, type Sim, type Sims } from './sims.ts';

/** The customer of most sandbox users. */
export const mainCustomerId = 'cid_4c1e7a90';
/** A second customer, to prove that customers' data never mix. */
export const otherCustomerId = 'cid_b82d5f13';

/** All data of one customer. */
export interface Customer {
  readonly id: string;
  readonly seed: number;
  /** The "now" of the records, in milliseconds since the Unix epoch. */
  readonly worldTime: number;
  readonly profiles: readonly Profile[];
  readonly groups: readonly StoredGroup[];
  /** All SIMs by row, including those that are no longer listed. */
  readonly sims: readonly Sim[];
  readonly listing: Listing;
  /** See {@link Sims}; the new SIM is not in the listing yet. */
  readonly createSim: Sims['add'];
  /** How far time has progressed; undefined with `timePasses` off. */
  time: PassedTime | undefined;
}

/** How far time has progressed for a customer's SIMs. */
export interface PassedTime {
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
  now: number;
  /** Cells that are out of service, by their key (`cellOf`). */
  readonly cellsDown: Set<number>;
}

/** Determines a world: the same values, with `now` in the same hour, give the same world. */
export interface WorldSource {
  readonly seed: number;
  /** How many SIMs the first customer has; the second has 120. */
  readonly things: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: number;
  /** Whether some names and descriptions are hostile strings. */
  readonly hostile: boolean;
  /** The form of the first customer's group ids. */
  readonly groupIds: GroupIds;
}

export function createCustomers(world: WorldSource): readonly Customer[] {
  const worldTime = world.now - (world.now % 3_600_000);
  const createCustomer = (given: {
    readonly id: string;
    readonly seed: number;
    readonly things: number;
    readonly plans: typeof mainPlans;
    readonly firstCard: number;
    readonly firstProfileId: number;
    readonly firstNetworkId: number;
    readonly groupIds: GroupIds;
  }): Customer => {
    const { id, seed, things, firstCard } = given;
    const plans = world.hostile ? hostilePlans(given.plans) : given.plans;
    const profiles = createProfiles(given.firstProfileId);
    const groups = createGroups(id, plans, profiles, given.firstNetworkId, seed, worldTime).map(
      (group, number) => ({ ...group, id: oddGroupIds[given.groupIds][number] ?? group.id }),
    );
    const sims = createSims({ seed, things, plans, groups, firstCard, hostile: world.hostile });
    for (const sim of sims.all) countInGroup(sim, seed);
    return {
      id,
      seed,
      worldTime,
      profiles,
      groups,
      sims: sims.all,
      listing: createListing(sims.all),
      createSim: sims.add,
      time: undefined,
    };
  };
  return [
    createCustomer({
      id: mainCustomerId,
      seed: world.seed,
      things: world.things,
      plans: mainPlans,
      firstCard: 0,
      firstProfileId: 7001,
      firstNetworkId: 301,
      groupIds: world.groupIds,
    }),
    createCustomer({
      id: otherCustomerId,
      seed: world.seed + 7919,
      things: 120,
      plans: otherPlans,
      firstCard: 10_000_000,
      firstProfileId: 8001,
      firstNetworkId: 401,
      groupIds: 'plain',
    }),
  ];
}
