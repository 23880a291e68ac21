import type { Fleet } from '../seed/fleet.ts';
import { fleetStates } from '../seed/fleet.ts';
import { type GroupPlan, networkNames, profileNames } from '../seed/groupPlans.ts';
import { fraction, hash32, itemAt } from '../seed/random.ts';

/** What the service keeps of a Thing Group; its list item is made from it (API document 2.3). */
export interface StoredGroup {
  readonly id: string;
  readonly customerId: string;
  name: string;
  readonly description: string;
  profileId: string;
  profileName: string;
  readonly networks: readonly { readonly NetworkId: string; readonly NetworkName: string }[];
  imeiPrefix: string;
  lockMasterImei: boolean;
  dateModified: number;
  readonly measures: Record<'Active' | 'Alarm' | 'Data' | 'SMS' | 'Voice' | 'total', number>;
}

/** What may change of a group. */
export type GroupPatch = Partial<
  Pick<StoredGroup, 'name' | 'profileId' | 'imeiPrefix' | 'lockMasterImei'>
>;

export interface GroupStore {
  all(): readonly StoredGroup[];
  find(id: string): StoredGroup | undefined;
  /** The group that was made from the plan of this number. */
  ofPlan(plan: number): StoredGroup;
  /** Stores the change with a new DateModified. */
  change(group: StoredGroup, patch: GroupPatch, now: number): void;
  /** Whether the customer has a telephony profile of this id. */
  hasProfile(id: string): boolean;
}

/** @param firstIds numbers in the ids of the customer's first profile and network; no customer has another's */
export function createGroupStore(
  customerId: string,
  fleet: Fleet,
  plans: readonly GroupPlan[],
  worldTime: number,
  firstIds: { readonly profile: number; readonly network: number },
): GroupStore {
  const profiles = profileNames.map((name, index) => ({
    id: `TelephonyProfile_${firstIds.profile + index}`,
    name,
  }));
  const networks = networkNames.map((NetworkName, index) => ({
    NetworkId: `NetworkId_${firstIds.network + index}`,
    NetworkName,
  }));
  const measures = measure(fleet, plans.length);
  const groups = plans.map((plan, number): StoredGroup => {
    const profile = itemAt(profiles, plan.profile);
    return {
      id: `ThingsGroupId_${hash32(fleet.seed, number, 70).toString(16).padStart(8, '0')}`,
      customerId,
      name: plan.name,
      description: plan.description,
      profileId: profile.id,
      profileName: profile.name,
      networks: plan.networks.map((network) => itemAt(networks, network)),
      imeiPrefix: plan.imeiPrefix,
      lockMasterImei: plan.locked,
      dateModified: worldTime - Math.floor(fraction(fleet.seed, number, 71) * 200 * 86_400_000),
      measures: itemAt(measures, number),
    };
  });
  return {
    all: () => groups,
    find: (id) => groups.find((group) => group.id === id),
    ofPlan: (plan) => itemAt(groups, plan),
    change(group, patch, now) {
      Object.assign(group, patch);
      const profile = profiles.find(({ id }) => id === group.profileId);
      if (profile) group.profileName = profile.name;
      // A second change within one millisecond must still be seen as a change.
      group.dateModified = Math.max(now, group.dateModified + 1);
    },
    hasProfile: (id) => profiles.some((profile) => profile.id === id),
  };
}

/** Counts and sums of each group. The document names no unit and no period. */
function measure(fleet: Fleet, plans: number) {
  const sums = Array.from({ length: plans }, () => ({
    Active: 0,
    Alarm: 0,
    Data: 0,
    SMS: 0,
    Voice: 0,
    total: 0,
  }));
  for (let row = 0; row < fleet.size; row++) {
    const sum = itemAt(sums, fleet.group[row] ?? 0);
    sum.total++;
    if (fleetStates[fleet.state[row] ?? 0] === 'ACTIVE') sum.Active++;
    if (fraction(fleet.seed, row, 72) < 0.01) sum.Alarm++;
    sum.Data += fleet.data[row] ?? 0;
    sum.SMS += hash32(fleet.seed, row, 73) % 30;
    sum.Voice += hash32(fleet.seed, row, 74) % 4;
  }
  return sums;
}
