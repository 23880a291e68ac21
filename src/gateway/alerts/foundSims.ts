import { sql, type Transaction } from 'kysely';

import type { Database } from '../db/database.ts';
import type { RecordReader } from '../db/recordReads.ts';
import type { Tables } from '../db/tables.ts';
import { ownTurn } from '../http/ownTurn.ts';
import { isInList } from '../inventory/groupLocks.ts';
import {
  checkCondition,
  type FleetScope,
  readRows,
  type SharedDevices,
} from '../inventory/inventoryChecks.ts';
import { type ClaimedCheck, lockChecks, ofCheck, type ScanClaim } from './scanClaim.ts';

/** ICCIDs in one read, and in one write statement: SQLite writes in the gateway's own thread. */
const readSize = 20_000;
const writeSize = 1000;

/**
 * Replaces the stored SIMs of a check with those found now. A SIM of which too little is known to tell stays as it was:
 * otherwise, an alert would be resolved because a lock is no longer known. It may end after any statement: SIMs that
 * were added keep the start of their scan, so the next comparison still knows that they are new.
 *
 * @throws {OvertakenError}
 */
export async function storeFound(
  database: Database,
  reader: RecordReader,
  given: {
    readonly claim: ScanClaim;
    readonly check: ClaimedCheck;
    readonly scope: FleetScope;
    readonly shared: SharedDevices;
  },
): Promise<void> {
  const { claim, check, scope, shared } = given;
  const { customerId, scan } = claim;
  const { checkName } = check;
  const { within, isTrue, isGone = sql`1 = 0` } = checkCondition(checkName, scope, shared);
  const sameSim = sql`t.customer_id = s.customer_id and t.iccid = s.iccid`;

  const write = (work: (db: Transaction<Tables>) => Promise<unknown>) =>
    database.transaction(
      async (db) => {
        await lockChecks(db, database, { customerId, checks: [check] });
        await work(db);
      },
      // The transaction that ends the comparison makes them durable.
      { mayBeForgotten: true },
    );

  await forEachPart(
    async (after) => {
      const gone = sql<{ iccid: string }>`select s.iccid as iccid from alert_sims as s
        where ${ofCheck(customerId, checkName)} and s.iccid > ${after} and ${reader.isWanted}
        and not exists (select 1 from things_seen as t where ${sameSim}
          and ${within} and (${isTrue}) is not false and (${isGone}) is not true)
        order by s.iccid limit ${readSize}`;
      return (await reader.run((db) => gone.execute(db))).rows;
    },
    (iccids) =>
      write((db) =>
        db
          .deleteFrom('alertSims')
          .where('customerId', '=', customerId)
          .where('checkName', '=', checkName)
          .where(isInList(database.kind, sql.ref('iccid'), iccids))
          .execute(),
      ),
  );
  await forEachPart(
    (after) =>
      readRows<{ iccid: string }>(reader, scope, {
        columns: sql`t.iccid as iccid`,
        where: [
          sql`t.iccid > ${after}`,
          within,
          isTrue,
          sql`not exists (select 1 from alert_sims as s
            where ${ofCheck(customerId, checkName)} and s.iccid = t.iccid)`,
        ],
        end: sql`order by t.iccid limit ${readSize}`,
      }),
    (iccids) =>
      write((db) =>
        // From the table, because a SIM may have been forgotten since it was read.
        sql`insert into alert_sims (customer_id, check_name, iccid, scan_started_at)
          select t.customer_id, ${checkName}, t.iccid, cast(${scan.startedAt} as bigint)
          from things_seen as t where t.customer_id = ${customerId}
          and ${isInList(database.kind, sql`t.iccid`, iccids)}
          on conflict do nothing`.execute(db),
      ),
  );
}

/** Reads ICCIDs in order, and writes them in batches, between which other work gets its turn. */
async function forEachPart(
  read: (after: string) => Promise<readonly { readonly iccid: string }[]>,
  write: (iccids: readonly string[]) => Promise<void>,
): Promise<void> {
  /* oxlint-disable no-await-in-loop -- one part after the other is the purpose */
  let after = '';
  for (;;) {
    const iccids = (await read(after)).map(({ iccid }) => iccid);
    for (let from = 0; from < iccids.length; from += writeSize) {
      await write(iccids.slice(from, from + writeSize));
      await ownTurn();
    }
    if (iccids.length < readSize) return;
    after = iccids.at(-1) ?? '';
  }
  /* oxlint-enable no-await-in-loop */
}
