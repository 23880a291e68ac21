import type { ThingsGroup } from '#contract/thingsGroup.ts';

import type { SandboxOptions } from '../options.ts';
import { jsonResponse, ServiceError, textResponse, violation } from '../responses.ts';
import type { Route } from '../route.ts';
import { readFields } from '../validation.ts';
import type { Customer } from '../world/customers.ts';
import { type GroupPatch, isGroupName, maxNameLength, type StoredGroup } from '../world/groups.ts';
import { listItems } from '../world/listItems.ts';
import { changeGroup, groupsOf } from '../world/worldChanges.ts';

/** `GET /thingsgroup/listWithMeasures` (API document 4.3). */
export const listGroups: Route = {
  method: 'GET',
  path: '/thingsgroup/listWithMeasures',
  base: 'console',
  scope: 'read',
  apikey: 'required',
  run: ({ caller, options }) =>
    jsonResponse(groupsOf(caller.customer).map((group) => listItem(group, options))),
};

/** A list item (API document 2.3). The document does not show whether it has the two lock fields. */
function listItem(
  group: StoredGroup,
  { groupLockFields, groupFields, listItems: form }: SandboxOptions,
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
  return {
    ...item,
    Networks: listItems(form, item.Networks, 'NetworkName'),
    ...shown[groupLockFields],
    ...(groupFields === 'more' && moreFields(group)),
  };
}

/** Fields that API document 2.3 does not list, and roaming policies, which it shows only as an empty list. */
function moreFields({ id }: StoredGroup): object {
  return {
    RoamingPolicies: [{ PolicyId: `PolicyId_${id.slice(-4)}`, MCC: [262, 208] }, 'Policy_EU'],
    ContactPhone: '+493012345678',
    Contract: { Id: 'C-1042', Latitude: 52.52, Steps: [1, null] },
  };
}

/** `PUT /thingsgroup/{ThingsGroupId}` (API document 4.4); returns the id as plain text. */
export const updateGroup: Route = {
  method: 'PUT',
  path: '/thingsgroup/{ThingsGroupId}',
  base: 'console',
  scope: 'write',
  apikey: 'optional',
  run({ body, params, caller, options, service }) {
    const id = params.get('ThingsGroupId') ?? '';
    const { customer } = caller;
    const group = customer.groups.find((candidate) => candidate.id === id);
    if (!group) {
      const foreign = service.customers.some(({ groups }) => groups.some((one) => one.id === id));
      throw foreign
        ? new ServiceError(403, 'The Thing Group belongs to another account')
        : new ServiceError(404, `There is no Thing Group ${id}`);
    }
    const update = readUpdate(body, group, options);
    checkValues(update);
    checkState(update, group, customer);
    checkRules(update, group, customer, options);
    const now = options.clock.now();
    changeGroup(customer, group, update, now);
    service.puts.push({ at: now, user: caller.user.username, groupId: id, body: JSON.parse(body) });
    return textResponse(id);
  },
};

type Update = Required<GroupPatch>;

/** The fields of the body; an omitted field, if allowed, keeps its stored value. */
function readUpdate(body: string, group: StoredGroup, options: SandboxOptions): Update {
  const fields = readFields(
    body,
    {
      TelephonyProfileId: 'string',
      ThingsGroupName: 'string',
      IMEIPrefix: 'string',
      LockMasterImei: 'boolean',
    },
    {
      required: options.updateNeedsAllFields,
      refuseUnknown: options.unknownParameters === 'refuse',
    },
  );
  return {
    name: fields.text('ThingsGroupName') ?? group.name,
    profileId: fields.text('TelephonyProfileId') ?? group.profileId,
    imeiPrefix: fields.text('IMEIPrefix') ?? group.imeiPrefix,
    lockMasterImei: fields.flag('LockMasterImei') ?? group.lockMasterImei,
  };
}

/** 400: a value outside its range. */
function checkValues({ name, imeiPrefix }: Update): void {
  if (!isGroupName(name)) {
    throw new ServiceError(
      400,
      `Field "ThingsGroupName" must have 1 to ${maxNameLength} characters`,
    );
  }
  if (!/^\d{0,15}$/.test(imeiPrefix)) {
    throw new ServiceError(400, 'Field "IMEIPrefix" must be empty or have 1 to 15 digits');
  }
}

/** 409: another group has the name, or the caller read an older profile. */
function checkState(
  { name, profileId }: Update,
  group: StoredGroup,
  { groups, profiles }: Customer,
): void {
  const twin = groups.find(
    (other) => other !== group && other.name.toLowerCase() === name.toLowerCase(),
  );
  if (twin) throw new ServiceError(409, `A Thing Group named "${twin.name}" already exists`);
  if (profileId !== group.profileId && profiles.some(({ id }) => id === profileId)) {
    throw new ServiceError(
      409,
      `The group was changed in the meantime: its telephony profile is now ${group.profileId}`,
    );
  }
}

/** 422: valid fields that violate a business rule; the message names the constraint. */
function checkRules(
  { profileId, imeiPrefix, lockMasterImei }: Update,
  group: StoredGroup,
  { groups, profiles }: Customer,
  { lockedGroupsQuota }: SandboxOptions,
): void {
  if (!profiles.some(({ id }) => id === profileId)) {
    throw violation('known profile', 'TelephonyProfileId is not one of the customer’s profiles');
  }
  if (!lockMasterImei) return;
  if (imeiPrefix === '') {
    throw violation('lock needs a prefix', 'LockMasterImei is true and IMEIPrefix is empty');
  }
  const locked = groups.filter((other) => other !== group && other.lockMasterImei).length;
  if (lockedGroupsQuota !== null && locked >= lockedGroupsQuota) {
    throw violation('quota of locked groups', `at most ${lockedGroupsQuota} groups may be locked`);
  }
}
