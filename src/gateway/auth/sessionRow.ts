import { type Kysely, type RawBuilder, type Selectable, sql, type UpdateResult } from 'kysely';

import type { Database } from '../db/database.ts';
import type { Tables } from '../db/tables.ts';

/** A session as stored at the time `now`. All times are on the database's clock. */
export interface SessionRow extends Omit<Selectable<Tables['sessions']>, 'accessRefused'> {
  readonly accessRefused: boolean;
  /** Database time of this read, to compare with the times at which the session and its pauses end. */
  readonly now: number;
}

export const summaryColumns = [
  'key',
  'username',
  'customerId',
  'address',
  'createdAt',
  'lastSeenAt',
] as const satisfies readonly (keyof SessionRow)[];

/** The part of a session that operators and logs may see: no secrets. */
export type SessionSummary = Pick<SessionRow, (typeof summaryColumns)[number]>;

/** A token pair, sealed, with times relative to when it is stored. */
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
  /** `person` if the user has to enter the id. */
  readonly customerSource: SessionRow['customerSource'];
  readonly address: string | null;
}

/** The state of the tokens and their renewal, as derived from the service's responses. */
export type RenewalState = Pick<
  SessionRow,
  | 'accessRefused'
  | 'verdict'
  | 'lostAnswers'
  | 'renewalOver'
  | 'uselessRefreshes'
  | 'failedRefreshes'
>;

/** If a pause has more time left than this, a clock was set back since: no pause is longer than thirty minutes. */
export const longestPauseMs = 31 * 60_000;

/** Pauses start now and replace any that are running. */
export interface RenewalChange extends Partial<RenewalState> {
  /** How long a refresh is known not to fix a 401. */
  readonly unhelpfulForMs?: number;
  /** How long to wait before another refresh may be sent. */
  readonly waitForMs?: number;
}

/**
 * Whether this customer id was typed and has not been confirmed by the service for this session. The service may then
 * refuse the session's calls regardless of its tokens (T23).
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

/** Whether a session is still live. */
export function isLiving({ now }: Database): RawBuilder<boolean> {
  return sql`idle_ends_at > ${now()} and max_ends_at > ${now()}`;
}

/** Whether an update found its row. */
export async function isUpdated(
  { run }: Database,
  update: (db: Kysely<Tables>) => { executeTakeFirstOrThrow(): Promise<UpdateResult> },
): Promise<boolean> {
  const { numUpdatedRows } = await run((db) => update(db).executeTakeFirstOrThrow());
  return numUpdatedRows === 1n;
}

/** The session with this key, unless it has ended. Uses one statement. */
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
      .where(isLiving(database))
      .executeTakeFirst(),
  );
  return row && readRow(row);
}

/** A pair as column values. */
export function pairColumns(
  { now }: Database,
  { sealed, receivedAgoMs, dueInMs, overInMs }: SealedPair,
) {
  const after = (ms: number) => sql<number>`${now()} + ${Math.round(ms)}`;
  return {
    sealed,
    receivedAt: after(-receivedAgoMs),
    dueAt: after(dueInMs),
    overAt: after(overInMs),
  };
}

/** A change to the renewal state as column values. */
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
