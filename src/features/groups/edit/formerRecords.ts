import { isObject } from '#lib/isObject.ts';

/**
 * Records in the browser that the version before this one kept: a tab that is open while the console is updated has
 * them, and nothing that somebody typed is lost by that.
 */

/** Its names of what a group's record has. */
const formerNames: Readonly<Record<string, string>> = {
  name: 'ThingsGroupName',
  lock: 'LockMasterImei',
  prefix: 'IMEIPrefix',
  profileId: 'TelephonyProfileId',
  modified: 'DateModified',
};

/** Its record of a lock of several groups. */
export const formerSeveralGroups = 'several groups';

/**
 * @param record as it was kept, by this version or the one before
 * @param parts of it whose fields had other names
 */
export function withPresentNames(record: unknown, parts: readonly string[]): unknown {
  if (!isObject(record)) return record;
  const entries = Object.entries(record).map(([name, part]) => [
    name,
    parts.includes(name) && isObject(part) ? renamed(part) : part,
  ]);
  return Object.fromEntries(entries);
}

function renamed(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [formerNames[name] ?? name, value]),
  );
}
