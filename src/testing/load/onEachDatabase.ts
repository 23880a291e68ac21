import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPostgres } from '../fixtures/testPostgres.ts';

/** Measures an empty database of each kind, one after the other. */
export async function onEachDatabase(
  measure: (name: string, address: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sim-console-bench-'));
  const postgres = await startPostgres();
  try {
    await measure('SQLite', `sqlite:${join(folder, 'console.db')}`);
    await measure('PostgreSQL', await postgres.createDatabase());
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
