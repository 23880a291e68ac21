import { readFields } from '../body.ts';
import { ServiceError } from '../errors.ts';
import type { SandboxOptions } from '../options.ts';
import type { GroupPatch, GroupStore, StoredGroup } from './groupStore.ts';

const fields = {
  TelephonyProfileId: 'string',
  ThingsGroupName: 'string',
  IMEIPrefix: 'string',
  LockMasterImei: 'boolean',
} as const;
const longestName = 128;

/**
 * Reads the body of `PUT /thingsgroup/{ThingsGroupId}` (API document 4.4) and checks it against what
 * is stored. Throws 400 for fields, 409 for a clash with the present state, 422 for a broken rule.
 */
export function readGroupUpdate(
  body: string,
  group: StoredGroup,
  groups: GroupStore,
  options: SandboxOptions,
): GroupPatch {
  const values = readFields(body, fields, {
    required: options.updateNeedsAllFields,
    refuseUnknown: options.unknownParameters === 'refuse',
  });
  const text = (name: 'TelephonyProfileId' | 'ThingsGroupName' | 'IMEIPrefix', kept: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? value : kept;
  };
  const lock = values.get('LockMasterImei');
  const patch = {
    name: text('ThingsGroupName', group.name),
    profileId: text('TelephonyProfileId', group.profileId),
    imeiPrefix: text('IMEIPrefix', group.imeiPrefix),
    lockMasterImei: typeof lock === 'boolean' ? lock : group.lockMasterImei,
  };
  checkValues(patch);
  checkState(patch, group, groups);
  checkRules(patch, group, groups, options);
  return patch;
}

/** 400: a value outside its range. */
function checkValues({ name, imeiPrefix }: Required<GroupPatch>): void {
  if (name.trim() === '' || name.length > longestName) {
    throw new ServiceError(400, `Field "ThingsGroupName" must have 1 to ${longestName} characters`);
  }
  if (!/^\d{0,15}$/.test(imeiPrefix)) {
    throw new ServiceError(400, 'Field "IMEIPrefix" must be empty or have 1 to 15 digits');
  }
}

/** 409: the name belongs to another group, or the caller's picture of the group is old. */
function checkState(patch: Required<GroupPatch>, group: StoredGroup, groups: GroupStore): void {
  const twin = groups
    .all()
    .find((other) => other !== group && other.name.toLowerCase() === patch.name.toLowerCase());
  if (twin) throw new ServiceError(409, `A Thing Group named "${twin.name}" already exists`);
  if (patch.profileId !== group.profileId && groups.hasProfile(patch.profileId)) {
    throw new ServiceError(
      409,
      `The group was changed meanwhile: its telephony profile is ${group.profileId} now`,
    );
  }
}

/** 422: valid fields that break a rule; the message names the constraint. */
function checkRules(
  patch: Required<GroupPatch>,
  group: StoredGroup,
  groups: GroupStore,
  { lockedGroupsQuota }: SandboxOptions,
): void {
  if (!groups.hasProfile(patch.profileId)) {
    throw new ServiceError(
      422,
      'Constraint "known profile" is violated: TelephonyProfileId names no profile of the customer',
    );
  }
  if (!patch.lockMasterImei) return;
  if (patch.imeiPrefix === '') {
    throw new ServiceError(
      422,
      'Constraint "lock needs a prefix" is violated: LockMasterImei is true and IMEIPrefix is empty',
    );
  }
  const locked = groups.all().filter((other) => other !== group && other.lockMasterImei).length;
  if (lockedGroupsQuota !== null && locked >= lockedGroupsQuota) {
    throw new ServiceError(
      422,
      `Constraint "quota of locked groups" is violated: at most ${lockedGroupsQuota} groups may be locked`,
    );
  }
}
