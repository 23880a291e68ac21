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
  switch (lockFields) {
    case 'both':
      return { ...item, IMEIPrefix, LockMasterImei };
    case 'prefixOnly':
      return { ...item, IMEIPrefix };
    case 'lockOnly':
      return { ...item, LockMasterImei };
    case 'nulls':
      return { ...item, IMEIPrefix: null, LockMasterImei: null };
    case 'none':
      return item;
  }
}
