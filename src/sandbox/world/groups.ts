import { type GroupPlan, networkNames, profileNames } from './groupPlans.ts';
import { fraction, hash32, itemAt } from './random.ts';

/** A stored Thing Group; its list item is derived from it (API document 2.3). */
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

/** The fields of a group that can change. */
export type GroupPatch = Partial<
  Pick<StoredGroup, 'name' | 'profileId' | 'imeiPrefix' | 'lockMasterImei'>
>;

export interface Profile {
  readonly id: string;
  readonly name: string;
}

/** @param firstId number in the id of the first profile; no two customers share a number */
export function createProfiles(firstId: number): readonly Profile[] {
  return profileNames.map((name, index) => ({ id: `TelephonyProfile_${firstId + index}`, name }));
}

/** @param firstNetworkId number in the id of the first network; no two customers share a number */
export function createGroups(
  customerId: string,
  plans: readonly GroupPlan[],
  profiles: readonly Profile[],
  firstNetworkId: number,
  seed: number,
  worldTime: number,
): readonly StoredGroup[] {
  const networks = networkNames.map((NetworkName, index) => ({
    NetworkId: `NetworkId_${firstNetworkId + index}`,
    NetworkName,
  }));
  return plans.map((plan, number): StoredGroup => {
    const profile = itemAt(profiles, plan.profile);
    return {
      id: `ThingsGroupId_${hash32(seed, number, 70).toString(16).padStart(8, '0')}`,
      customerId,
      name: plan.name,
      description: plan.description,
      profileId: profile.id,
      profileName: profile.name,
      networks: plan.networks.map((network) => itemAt(networks, network)),
      imeiPrefix: plan.imeiPrefix,
      lockMasterImei: plan.locked,
      dateModified: worldTime - Math.floor(fraction(seed, number, 71) * 200 * 86_400_000),
      measures: { Active: 0, Alarm: 0, Data: 0, SMS: 0, Voice: 0, total: 0 },
    };
  });
}

export const maxNameLength = 128;

/** Whether the service accepts this name if no other group has it. */
export function isGroupName(name: string): boolean {
  return name.trim() !== '' && name.length <= maxNameLength;
}

/** Stores a change with a new DateModified. */
export function storeGroup(
  group: StoredGroup,
  patch: GroupPatch,
  profiles: readonly Profile[],
  now: number,
): void {
  Object.assign(group, patch);
  const profile = profiles.find(({ id }) => id === group.profileId);
  if (profile) group.profileName = profile.name;
  // Two changes within one millisecond need different times.
  group.dateModified = Math.max(now, group.dateModified + 1);
}
