import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';

/**
 * The thread that reads records from SQLite, because its statements block the thread they run in. It has its own
 * read-only connection, and runs statements one at a time for `sqliteThread.ts`.
 */

/** The first message: the database to open. */
export interface ToOpen {
  /** SQLite's name for the database. */
  readonly location: string;
  /** Its only element is the id of a statement that is no longer needed. */
  readonly unwanted: Int32Array;
}

export interface ToRead {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly SQLInputValue[];
}

export type Answer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  /** SQLite's error as data; an error object would arrive without its codes. */
  | {
      readonly id: number;
      readonly failure: { readonly message: string; readonly errcode: unknown };
    };

/** Waiting for locks here blocks nothing else. */
const busyTimeoutMs = 1000;

let database: DatabaseSync | undefined;
let current = 0;

parentPort?.on('message', (message: ToOpen | ToRead) => {
  if ('location' in message) database = open(message);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
  else parentPort?.postMessage(answer(message));
});

function open({ location, unwanted }: ToOpen): DatabaseSync {
  const opened = new DatabaseSync(location, { readOnly: true, timeout: busyTimeoutMs });
  // SQLite calls this each time, because it is not declared deterministic. Nothing else can stop a running statement.
  opened.function('is_wanted', () => {
    if (Atomics.load(unwanted, 0) === current) throw new Error('The result is no longer needed');
    return 1;
  });
  return opened;
}

function answer({ id, text, parameters }: ToRead): Answer {
  current = id;
  try {
    return { id, rows: database?.prepare(text).all(...parameters) ?? [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, failure: { message, errcode: Reflect.get(Object(error), 'errcode') } };
  }
}
