import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { isUint8Array } from 'node:util/types';

import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  sql,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

import type { SqliteTarget } from './databaseUrl.ts';
import type { Engine } from './engine.ts';
import { createSqliteThread } from './sqliteThread.ts';
import { StoreStartError } from './storeErrors.ts';
import type { Tables } from './tables.ts';

/**
 * `node:sqlite` is synchronous, so waiting for another process's lock would block this process. It waits in short steps
 * instead, and everything else runs in between.
 */
const busyTimeoutMs = 20;

/** A session with its tokens takes about 1600 bytes: only two would fit in a page of the default size, 4096. */
const pageSize = 8192;

/** Apart from filters, the store's statements are fixed, so it never uses anywhere near this many. */
const maxStatements = 200;

/**
 * SQLite through `node:sqlite`, with Kysely's own dialect. Two things differ: a transaction takes the write lock at its
 * start, because if it read first, it could not get the lock later without starting over; and schema changes are
 * transactional, as SQLite allows.
 */
export function openSqlite({ file }: SqliteTarget): Engine {
  // An in-memory database that other connections in this process find by name. It disappears with its last connection.
  const location = file ?? `file:/sim-console-${crypto.randomUUID()}?vfs=memdb`;
  const db = new Kysely<Tables>({ dialect: createDialect(file, location) });
  const thread = createSqliteThread(location, values);
  return {
    db,
    records: {
      db: thread.db,
      // A single thread runs one statement after another.
      places: 1,
      isWanted: sql`is_wanted()`,
      holdUpWriters: file === null,
    },
    now: sql<number>`cast(round(unixepoch('subsec') * 1000) as integer)`,
    // In SQLite, waiting for the disk is a connection setting, and cannot be changed within a transaction.
    async commitWithoutWaiting() {},
    migrate: (work) => db.transaction().execute(work),
    async close() {
      await thread.close();
      await db.destroy();
    },
  };
}

function createDialect(file: string | null, location: string): Dialect {
  return {
    createDriver: () =>
      new ImmediateDriver({
        database: async () => nodeDatabase(file === null ? openMemory(location) : openFile(file)),
      }),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * After a full disk or an I/O error, SQLite has already rolled back, and refuses this: what failed before says why.
   * Nothing else is hidden: if the transaction were still open, the next one could not begin.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** An in-memory database has no write-ahead log, but `holdUpWriters` has already made writers wait for readers. */
function openMemory(location: string): DatabaseSync {
  const database = new DatabaseSync(location, { timeout: 0, enableForeignKeyConstraints: true });
  database.exec('pragma journal_mode = memory');
  return database;
}

function openFile(file: string): DatabaseSync {
  createPrivately(file);
  const database = new DatabaseSync(file, {
    timeout: busyTimeoutMs,
    enableForeignKeyConstraints: true,
  });
  // With a write-ahead log, committed data survives the end of the process; with full synchronisation, it also survives
  // a machine crash, which matters for a refresh token that has just been exchanged. Erased rows are overwritten.
  database.exec(`
    pragma page_size = ${pageSize};
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma secure_delete = on;
  `);
  return database;
}

/**
 * SQLite gives its -wal and -shm files the mode of the database. An existing file keeps its mode. Only the last folder
 * is created, because a missing parent is more likely a mistake or an unmounted volume.
 */
function createPrivately(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })?.isDirectory() === true) {
    throw new StoreStartError(
      `DATABASE_URL must name a file, but ${file} is a folder: for example DATABASE_URL=sqlite:${join(file, 'console.db')}`,
    );
  }
  const folder = dirname(file);
  if (!existsSync(folder)) makeFolder(folder);
  closeSync(openSync(file, 'a', 0o600));
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code: unknown = Reflect.get(Object(error), 'code');
    // Another gateway that is starting has created the folder.
    if (code === 'EEXIST') return;
    throw new StoreStartError(
      `The folder ${folder} in DATABASE_URL cannot be created (${String(code)}): create it, or name a file in an existing folder`,
    );
  }
}

/** The parts of better-sqlite3 that Kysely's driver uses. */
function nodeDatabase(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      const known = statements.get(text);
      if (known) return known;
      const statement = prepare(database, text);
      const [oldest] = statements.keys();
      if (statements.size >= maxStatements && oldest !== undefined) statements.delete(oldest);
      statements.set(text, statement);
      return statement;
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

function prepare(database: DatabaseSync, text: string): SqliteStatement {
  const statement = database.prepare(text);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

function values(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    if (typeof value === 'bigint' || isUint8Array(value)) return value;
    throw new TypeError(`SQLite does not accept a ${typeof value}`);
  });
}
