import { type GroupFieldKey, pickFields, settingKeys } from '#api/groupFields.ts';
import type { GroupSettings, GroupSnapshot } from '#api/groupSettings.ts';
import type { SaveOutcome } from '#api/saveOutcome.ts';
import { isObject } from '#lib/isObject.ts';
import type { SessionRecords } from '#lib/sessionRecords.ts';

/**
 * Reads records that a different version of the console stored in the browser. Tabs that stay open during an update
 * have older records; after a rollback they have newer ones.
 */

/** The name of the stored run over several groups. Drafts are stored by group id, and no group has this id. */
export const severalGroupsDraft = '\u0000several groups';
/** Its name in an earlier version, which could also be a group's id. */
const formerSeveralGroups = 'several groups';

/** The stored record of locking several groups, from any version; undefined if there is none. */
export function keptSeveralGroups(drafts: SessionRecords): unknown {
  const former = drafts.read(formerSeveralGroups);
  return drafts.read(severalGroupsDraft) ?? (Array.isArray(former) ? former : undefined);
}

export function dropSeveralGroups(drafts: SessionRecords): void {
  drafts.drop(severalGroupsDraft);
  if (Array.isArray(drafts.read(formerSeveralGroups))) drafts.drop(formerSeveralGroups);
}

/** An earlier version's names for group fields. */
const formerNames: ReadonlyMap<string, GroupFieldKey | 'DateModified'> = new Map([
  ['name', 'ThingsGroupName'],
  ['lock', 'LockMasterImei'],
  ['prefix', 'IMEIPrefix'],
  ['profileId', 'TelephonyProfileId'],
  ['modified', 'DateModified'],
]);

/** @param values a group's values under any version's names */
export function withPresentNames(values: unknown): unknown {
  if (!isObject(values)) return values;
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [formerNames.get(name) ?? name, value]),
  );
}

/** @param parts the parts of the record that hold group values */
export function withPresentParts(record: unknown, parts: readonly string[]): unknown {
  if (!isObject(record)) return record;
  const renamed = parts.map((part) => [part, withPresentNames(record[part])]);
  return { ...record, ...Object.fromEntries(renamed) };
}

/**
 * The settings unknown to the version that stored a record. Each has the group's value from when the record was
 * created, or else its current value; unreported settings are omitted.
 *
 * @param chosen has every setting known to its version
 */
export function settingsUnknownTo(
  chosen: object,
  baseline: GroupSnapshot,
  present: GroupSnapshot = {},
): GroupSettings {
  const missing = settingKeys.filter((key) => !Object.hasOwn(chosen, key));
  return { ...pickFields(present, missing), ...pickFields(baseline, missing) };
}

/** The outcomes as an earlier version named them. A `changed` save may or may not have been sent. */
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

/** @param row a row of a run over several groups, from any version */
export function withOutcome(row: unknown): unknown {
  if (!isObject(row) || !isObject(row['report'])) return row;
  const { report, stored, ...rest } = row;
  const { kind, ...told } = row['report'];
  return { ...rest, outcome: { ...formerOutcomes[String(kind)], stored, told } };
}
