import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { inject, onTestFinished, vi } from 'vitest';

import { type Database, openDatabase } from './database.ts';
import { type DatabaseTarget, parseDatabaseUrl } from './databaseUrl.ts';
import { migrateToLatest } from './migrations.ts';
import type { NewSessionRow } from './sessionRow.ts';

// The first test that wants PostgreSQL waits for its start, which takes a second on a machine at rest.
vi.setConfig({ testTimeout: 60_000 });

/** What every test of a query runs on. */
export const engines = ['sqlite', 'postgres'] as const;
type EngineName = (typeof engines)[number];

/** An empty database, which is gone after the test. */
export async function emptyDatabase(engine: EngineName): Promise<DatabaseTarget> {
  if (engine === 'sqlite') {
    return parseDatabaseUrl(`sqlite:${join(temporaryFolder(), 'console.db')}`);
  }
  const answer = await fetch(inject('newDatabaseUrl'), { method: 'POST' });
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return parseDatabaseUrl(text);
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sim-console-store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opened once more by each call, as by another gateway; closed after the test. */
export function connect(
  target: DatabaseTarget,
  options: { readonly now?: () => number } = {},
): Database {
  const database = openDatabase(target, options);
  onTestFinished(() => database.close());
  return database;
}

/** A time that stands still until a test moves it on, in place of the clock of the database. */
export function testTime(start = Date.UTC(2026, 0, 1)) {
  let time = start;
  return {
    now: () => time,
    advance(ms: number) {
      time += ms;
    },
  };
}

/** An empty database with the tables in it, opened by two gateways on one time. */
export async function twoGateways(engine: EngineName) {
  const target = await emptyDatabase(engine);
  const time = testTime();
  const first = connect(target, time);
  const second = connect(target, time);
  await migrateToLatest(first);
  return { target, time, first, second };
}

/** Somebody who typed their customer id, without tokens that anybody could open. */
export function typedSession(key: string, customerId = 'confirmed'): NewSessionRow {
  return {
    key,
    sealed: new Uint8Array(1),
    username: 'anna',
    customerId,
    customerSource: 'person',
    address: null,
    receivedAgoMs: 0,
    dueInMs: 1,
    overInMs: 1,
  };
}
