import { type DatabaseTarget, describeTarget } from './databaseUrl.ts';

/** The store did not do what it was asked in time. Nothing is known of the session that was looked for. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';

  constructor(cause: unknown) {
    super(`The console's store does not answer: ${reasonOf(cause)}`, { cause });
  }
}

/** One sentence on why the store cannot be opened, and what to change. No password is in it. */
export class StoreStartError extends Error {
  override readonly name = 'StoreStartError';
}

/** Thrown by our own code, or by a mistake in it: nothing that a database said. */
const ownErrors = [
  StoreUnavailableError,
  StoreStartError,
  TypeError,
  RangeError,
  ReferenceError,
  SyntaxError,
];

/** What callers get for an error: everything that a database or the way to it said is one error. */
export function storeError(error: unknown): Error {
  // pg hangs the connection, with its password, on an error of one that it loses.
  if (error instanceof Error) Reflect.deleteProperty(error, 'client');
  const isOwn = error instanceof Error && ownErrors.some((own) => error instanceof own);
  return isOwn ? error : new StoreUnavailableError(error);
}

/** SQLite's result codes for a lock that another process holds. */
const busyCodes = new Set([5, 6]);
/** Serialization failures and deadlocks: nothing was done, and the same work is done again. */
const conflictStates = new Set(['40001', '40P01']);

/** Whether the same work may succeed in a moment, since it collided with somebody else's. */
export function isConflict(error: unknown): boolean {
  return conflictStates.has(codeOf(error)) || busyCodes.has(sqliteCode(error));
}

/** SQLSTATE of PostgreSQL, or the code of an error of Node or the system; empty without one. */
export function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(causeOf(error)), 'code');
  return typeof code === 'string' ? code : '';
}

/** Primary result code of SQLite; -1 for other errors. */
function sqliteCode(error: unknown): number {
  const code: unknown = Reflect.get(Object(causeOf(error)), 'errcode');
  return typeof code === 'number' ? code & 0xff : -1;
}

/** What the database said, for an error of ours about it. */
function causeOf(error: unknown): unknown {
  return error instanceof StoreUnavailableError ? error.cause : error;
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  // A connection that was tried at several addresses fails with an empty message.
  if (message === '') return code || 'unknown reason';
  return code === '' ? message : `${message} (${code})`;
}

/** Codes of PostgreSQL, with what they say of DATABASE_URL. */
const postgresProblems: Readonly<Record<string, string>> = {
  '28000': 'it refuses this user',
  '28P01': 'it refuses this user and password',
  '3D000': 'it has no database of this name: create it first',
  '42501': 'this user may not create tables in it',
  '53300': 'it takes no more connections',
  '57P03': 'it is starting up or shutting down',
};

const sqliteProblems: Readonly<Record<number, string>> = {
  5: 'another process has locked it',
  8: 'it cannot be written to',
  10: 'reading or writing it fails',
  11: 'it is damaged: restore a backup, or move it away to begin with an empty one',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'it is not an SQLite database',
};

/** Why a store could not be opened, as one sentence for the terminal. */
export function startError(error: unknown, target: DatabaseTarget): StoreStartError {
  if (error instanceof StoreStartError) return error;
  const cause = causeOf(error);
  const code = codeOf(cause);
  const known =
    target.kind === 'sqlite' ? sqliteProblems[sqliteCode(cause)] : postgresProblems[code];
  return new StoreStartError(
    `The database of DATABASE_URL, ${describeTarget(target)}, cannot be used: ${known ?? reasonOf(cause)}`,
    { cause },
  );
}
