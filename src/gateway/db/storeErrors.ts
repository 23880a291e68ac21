import { type DatabaseTarget, describeTarget } from './databaseUrl.ts';

/** The store did not respond in time, so the session's state is unknown. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** SQLSTATE, SQLite result code, or system error code; undefined if there is none. */
  readonly code: string | undefined;

  constructor(cause: unknown) {
    super(`The console's database is not responding: ${reasonOf(cause)}`, { cause });
    const result = sqliteCode(cause);
    this.code = result === -1 ? codeOf(cause) || undefined : `SQLITE_${result}`;
  }

  /** Compares by name: the development server reloads this module after an edit, while the old store still runs. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'StoreUnavailableError';
  }
}

/** Reading records did not finish. The database itself may be fine. */
export class RecordsLimitError extends Error {
  override readonly name = 'RecordsLimitError';
  readonly reason: 'busy' | 'slow';

  /** @param reason `busy` if its turn did not come in time, `slow` if a statement took too long */
  constructor(reason: 'busy' | 'slow') {
    super(`Records were not read: ${reason}`);
    this.reason = reason;
  }

  /** Compares by name, as above. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'RecordsLimitError';
  }
}

/** A sentence that says why the store cannot be opened, and what to change. It contains no password. */
export class StoreStartError extends Error {
  override readonly name = 'StoreStartError';
}

/** Errors that a database never reports: bugs in our own code, and our own error messages. */
const ownErrors = [StoreStartError, TypeError, RangeError, ReferenceError, SyntaxError];

const sqlState = /^(?:\d[\dA-Z]|F0|HV|P0|XX)[\dA-Z]{3}$/;

/**
 * SQLSTATEs with which the database reports that it cannot work at present (PostgreSQL, appendix A): connection
 * failures, refused access, a missing database, persistent conflicts, a lack of resources, objects in use, intervention
 * by an operator, system and internal errors, a read-only standby, a transaction idle for too long.
 */
const outageStates = /^(?:08|28|3D|40|53|55|57|58|F0|XX|25006|25P03|25P04)/;

/** The same for SQLite: no permission, busy, locked, out of memory, read-only, I/O errors, and so on. */
const outageResults = new Set([3, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);

/** Messages from `pg` and Kysely without a code, for a connection that was lost or not available in time. */
const lostConnection =
  /^(?:Connection terminated|timeout ex|Query read timeout|Client (?:has|was)|Cannot use a pool|Received unexpected|The server does not|There was an error establishing|SASL|driver has already been destroyed)/;

/**
 * Translates errors that mean that the database or the network has failed. A refused value or statement is a bug in
 * this program: its error is passed on unchanged.
 */
export function storeError(error: unknown): Error {
  if (!(error instanceof Error)) return new StoreUnavailableError(error);
  // pg attaches the connection, including its password, to the error of a lost connection.
  Reflect.deleteProperty(error, 'client');
  if (error instanceof StoreUnavailableError) return error;
  return isOutage(error) ? new StoreUnavailableError(error) : error;
}

function isOutage(error: Error): boolean {
  if (ownErrors.some((own) => error instanceof own)) return false;
  const result = sqliteCode(error);
  if (result !== -1) return outageResults.has(result);
  const code = codeOf(error);
  if (sqlState.test(code)) return outageStates.test(code);
  // Any other code comes from the network, TLS or the file system.
  return code !== '' || lostConnection.test(error.message);
}

/** SQLite's result codes when another process holds a lock. */
const busyCodes = new Set([5, 6]);
/** Serialization failures and deadlocks: nothing was changed, and the work can be repeated. */
const conflictStates = new Set(['40001', '40P01']);

/** Whether the work conflicted with other work and may succeed if retried. */
export function isConflict(error: unknown): boolean {
  return conflictStates.has(codeOf(error)) || busyCodes.has(sqliteCode(error));
}

/** Whether a statement was refused because a unique column would have had a duplicate value. */
export function isDuplicate(error: unknown): boolean {
  return codeOf(error) === '23505' || sqliteCode(error) === 19;
}

/** PostgreSQL's SQLSTATE, or the code of an error from Node or the system; empty without a code. */
export function codeOf(error: unknown): string {
  const code: unknown = Reflect.get(Object(causeOf(error)), 'code');
  return typeof code === 'string' ? code : '';
}

/** SQLite's primary result code; -1 for other errors. */
function sqliteCode(error: unknown): number {
  const code: unknown = Reflect.get(Object(causeOf(error)), 'errcode');
  return typeof code === 'number' ? code & 0xff : -1;
}

/** The database error that caused a StoreUnavailableError; any other error unchanged. */
function causeOf(error: unknown): unknown {
  return error instanceof StoreUnavailableError ? error.cause : error;
}

function reasonOf(cause: unknown): string {
  const code = codeOf(cause);
  const message = cause instanceof Error ? cause.message : String(cause);
  // If several addresses were tried, the connection's error has an empty message.
  if (message === '') return code || 'unknown reason';
  return code === '' ? message : `${message} (${code})`;
}

/** PostgreSQL's codes, and their meaning for DATABASE_URL. */
const postgresProblems: Readonly<Record<string, string>> = {
  '28000': 'it refuses this user, or a connection without TLS: see sslmode in DATABASE_URL',
  '28P01': 'it refuses this user and password',
  '3D000': 'it has no database with this name: create it first',
  '42501': 'this user may not create tables in it',
  '53300': 'it accepts no more connections',
  '57P03': 'it is starting up or shutting down',
};

const sqliteProblems: Readonly<Record<number, string>> = {
  5: 'another process has locked it',
  8: 'it cannot be written to',
  10: 'reading or writing it fails',
  11: 'it is damaged: restore a backup, or move it away to start with an empty database',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'it is not an SQLite database',
};

/** Says why a store could not be opened, in one sentence for the terminal. */
export function startError(error: unknown, target: DatabaseTarget): StoreStartError {
  if (error instanceof StoreStartError) return error;
  const cause = causeOf(error);
  const code = codeOf(cause);
  const known =
    target.kind === 'sqlite' ? sqliteProblems[sqliteCode(cause)] : postgresProblems[code];
  return new StoreStartError(
    `The database in DATABASE_URL, ${describeTarget(target)}, cannot be used: ${known ?? reasonOf(cause)}`,
    { cause },
  );
}
