import type { Transaction } from 'kysely';

import type { AlertNotice } from '#contract/alerts.ts';

import type { Database } from '../db/database.ts';
import { padded } from '../db/storedValues.ts';
import type { Tables } from '../db/tables.ts';
import type { AlertConfig } from '../ops/watchConfig.ts';
import { writeMessage } from './delivery/writeMessage.ts';
import { alertTargets } from './targets.ts';

type Destinations = Pick<AlertConfig, 'webhook' | 'mail'>;

/**
 * Writes a message for each destination whose receiver has not stopped it. A gateway sends it later, at least once.
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
    .where('stoppedAt', 'is not', null)
    .execute();
  const wanted = targets.filter(({ target }) => !stopped.some((one) => one.target === target));
  for (const to of wanted) {
    const messageId = `msg_${crypto.randomUUID()}`;
    // oxlint-disable-next-line no-await-in-loop -- one connection does one thing at a time
    await writeMessage(db, { id: messageId, to, notice });
    const deliveries = notice.alerts.map(({ id: alertId, event }) => ({
      messageId,
      alertId,
      event,
    }));
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (deliveries.length > 0) await db.insertInto('alertDeliveries').values(deliveries).execute();
  }
  return wanted.length;
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
