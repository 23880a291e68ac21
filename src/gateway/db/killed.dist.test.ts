import { execSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';
import { scaled } from '#testing/models/modelRuns.ts';

const program = resolve(import.meta.dirname, '../../testing/fixtures/testWriter.ts');

/** Each takes about a quarter of a second to compute. */
const kills = scaled(18);
const lanes = 2;

/**
 * Runs the writer, and kills it in the middle of its work.
 *
 * @param given.afterKeys minimum number of sessions it has stored by then: a time alone may be too short on a busy
 * machine
 * @returns the writes that it had confirmed, by key
 */
async function killWriter(
  file: string,
  { afterKeys, afterMs }: { readonly afterKeys: number; readonly afterMs: number },
): Promise<ReadonlyMap<string, number>> {
  const writer = spawn(process.execPath, [program, `sqlite:${file}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(writer, 'close');
  const acknowledged = new Map<string, number>();
  const lines = createInterface({ input: writer.stdout });
  const busy = Promise.withResolvers<void>();
  lines.on('line', (line) => {
    const [key = '', generation] = line.split(' ');
    acknowledged.set(key, Number(generation));
    if (acknowledged.size >= afterKeys) busy.resolve();
  });
  // If the writer cannot start, the test must not wait for it.
  await Promise.race([busy.promise, ended]);
  await delay(afterMs);
  writer.kill('SIGKILL');
  await ended;
  expect(writer.signalCode).toBe('SIGKILL');
  return acknowledged;
}

/** @returns the generation of each session */
function readFile(file: string): ReadonlyMap<string, number> {
  const database = new DatabaseSync(file);
  try {
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const rows = database.prepare('select key, generation from sessions').all();
    return new Map(rows.map(({ key, generation }) => [String(key), Number(generation)]));
  } finally {
    database.close();
  }
}

/** Runs the documented command, while the newest writes are only in the file's log. */
function backUp(file: string): string {
  const operations = readFileSync('docs/operations.md', 'utf8');
  const [command = ''] = /^node --eval .*vacuum into.*$/m.exec(operations) ?? [];
  const named = command.replace('node', process.execPath).replace('data/console.db', file);
  execSync(named.replace('/var/backups/console.db', `${file}.backup`));
  return `${file}.backup`;
}

it(`S3: keeps every confirmed write when the process is killed ${kills} times in the middle of other writes`, async () => {
  const folder = temporaryFolder();
  let answered = 0;
  async function lane(number: number) {
    const file = join(folder, `lane${number}.db`);
    const all = new Map<string, number>();
    for (let kill = 0; kill < kills / lanes; kill++) {
      const written = await killWriter(file, { afterKeys: 1 + (kill % 3), afterMs: kill % 20 });
      for (const [key, generation] of written) all.set(key, generation);
      const stored = readFile(kill === 0 ? backUp(file) : file);
      const lost = [...all].filter(([key, generation]) => (stored.get(key) ?? 0) < generation);
      expect(lost).toEqual([]);
    }
    answered += all.size;
  }
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  expect(answered).toBeGreaterThan(kills);
}, 300_000);
