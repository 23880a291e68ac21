import type { ThingRecord } from '#api/things.ts';

/** A group as the service has it stored, not as a form would rename it. */
export interface GroupIdentity {
  readonly id: string;
  readonly name: string;
}

/** Whether a Thing that the filter by group name found is of the group: `unsure` where it does not say. */
export type Membership = 'member' | 'other' | 'unsure';

/**
 * "How filters match" is not shown (API document 4.5): a filter for "North" may find the Things of
 * "North 2" as well, so each record is asked for its own group, by id where it carries one.
 */
export function membership(thing: ThingRecord, group: GroupIdentity): Membership {
  if (thing.ThingsGroupId) return thing.ThingsGroupId === group.id ? 'member' : 'other';
  if (thing.ThingsGroupName) return thing.ThingsGroupName === group.name ? 'member' : 'other';
  return 'unsure';
}
