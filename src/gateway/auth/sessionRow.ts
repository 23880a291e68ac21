import { type Selectable, sql } from 'kysely';

import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** A session as it was in the store at the time `now`. All times are by the database's clock. */
export interface SessionRow extends Omit<Selectable<Tables['sessions']>, 'accessRefused'> {
  readonly accessRefused: boolean;
  /** Time of the database when this was read; ends and pauses are compared with it. */
  readonly now: number;
}

/** What is known of a session without any secret, for operators and logs. */
export type SessionSummary = Pick<
  SessionRow,
  'key' | 'username' | 'customerId' | 'address' | 'createdAt' | 'lastSeenAt'
>;

export const summaryColumns = [
  'key',
  'username',
  'customerId',
  'address',
  'createdAt',
  'lastSeenAt',
] as const satisfies readonly (keyof SessionSummary)[];

/** A token pair, sealed, with times relative to the moment in which it is stored. */
export interface SealedPair {
  readonly sealed: Uint8Array;
  readonly receivedAgoMs: number;
  readonly dueInMs: number;
  readonly overInMs: number;
}

export interface NewSessionRow extends SealedPair {
  readonly key: string;
  readonly username: string;
  readonly customerId: string | null;
  /** `person` where the id has to be said by them. */
  readonly customerSource: SessionRow['customerSource'];
  readonly address: string | null;
}

/** What the service's answers say of the tokens and of refreshing them. */
export type RenewalState = Pick<
  SessionRow,
  | 'accessRefused'
  | 'verdict'
  | 'lostAnswers'
  | 'renewalOver'
  | 'uselessRefreshes'
  | 'failedRefreshes'
>;

/** Pauses begin now and take the place of what is running. */
export interface RenewalChange extends Partial<RenewalState> {
  /** Refreshing is known not to help against a 401 for so long. */
  readonly unhelpfulForMs?: number;
  /** No refresh is to be sent for so long. */
  readonly waitForMs?: number;
}

/**
 * Whether this customer id is one that a person typed, and that the service has not confirmed for their session. What
 * such a session asks of the service may be refused whatever its tokens are (T23).
 */
export function isUnconfirmed(
  { customerSource, provenCustomerId }: Pick<SessionRow, 'customerSource' | 'provenCustomerId'>,
  customerId: string | null,
): boolean {
  return customerSource === 'person' && provenCustomerId !== customerId;
}

export function readRow(
  row: Selectable<Tables['sessions']> & { readonly now: number },
): SessionRow {
  return { ...row, accessRefused: row.accessRefused === 1 };
}

/** The session of this key, unless it has ended. One statement. */
export async function findLivingRow(
  database: Database,
  key: string,
): Promise<SessionRow | undefined> {
  const { now } = database;
  const row = await database.run((db) =>
    db
      .selectFrom('sessions')
      .selectAll()
      .select(now().as('now'))
      .where('key', '=', key)
      .where('idleEndsAt', '>', now())
      .where('maxEndsAt', '>', now())
      .executeTakeFirst(),
  );
  return row && readRow(row);
}

/** A change of the renewal state as values of columns. */
export function renewalColumns(database: Database, change: RenewalChange) {
  const { accessRefused, unhelpfulForMs, waitForMs, ...columns } = change;
  const after = (ms: number) => sql<number>`${database.now()} + ${Math.round(ms)}`;
  return {
    ...columns,
    ...(accessRefused === undefined ? {} : { accessRefused: accessRefused ? 1 : 0 }),
    ...(unhelpfulForMs === undefined ? {} : { unhelpfulUntil: after(unhelpfulForMs) }),
    ...(waitForMs === undefined ? {} : { waitUntil: after(waitForMs) }),
  };
}
