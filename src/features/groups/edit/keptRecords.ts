import { type GroupFieldKey, pickFields, settingKeys } from '#api/groupFields.ts';
import type { GroupSettings, GroupSnapshot } from '#api/groupSettings.ts';
import type { SaveOutcome } from '#api/saveOutcome.ts';
import { isObject } from '#lib/isObject.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

/**
 * Reads what another version of the console kept in the browser. A tab that is open during an update has such
 * records, and one that is open while the update is taken back has those of a newer version.
 */

/** The record of a lock of several groups, beside the drafts of single ones: no group has such an ID. */
export const severalGroupsDraft = '\u0000several groups';
/** Its name in an earlier version, which a group may have as its ID. */
const formerSeveralGroups = 'several groups';

/** What was kept of a lock of several groups, by any version; undefined if nothing was. */
export function keptSeveralGroups(drafts: SessionRecords): unknown {
  const former = drafts.read(formerSeveralGroups);
  return drafts.read(severalGroupsDraft) ?? (Array.isArray(former) ? former : undefined);
}

export function dropSeveralGroups(drafts: SessionRecords): void {
  drafts.drop(severalGroupsDraft);
  if (Array.isArray(drafts.read(formerSeveralGroups))) drafts.drop(formerSeveralGroups);
}

/** The names that an earlier version gave to fields of a group. */
const formerNames: ReadonlyMap<string, GroupFieldKey | 'DateModified'> = new Map([
  ['name', 'ThingsGroupName'],
  ['lock', 'LockMasterImei'],
  ['prefix', 'IMEIPrefix'],
  ['profileId', 'TelephonyProfileId'],
  ['modified', 'DateModified'],
]);

/** @param values of a group, by the names of any version */
export function withPresentNames(values: unknown): unknown {
  if (!isObject(values)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [formerNames.get(name) ?? name, value]),
  );
}

/** @param parts of the record that hold values of a group */
export function withPresentParts(record: unknown, parts: readonly string[]): unknown {
  if (!isObject(record)) return record;
  const renamed = parts.map((part) => [part, withPresentNames(record[part])]);
  return { ...record, ...Object.fromEntries(renamed) };
}

/**
 * The settings that the version that kept a record did not know. Each is what the group held when the record was
 * begun, or else what it has now; one that was never reported is left out.
 *
 * @param chosen has every setting that its version knew
 */
export function settingsUnknownTo(
  chosen: object,
  baseline: GroupSnapshot,
  present: GroupSnapshot = {},
): GroupSettings {
  const missing = settingKeys.filter((key) => !Object.hasOwn(chosen, key));
  return { ...pickFields(present, missing), ...pickFields(baseline, missing) };
}

/** The kinds of results that an earlier version had. One that was `changed` may have been sent or not. */
const formerOutcomes: Readonly<Record<string, SaveOutcome>> = {
  notSent: { outcome: 'not-sent' },
  reading: { outcome: 'not-sent', isUnderWay: true },
  sending: { outcome: 'unknown', isUnderWay: true },
  saved: { outcome: 'saved', check: 'confirmed' },
  unconfirmed: { outcome: 'saved', check: 'not-confirmable' },
  unchanged: { outcome: 'not-sent', why: 'unchanged' },
  changed: { outcome: 'not-seen', check: 'different' },
  refused: { outcome: 'refused' },
  unknown: { outcome: 'unknown' },
  look: { outcome: 'saved', check: 'different' },
  gone: { outcome: 'not-sent', why: 'gone' },
};

/** @param row of a lock of several groups, as any version kept it */
export function withOutcome(row: unknown): unknown {
  if (!isObject(row) || !isObject(row['report'])) return row;
  const { report, stored, ...rest } = row;
  const { kind, ...told } = row['report'];
  return { ...rest, outcome: { ...formerOutcomes[String(kind)], stored, told } };
}
