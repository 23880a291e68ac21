import SonicBoom from 'sonic-boom';

import { type Clock, sleep } from '#lib/clock.ts';

/** A value in a log line. */
export type LogValue = string | number | boolean | null | undefined;

/** The fields of a log line. They never contain any part of a query, or of a header that carries a secret. */
export type LogFields = Readonly<Record<string, LogValue | Readonly<Record<string, LogValue>>>>;

/** @param event what happened, in a few fixed words */
export type Log = (event: string, fields?: LogFields) => void;

/** Writes one JSON object per line; JSON's escaping keeps line breaks in values from ending it. */
export function createLog(write: (line: string) => void, now: () => number): Log {
  return (event, fields = {}) => {
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), event, ...fields })}\n`);
  };
}

/** For tests and for the development server. */
export const silentLog: Log = () => {};

/** Holds several minutes' worth of a busy gateway's lines. */
const maxPendingBytes = 1024 * 1024;

/**
 * Writes lines to a file descriptor in the background. If the reader stalls or goes away, or the disk is full, lines
 * are dropped once the buffer is full, with no other effect. When writing works again, a line says how many are missing.
 *
 * @param fd must not block if it is a pipe or a socket: a blocking write keeps the process from ending
 * @param maxBytes how many bytes of lines to buffer
 */
export function createLogWriter(fd: number, clock: Clock, maxBytes = maxPendingBytes) {
  const output = new SonicBoom({ fd, sync: false });
  const log = createLog(enqueue, clock.now);
  let pending = 0;
  let dropped = 0;
  let announced = 0;
  let lastError: string | undefined;

  output.on('write', (bytes: number) => {
    pending -= bytes;
    lastError = undefined;
  });
  // The data stays buffered, and is retried with the next line.
  output.on('error', (error: NodeJS.ErrnoException) => {
    lastError = error.code ?? error.name;
  });
  output.on('drain', announce);

  function enqueue(line: string): void {
    pending += Buffer.byteLength(line);
    output.write(line);
  }

  function announce(): void {
    if (dropped === announced) return;
    const lines = dropped - announced;
    announced = dropped;
    log('log lines dropped', { lines });
  }

  return {
    /** Never waits and never throws; a line that does not fit is dropped whole, and counted. */
    write(line: string): void {
      if (pending + Buffer.byteLength(line) > maxBytes) {
        dropped++;
        // An empty write triggers the retry, because this line may be the last.
        if (lastError !== undefined) output.write('');
        return;
      }
      announce();
      enqueue(line);
    },
    /** The number of lines dropped so far. */
    dropped: () => dropped,
    /** Resolves when everything is written or cannot be written, or after `maxMs`. */
    async flush(maxMs: number): Promise<void> {
      if (pending === 0 || lastError !== undefined) return;
      const done = new AbortController();
      const stop = () => done.abort();
      output.once('drain', stop);
      output.once('error', stop);
      await sleep(clock, maxMs, done.signal).catch(() => {});
      output.off('drain', stop);
      output.off('error', stop);
    },
  };
}

/** The origin of an error. The error's message is omitted, because it may quote an address or a body. */
export function errorFields(error: unknown): LogFields {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 6);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { error: error.name, code, stack: frames?.map((line) => line.trim()).join(' < ') };
}
