import type { ThingsGroup } from '#contract/thingsGroup.ts';

import type { SandboxOptions } from '../options.ts';
import type { StoredGroup } from './groupStore.ts';

/** The item of the group list (API document 2.3); the two lock fields only as the option says. */
export function groupItem(
  group: StoredGroup,
  lockFields: SandboxOptions['groupLockFields'],
): Readonly<Record<string, unknown>> {
  const item: ThingsGroup = {
    ThingsGroupId: group.id,
    ThingsGroupName: group.name,
    ThingsGroupDescription: group.description,
    CustomerId: group.customerId,
    TelephonyProfileId: group.profileId,
    TelephonyProfileName: group.profileName,
    Networks: [...group.networks],
    RoamingPolicies: [],
    ...group.measures,
    DateModified: group.dateModified,
  };
  const { imeiPrefix: IMEIPrefix, lockMasterImei: LockMasterImei } = group;
  const shown: Record<SandboxOptions['groupLockFields'], object> = {
    both: { IMEIPrefix, LockMasterImei },
    prefixOnly: { IMEIPrefix },
    lockOnly: { LockMasterImei },
    nulls: { IMEIPrefix: null, LockMasterImei: null },
    none: {},
  };
  return { ...item, ...shown[lockFields] };
}
