import { sql, type Transaction } from 'kysely';

import type { FleetCheck } from '#contract/inventory.ts';

import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** The right to compare a customer's newest complete scan, until another gateway claims it. */
export type ScanClaim = NonNullable<Awaited<ReturnType<typeof claimScan>>>;

export interface ClaimedCheck {
  readonly checkName: FleetCheck;
  readonly claim: number;
  /** Start of the scan that was last compared for it; 0 if there was none. */
  readonly scanStartedAt: number;
}

/** Another gateway is comparing this scan or a newer one. */
export class OvertakenError extends Error {
  override readonly name = 'OvertakenError';
}

/** Claims the newest complete scan. Undefined if it has been compared already, or there is none. */
export async function claimScan(
  database: Database,
  customerId: string,
  checks: readonly FleetCheck[],
) {
  const first = { customerId, firstAt: null, firstSims: null, scanStartedAt: 0, claim: 1 };
  return database.transaction(async (db) => {
    const claimed = await db
      .insertInto('alertChecks')
      // In the order in which `lockChecks` locks them, so that two gateways never wait for each other.
      .values(checks.toSorted().map((checkName) => ({ ...first, checkName })))
      .onConflict((conflict) =>
        conflict
          .columns(['customerId', 'checkName'])
          .doUpdateSet(({ eb, ref }) => ({ claim: eb(ref('alertChecks.claim'), '+', 1) })),
      )
      .returning(['checkName', 'claim', 'scanStartedAt'])
      .execute();
    // Read while the rows are locked: the last claim knows all scans of earlier claims.
    const newest = await db
      .selectFrom('fleetReadings')
      .select(['username', 'startedAt'])
      .select(database.now().as('now'))
      .where('customerId', '=', customerId)
      .where('state', '=', 'complete')
      .orderBy('startedAt', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!newest) return undefined;
    const { now, ...scan } = newest;
    const due = claimed.filter(({ scanStartedAt }) => scanStartedAt < scan.startedAt);
    if (due.length === 0) return undefined;
    return {
      customerId,
      scan,
      /** Time of the claim. */
      now,
      /** Those for which this scan has not been compared yet. */
      checks: due,
    };
  });
}

/**
 * Locks the rows of these checks, so that nobody else claims them before the transaction ends.
 *
 * @throws {OvertakenError} if somebody has
 */
export async function lockChecks(
  db: Transaction<Tables>,
  { kind }: Pick<Database, 'kind'>,
  { customerId, checks }: Pick<ScanClaim, 'customerId' | 'checks'>,
) {
  const names = checks.map(({ checkName }) => checkName);
  const rows = await db
    .selectFrom('alertChecks')
    .select(['checkName', 'claim', 'firstAt', 'scanStartedAt'])
    .where('customerId', '=', customerId)
    .where('checkName', 'in', names)
    .orderBy('checkName')
    // SQLite holds the write lock from the start of the transaction.
    .$if(kind === 'postgres', (query) => query.forUpdate())
    .execute();
  const isMine = checks.every(({ checkName, claim }) =>
    rows.some((row) => row.checkName === checkName && row.claim === claim),
  );
  if (!isMine) throw new OvertakenError('Another gateway is comparing the scan');
  return rows;
}

/** The condition for a check's SIMs `s`. */
export const ofCheck = (customerId: string, check: FleetCheck) =>
  sql<boolean>`s.customer_id = ${customerId} and s.check_name = ${check}`;
