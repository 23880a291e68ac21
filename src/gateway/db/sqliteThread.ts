import type { SQLInputValue } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

import { files } from '../files.ts';
import type { Answer, ToOpen, ToRead } from './sqliteWorker.ts';
import type { Tables } from './tables.ts';

interface Pending {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A thread that reads from an SQLite database without blocking the main thread. It starts on the first statement. If
 * it dies, the next statement starts a new one.
 *
 * @param location SQLite's name for the database, which must exist by then
 * @param toSql converts a statement's parameters, and refuses types that SQLite does not support
 */
export function createSqliteThread(
  location: string,
  toSql: (parameters: readonly unknown[]) => SQLInputValue[],
) {
  const unwanted = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let isClosed = false;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(files.sqliteWorker, { name: 'records', execArgv: [] });
    started.on('message', (answer: Answer) => {
      const asked = pending.get(answer.id);
      pending.delete(answer.id);
      // A thread without pending statements does not keep the process alive.
      if (pending.size === 0) started.unref();
      if ('rows' in answer) asked?.resolve(answer.rows);
      else asked?.reject(Object.assign(new Error(answer.failure.message), answer.failure));
    });
    started.on('error', (error) => ended(started, error));
    started.on('exit', () => ended(started, new Error('The thread that reads records has ended')));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
    started.postMessage({ location, unwanted } satisfies ToOpen);
    return started;
  }

  function ended(which: Worker, error: unknown): void {
    if (worker !== which) return;
    worker = undefined;
    const reason = isClosed ? new Error('driver has already been destroyed') : error;
    for (const { reject } of pending.values()) {
      reject(reason instanceof Error ? reason : new Error(String(reason)));
    }
    pending.clear();
  }

  async function read(text: string, parameters: readonly unknown[], signal: AbortSignal) {
    // Kysely's own error for a closed database.
    if (isClosed) throw new Error('driver has already been destroyed');
    signal.throwIfAborted();
    const id = ++lastId;
    worker ??= start();
    const reader = worker;
    const stop = () => void Atomics.store(unwanted, 0, id);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await new Promise<readonly unknown[]>((resolve, reject) => {
        pending.set(id, { resolve, reject });
        reader.ref();
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
        reader.postMessage({ id, text, parameters: toSql(parameters) } satisfies ToRead);
      });
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  return {
    /** @param signal ends the running statement; its promise then rejects */
    db: (signal: AbortSignal) =>
      new Kysely<Tables>({
        dialect: {
          createDriver: () => readingDriver((text, parameters) => read(text, parameters, signal)),
          createAdapter: () => new SqliteAdapter(),
          createQueryCompiler: () => new SqliteQueryCompiler(),
          createIntrospector: (db) => new SqliteIntrospector(db),
        },
      }),
    async close() {
      isClosed = true;
      // A thread can only end between two statements.
      for (const id of pending.keys()) Atomics.store(unwanted, 0, id);
      await worker?.terminate();
    },
  };
}

/** Single statements only, because reading records needs no transaction. */
function readingDriver(
  read: (text: string, parameters: readonly unknown[]) => Promise<readonly unknown[]>,
): Driver {
  const refuse = async (): Promise<never> => {
    throw new TypeError('Records are read in single statements');
  };
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const rows = await read(sql, parameters);
      if (areRows<R>(rows)) return { rows };
      throw new TypeError('A read statement returns rows');
    },
    // oxlint-disable-next-line require-yield -- nothing is streamed
    async *streamQuery() {
      await refuse();
    },
  };
  return {
    async init() {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    async releaseConnection() {},
    async destroy() {},
  };
}

/** The statement's builder knows the row type. */
function areRows<R>(value: readonly unknown[]): value is R[] {
  return Array.isArray(value);
}
