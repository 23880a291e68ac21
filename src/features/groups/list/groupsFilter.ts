import type { ThingsGroupRecord } from '#api/groups.ts';

/** The groups that have the text, in any case, in their name, id, description, profile, networks or IMEI prefix. */
export function matchingGroups(
  groups: readonly ThingsGroupRecord[],
  text: string,
): readonly ThingsGroupRecord[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return groups;
  return groups.filter((group) =>
    [
      group.ThingsGroupName,
      group.ThingsGroupId,
      group.ThingsGroupDescription,
      group.TelephonyProfileName,
      group.IMEIPrefix,
      ...(group.Networks ?? []).map((network) => network.NetworkName),
    ].some((part) => part?.toLowerCase().includes(wanted)),
  );
}
