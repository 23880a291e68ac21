import type { Transaction } from 'kysely';

import type { AlertNotice } from '#contract/alerts.ts';

import type { Database } from '../db/database.ts';
import { padded } from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';
import type { AlertConfig } from '../ops/watchConfig.ts';
import { alertTargets } from './targets.ts';

type Destinations = Pick<AlertConfig, 'webhook' | 'mail'>;

/**
 * Writes a message to each destination whose receiver has not stopped it. A gateway sends it later, at least once.
 *
 * @returns how many messages were written
 */
export async function writeMessages(
  db: Transaction<Tables>,
  destinations: Destinations,
  notice: AlertNotice,
): Promise<number> {
  const targets = alertTargets(destinations);
  const stopped = await db
    .selectFrom('alertTargets')
    .select('target')
    .where('target', 'in', padded(targets.map(({ target }) => target)))
    .execute();
  const messages = targets
    .filter(({ target }) => !stopped.some((one) => one.target === target))
    .map(({ destination, target }) => ({
      id: crypto.randomUUID(),
      customerId: notice.customerId,
      destination,
      target,
      notice: JSON.stringify(notice),
      isTest: notice.kind === 'test' ? 1 : 0,
      createdAt: notice.at,
      state: 'pending' as const,
      tries: 0,
      dueAt: notice.at,
      leaseHolder: null,
      leaseUntil: 0,
      triedAt: null,
      answer: null,
    }));
  if (messages.length === 0) return 0;
  await db.insertInto('alertMessages').values(messages).execute();
  const deliveries = messages.flatMap(({ id: messageId }) =>
    notice.alerts.map(({ id: alertId, event }) => ({ messageId, alertId, event })),
  );
  if (deliveries.length > 0) await db.insertInto('alertDeliveries').values(deliveries).execute();
  return messages.length;
}

/** Writes a test message to each destination. @returns how many were written */
export function writeTestMessages(
  database: Database,
  destinations: Destinations,
  { customerId, username }: { readonly customerId: string; readonly username: string },
): Promise<number> {
  return database.transaction(async (db) => {
    const { now: at } = await db.selectNoFrom(database.now().as('now')).executeTakeFirstOrThrow();
    return writeMessages(db, destinations, { kind: 'test', customerId, at, username, alerts: [] });
  });
}
