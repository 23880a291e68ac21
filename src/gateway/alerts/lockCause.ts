import { sql } from 'kysely';

import type { Alert } from '#contract/alerts.ts';

import { type HistoryLimits, historySince } from '../db/historyLimits.ts';
import type { RecordReader } from '../db/recordReads.ts';
import { readValues } from '../db/storedValues.ts';
import { isInList } from '../inventory/groupLocks.ts';

/** How many changes to these groups are searched for one that changed a lock. */
const maxChanges = 200;

/**
 * The newest change to the lock of one of these groups in a period, which may be why SIMs are outside their lock now.
 * Null if the history has none: then the devices or the SIMs' groups have changed.
 */
export async function readLockCause(
  reader: RecordReader,
  limits: Pick<HistoryLimits, 'historyMs'>,
  given: {
    readonly customerId: string;
    readonly groupIds: readonly string[];
    readonly after: number;
    readonly until: number;
  },
): Promise<Alert['cause']> {
  const { customerId, groupIds, after, until } = given;
  const rows = await reader.run((db) =>
    db
      .selectFrom('groupChanges')
      .select(['groupId', 'groupName', 'username', 'recordedAt', 'beforeValues', 'afterValues'])
      .where('customerId', '=', customerId)
      .where('isShown', '=', 1)
      .where('recordedAt', '>', historySince(reader, limits))
      .where('recordedAt', '>', after)
      .where('recordedAt', '<=', until)
      .where('outcome', 'not in', ['refused', 'not-sent'])
      .where((eb) => eb.or([eb('checkResult', 'is', null), eb('checkResult', '<>', 'different')]))
      .where(isInList(reader.kind, sql.ref('groupId'), groupIds))
      .where(reader.isWanted)
      .orderBy('recordedAt', 'desc')
      .orderBy('id', 'desc')
      .limit(maxChanges)
      .execute(),
  );
  for (const [index, { groupId, groupName, username, recordedAt, ...values }] of rows.entries()) {
    // If no list came in between, a change does not know the previous values: the change before it does.
    const earlier = rows.slice(index + 1).find((row) => row.groupId === groupId);
    const before = { ...readValues(earlier?.afterValues), ...readValues(values.beforeValues) };
    const { LockMasterImei: isLocked, IMEIPrefix: prefix } = readValues(values.afterValues);
    if (before.LockMasterImei === isLocked && before.IMEIPrefix === prefix) continue;
    const lock = { isLocked: isLocked ?? null, prefix: prefix ?? null };
    return { groupId, groupName, username, at: recordedAt, ...lock };
  }
  return null;
}
