import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';

import { startPostgres } from '../fixtures/testPostgres.ts';
import { writeRecording } from './keptReleases.ts';
import { dumpPostgres } from './postgresDump.ts';
import { recordDatabase } from './recordDatabase.ts';

/**
 * Writes a database with data in each engine, and what is in it.
 *
 * @param folder for the files
 * @param at when the recording begins
 */
export async function recordRelease(folder: string, at: number): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'sim-console-recording-'));
  const postgres = await startPostgres();
  try {
    const [file, copy] = [join(temporary, 'console.db'), join(temporary, 'copy.db')];
    writeRecording(folder, 'sqlite', await recordDatabase(`sqlite:${file}`, at));
    const database = new DatabaseSync(file);
    // In one file, without the write log.
    database.prepare('vacuum into ?').run(copy);
    database.close();
    writeFileSync(join(folder, 'sqlite.db.gz'), gzipSync(readFileSync(copy), { level: 9 }));

    const address = await postgres.createDatabase();
    writeRecording(folder, 'postgres', await recordDatabase(address, at));
    const dump = await dumpPostgres(address);
    writeFileSync(join(folder, 'postgres.sql.gz'), gzipSync(dump, { level: 9 }));
  } finally {
    await postgres.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
}
