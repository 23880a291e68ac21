import { createGroupStore, type GroupStore } from './groups/groupStore.ts';
import { createFleet, type Fleet } from './seed/fleet.ts';
import { mainPlans, otherPlans } from './seed/groupPlans.ts';
import { hostilePlans } from './seed/hostileTexts.ts';

/** The customer whose SIMs most users of the sandbox see. */
export const mainCustomerId = 'cid_4c1e7a90';
/** A second customer, to prove that data never mix. */
export const otherCustomerId = 'cid_b82d5f13';

/** Everything that belongs to one customer. */
export interface Customer {
  readonly id: string;
  readonly fleet: Fleet;
  readonly groups: GroupStore;
  /** What the records take for "now", in milliseconds since the Unix epoch. */
  readonly worldTime: number;
}

/**
 * The two customers of a world. The same seed, size and time give the same world.
 *
 * @param things number of SIMs of the first customer; the second has 120
 * @param now start of the world; only its hour counts
 * @param hostile whether some texts are such as break careless programs
 */
export function createCustomers(
  seed: number,
  things: number,
  now: number,
  hostile = false,
): readonly Customer[] {
  const worldTime = now - (now % 3_600_000);
  const customer = (
    id: string,
    worldSeed: number,
    size: number,
    usualPlans: typeof mainPlans,
    firstCard: number,
    firstIds: { readonly profile: number; readonly network: number },
  ) => {
    const plans = hostile ? hostilePlans(usualPlans) : usualPlans;
    const fleet = createFleet(worldSeed, size, plans, firstCard, hostile);
    return {
      id,
      fleet,
      worldTime,
      groups: createGroupStore(id, fleet, plans, worldTime, firstIds),
    };
  };
  return [
    customer(mainCustomerId, seed, things, mainPlans, 0, { profile: 7001, network: 301 }),
    customer(otherCustomerId, seed + 7919, 120, otherPlans, 10_000_000, {
      profile: 8001,
      network: 401,
    }),
  ];
}
