import type { ThingRecord } from '#api/things.ts';
import { lastDevice } from '#identifiers/lastDevice.ts';

/** The facts about a SIM that an IMEI lock depends on. */
export type Sim = ReturnType<typeof simOf>;

export function simOf(thing: ThingRecord) {
  const { ExternalUniqueId: iccid, ThingName: name, State: state, IMEI: imei } = thing;
  const raw = thing.raw['IMEI'];
  const reported = imei ?? asText(raw);
  return {
    iccid,
    name,
    /** As the service reports it; undefined if it reports none. */
    state: state?.trim() || undefined,
    /** The IMEI as reported; empty if there is none. */
    reported,
    device: lastDevice(reported, typeof raw === 'number'),
  };
}

/** A value that is not text is shown unchanged, never dropped. */
function asText(value: unknown): string {
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** A group as stored by the service, without a new name typed in a form. */
export interface GroupIdentity {
  readonly id: string;
  readonly name: string;
}

/** Whether a Thing found by a group's name belongs to the group; `unsure` if the Thing does not report its group. */
export type Membership = 'member' | 'other' | 'unsure';

/**
 * API document 4.5 does not show "how filters match": a filter for "North" may also find the Things in "North 2", so
 * each record's own group is checked, by id if it has one.
 */
export function membership(thing: ThingRecord, group: GroupIdentity): Membership {
  if (thing.ThingsGroupId) return thing.ThingsGroupId === group.id ? 'member' : 'other';
  if (thing.ThingsGroupName) return thing.ThingsGroupName === group.name ? 'member' : 'other';
  return 'unsure';
}
