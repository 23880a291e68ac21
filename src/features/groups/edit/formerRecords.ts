import type { SaveOutcome } from '#api/saveOutcome.ts';
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

/** Its kinds of results of a lock of several groups. One that was `changed` may have been sent or not. */
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

/** @param row of a lock of several groups, as it was kept by this version or the one before */
export function withOutcome(row: unknown): unknown {
  if (!isObject(row) || !isObject(row['report'])) return row;
  const { report, stored, ...rest } = row;
  const { kind, ...told } = row['report'];
  return { ...rest, outcome: { ...formerOutcomes[String(kind)], stored, told } };
}
