import type { Selectable, Transaction } from 'kysely';

import type { AlertEvent, NoticedAlert } from '#contract/alerts.ts';

import { countOf } from '../db/countOf.ts';
import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';
import type { AlertConfig } from '../ops/watchConfig.ts';
import type { CheckFindings, Findings } from './findings.ts';
import { writeMessages } from './messages.ts';
import { lockChecks, type ScanClaim } from './scanClaim.ts';

type AlertRow = Selectable<Tables['alerts']>;

/** A check's row in `alertChecks`. */
interface CheckRow extends Pick<Selectable<Tables['alertChecks']>, 'checkName' | 'firstAt'> {
  readonly scanStartedAt: number;
}

/**
 * Ends a comparison: opens, grows and resolves the alerts, and writes the messages about them, all in one transaction.
 *
 * @throws {OvertakenError}
 */
export async function endComparison(
  database: Database,
  claim: ScanClaim,
  { findings, alerts }: { readonly findings: Findings; readonly alerts: AlertConfig },
): Promise<void> {
  const { customerId, scan } = claim;
  await database.transaction(async (db) => {
    const checks = await lockChecks(db, database, claim);
    const { now } = await db.selectNoFrom(database.now().as('now')).executeTakeFirstOrThrow();
    const unresolved = await db
      .selectFrom('alerts')
      .selectAll()
      .where('customerId', '=', customerId)
      .where('resolvedAt', 'is', null)
      // Nobody can acknowledge an alert between this read and its change.
      .$if(database.kind === 'postgres', (query) => query.forUpdate())
      .execute();
    const noticed: NoticedAlert[] = [];
    /* oxlint-disable no-await-in-loop -- one connection does one thing at a time */
    for (const check of checks) {
      const found = findings.get(check.checkName);
      if (!found) continue;
      const alert = unresolved.find(({ checkName }) => checkName === check.checkName);
      const changed = judge({ customerId, check, found, alert, now });
      if (changed) {
        const { event, row } = changed;
        await writeAlert(db, row);
        if (event) noticed.push(await notice(db, event, row, found));
      }
      await db
        .updateTable('alertChecks')
        .set({ scanStartedAt: scan.startedAt })
        .$if(check.firstAt === null, (query) => query.set({ firstAt: now, firstSims: found.sims }))
        .where('customerId', '=', customerId)
        .where('checkName', '=', check.checkName)
        .execute();
    }
    /* oxlint-enable no-await-in-loop */
    if (noticed.length === 0) return;
    const largestFirst = noticed.toSorted((a, b) => b.sims - a.sims);
    const { username } = scan;
    const about = { customerId, at: now, username, alerts: largestFirst };
    await writeMessages(db, alerts, { kind: 'alerts', ...about });
  });
}

/** What the scan does to a check's alert; undefined if it changes nothing. */
function judge(given: {
  readonly customerId: string;
  readonly check: CheckRow;
  readonly found: CheckFindings;
  readonly alert: AlertRow | undefined;
  readonly now: number;
}): { readonly event: AlertEvent | undefined; readonly row: AlertRow } | undefined {
  const { customerId, check, found, alert, now } = given;
  const { sims, further } = found;
  const { checkName, firstAt, scanStartedAt } = check;
  // The first complete scan opens nothing: otherwise, the first day would bring a flood of alerts.
  if (firstAt === null) return undefined;
  if (!alert) {
    if (further === 0) return undefined;
    const row: AlertRow = {
      id: crypto.randomUUID(),
      customerId,
      checkName,
      state: 'open',
      openedAt: now,
      grownAt: now,
      resolvedAt: null,
      causeSince: scanStartedAt,
      sims,
      worst: sims,
      ackUsername: null,
      ackAt: null,
      ackNote: null,
      freshAfter: scanStartedAt,
      revision: 1,
    };
    return { event: 'opened', row };
  }
  const changed = { ...alert, sims, worst: Math.max(alert.worst, sims) };
  const revision = alert.revision + 1;
  if (further > 0) {
    const grown = { state: 'open', grownAt: now, causeSince: scanStartedAt, revision } as const;
    // Links to the alert showed the acknowledged SIMs until now.
    const freshAfter = alert.state === 'acknowledged' ? scanStartedAt : alert.freshAfter;
    return { event: 'grown', row: { ...changed, ...grown, freshAfter } };
  }
  if (sims === 0) {
    const resolved = { state: 'resolved', resolvedAt: now, revision } as const;
    return { event: 'resolved', row: { ...changed, ...resolved } };
  }
  return sims === alert.sims ? undefined : { event: undefined, row: changed };
}

async function writeAlert(db: Transaction<Tables>, row: AlertRow): Promise<void> {
  const { id: _, ...columns } = row;
  await db
    .insertInto('alerts')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute();
}

/** Names come from the service, and may be of any length. */
const maxName = 100;

async function notice(
  db: Transaction<Tables>,
  event: AlertEvent,
  { id, customerId, checkName, sims, worst, openedAt, freshAfter }: AlertRow,
  { groups, iccids }: CheckFindings,
): Promise<NoticedAlert> {
  const fresh = await countOf(
    db
      .selectFrom('alertSims')
      .where('customerId', '=', customerId)
      .where('checkName', '=', checkName)
      .where('scanStartedAt', '>', freshAfter),
  );
  const named = groups.map(({ name, sims: some }) => ({
    name: name && Array.from(name).slice(0, maxName).join(''),
    sims: some,
  }));
  const about = { id, check: checkName, event, sims, fresh, worst, openedAt, groups: named };
  return { ...about, ...(iccids && { iccids: [...iccids] }) };
}
