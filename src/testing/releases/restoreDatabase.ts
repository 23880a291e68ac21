import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import type { DatabaseTarget } from '#gateway/db/databaseUrl.ts';

import { databaseUrl } from '../fixtures/testDatabases.ts';
import { withClient } from '../fixtures/testPostgres.ts';
import { releases } from './keptReleases.ts';

/** Fills an empty database with what a release left behind. */
export async function restoreDatabase(version: string, target: DatabaseTarget): Promise<void> {
  const content = (name: string) => gunzipSync(readFileSync(join(releases, version, name)));
  if (target.kind === 'sqlite') {
    if (target.file === null) throw new TypeError('A database in memory cannot be restored');
    writeFileSync(target.file, content('sqlite.db.gz'));
  } else {
    const sql = content('postgres.sql.gz').toString('utf8');
    await withClient(databaseUrl(target), (client) => client.query(sql));
  }
}
