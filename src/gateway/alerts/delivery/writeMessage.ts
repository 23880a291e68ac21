import type { Kysely } from 'kysely';

import type { AlertNotice } from '#contract/alerts.ts';

import type { Tables } from '../../db/tables.ts';
import type { AlertTarget } from '../targets.ts';

/**
 * Writes a message that is due immediately.
 *
 * @param message.id the receiver's id for it: `msg_` and random characters
 * @param message.to its destination
 */
export async function writeMessage(
  db: Kysely<Tables>,
  message: { readonly id: string; readonly to: AlertTarget; readonly notice: AlertNotice },
): Promise<void> {
  const { id, to, notice } = message;
  await db
    .insertInto('alertMessages')
    .values({
      id,
      customerId: notice.customerId,
      destination: to.destination,
      target: to.target,
      notice: JSON.stringify(notice),
      isTest: notice.kind === 'test' ? 1 : 0,
      createdAt: notice.at,
      state: 'pending',
      tries: 0,
      dueAt: notice.at,
      leaseHolder: null,
      leaseUntil: 0,
      triedAt: null,
      answer: null,
    })
    .execute();
}
