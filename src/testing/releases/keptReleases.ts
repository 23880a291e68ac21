import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import * as z from 'zod/mini';

import { thingsGroupUpdate } from '#contract/groupValues.ts';
import type { DatabaseTarget } from '#gateway/db/databaseUrl.ts';

/** What is known about a database left by a release. */
const recording = z.object({
  /** When it was left, on the database's clock. */
  recordedAt: z.number(),
  /** Who is signed in, with a digest of the header that carries their access token to the service. */
  people: z.array(
    z.object({ username: z.string(), cookie: z.string(), authorization: z.string() }),
  ),
  /** The group that was changed last, and its values. */
  group: z.object({ id: z.string(), body: thingsGroupUpdate }),
  /** What the gateway answered at the end. */
  answers: z.array(z.object({ username: z.string(), path: z.string(), body: z.unknown() })),
});
export type Recording = z.infer<typeof recording>;

/** The configuration with which a database is recorded and opened. No message goes out, because nothing sends any. */
export const recordingEnvironment = (address: string): Readonly<Record<string, string>> => ({
  DATABASE_URL: address,
  ALERT_WEBHOOK_URL: 'http://127.0.0.1:9/alerts',
  ALERT_FORMAT: 'slack',
  WATCH_CALLS_PER_MINUTE: '6000',
});

/** A digest of the `authorization` header's value. */
export const authorizationDigest = (value: string | null): string =>
  createHash('sha256')
    .update(value ?? '')
    .digest('hex');

/** The folder with a subfolder for each release. */
export const releases = import.meta.dirname;

/** The versions that have left a database, oldest first. */
export const releasedVersions = globSync('*/sqlite.json', { cwd: releases })
  .map((file) => dirname(file))
  .toSorted(new Intl.Collator('en', { numeric: true }).compare);

/** The bundled gateway of a release, without its console. */
export const gatewayOf = (version: string) => join(releases, version, 'gateway.tar.gz');

/** What a release left behind. */
export function readRecording(version: string, engine: DatabaseTarget['kind']): Recording {
  const text = readFileSync(join(releases, version, `${engine}.json`), 'utf8');
  return recording.parse(JSON.parse(text));
}

export function writeRecording(folder: string, engine: DatabaseTarget['kind'], left: Recording) {
  writeFileSync(join(folder, `${engine}.json`), `${JSON.stringify(left, null, 1)}\n`);
}
