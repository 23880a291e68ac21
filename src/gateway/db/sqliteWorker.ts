import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { parentPort } from 'node:worker_threads';

/**
 * The thread in which records are read from SQLite, whose statements hold up the thread that they run in. It has a
 * connection of its own, which cannot write, and runs one statement after the other; `sqliteThread.ts` asks it.
 */

/** First of all: what to open. */
export interface ToOpen {
  /** As SQLite names it. */
  readonly location: string;
  /** At its only place, the id of the statement whose answer nobody wants any more. */
  readonly unwanted: Int32Array;
}

export interface ToRead {
  readonly id: number;
  readonly text: string;
  readonly parameters: readonly SQLInputValue[];
}

export type Answer =
  | { readonly id: number; readonly rows: readonly unknown[] }
  /** What SQLite has said; an error itself would arrive without its codes. */
  | {
      readonly id: number;
      readonly failure: { readonly message: string; readonly errcode: unknown };
    };

/** Locks are waited for here, where nobody else is held up. */
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
  // SQLite asks for each row, since the answer may be another one each time. That is the only way into a
  // statement that runs.
  opened.function('is_wanted', () => {
    if (Atomics.load(unwanted, 0) === current) throw new Error('Nobody wants the answer any more');
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
