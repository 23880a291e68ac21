import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

import { type Clock, within } from '#lib/clock.ts';

import type { Log } from '../ops/log.ts';

/** The columns of a CSV file of names: the code's parts, and then the name. */
export interface NameColumns {
  readonly heads: readonly string[];
  /** One pattern for each part of the code. */
  readonly codes: readonly RegExp[];
}

/** The names in a file, by code; a code in several columns is joined by dashes. */
interface NamesRead {
  readonly names: ReadonlyMap<string, string>;
  readonly wrong: number;
  /** The line numbers of the first invalid lines, from 1. */
  readonly wrongLines: readonly number[];
}

const maxWrongLines = 10;
const maxNameLength = 100;
/** A line longer than this cannot be a code and a name. */
const maxLineLength = 1000;
/** Parsing a part takes about a millisecond, and other requests are served between two parts. */
const partBytes = 64 * 1024;

/**
 * Reads a UTF-8 file, with or without a byte order mark and a header line. A cell may be quoted (RFC 4180), but
 * a line break always ends a line, so that a missing quote spoils only one line. A line is invalid if its code is
 * malformed or was already named by an earlier line, or if it has no readable name.
 */
export async function readNames(file: string, columns: NameColumns): Promise<NamesRead> {
  const names = new Map<string, string>();
  const wrongLines: number[] = [];
  let wrong = 0;
  let number = 0;

  function take(line: string): void {
    number++;
    const cells = cellsOf(line.replace(/\r$/, ''));
    const isHeading = number === 1 && cells?.join().toLowerCase() === columns.heads.join();
    if (isHeading || line.trim() === '') return;
    const entry = cells && entryOf(cells, columns);
    if (entry && !names.has(entry.code)) {
      names.set(entry.code, entry.name);
      return;
    }
    wrong++;
    if (wrongLines.length < maxWrongLines) wrongLines.push(number);
  }

  const decoder = new TextDecoder();
  let rest = '';
  const parts: AsyncIterable<Buffer> = createReadStream(file, { highWaterMark: partBytes });
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    // Without a limit, a file without line breaks would be held entirely in memory.
    rest = (lines.pop() ?? '').slice(0, maxLineLength + 1);
    for (const line of lines) take(line);
  }
  if (rest !== '') take(rest);
  return { names, wrong, wrongLines };
}

/** One cell, quoted or not, and the comma after it. */
const cell = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

/** Undefined if the line is not CSV. */
function cellsOf(line: string): readonly string[] | undefined {
  if (line.length > maxLineLength) return undefined;
  const cells: string[] = [];
  cell.lastIndex = 0;
  for (;;) {
    const [, quoted, plain = '', end] = cell.exec(line) ?? [];
    if (end === undefined) return undefined;
    cells.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end === '') return cells;
  }
}

function entryOf(cells: readonly string[], { codes }: NameColumns) {
  const name = cells[codes.length] ?? '';
  const isCode = codes.every((pattern, index) => pattern.test(cells[index] ?? ''));
  // The replacement character shows that the file is not in UTF-8.
  const isName = name !== '' && name.length <= maxNameLength && !/[\p{Cc}\u{fffd}]/u.test(name);
  if (!isCode || !isName || cells.length !== codes.length + 1) return undefined;
  return { code: cells.slice(0, codes.length).join('-'), name };
}

/** How often to check whether the file has changed. */
const checkEveryMs = 10_000;
/** If checking and reading the file takes longer, a lookup uses the previous names. */
const maxWaitMs = 500;

export type NameFile = ReturnType<typeof createNameFile>;

/** The names in an operator's file, which is reread when it changes. */
export function createNameFile(given: {
  /** The configuration key that names the file. */
  readonly key: string;
  readonly file: string;
  readonly columns: NameColumns;
  readonly clock: Clock;
  readonly log: Log;
}) {
  const { key, file, columns, clock, log } = given;
  let kept: NamesRead = { names: new Map(), wrong: 0, wrongLines: [] };
  /** Identifies the version that was read; undefined while the file is unavailable. */
  let version: string | undefined = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    try {
      const { ino, size, mtimeMs, ctimeMs } = await stat(file);
      // Taken before the read, so that a file that changes in the meantime is read again at the next check.
      const found = [ino, size, mtimeMs, ctimeMs].join();
      if (found === version) return;
      kept = await readNames(file, columns);
      version = found;
      const { names, wrong, wrongLines } = kept;
      log('names read', { key, names: names.size, wrong, wrongLines: wrongLines.join(', ') });
    } catch (error) {
      if (version === undefined) return;
      version = undefined;
      const code = String(Reflect.get(Object(error), 'code') ?? 'unreadable');
      log('names unavailable', { key, code, kept: kept.names.size });
    }
  }

  return {
    key,
    /** The current names. If the file is gone, the last names remain. */
    async names(): Promise<ReadonlyMap<string, string>> {
      if (clock.now() - checkedAt >= checkEveryMs) {
        checkedAt = clock.now();
        checking ??= check().finally(() => (checking = undefined));
      }
      if (checking) await within(clock, maxWaitMs, checking);
      return kept.names;
    },
    /** Resolves when no check is in progress. */
    idle: async () => checking,
    counts: () => ({ names: kept.names.size, wrong: kept.wrong }),
  };
}
