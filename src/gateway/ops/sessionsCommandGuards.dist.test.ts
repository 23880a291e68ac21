import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';

import { describe, expect, it } from 'vitest';

import { inherited } from '#testing/fixtures/gatewayProcess.ts';
import { runOperator } from '#testing/fixtures/operatorCommand.ts';
import { storeOptions } from '#testing/fixtures/storeOptions.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';
import { typedSession } from '#testing/fixtures/testDatabases.ts';

import { sessionKey } from '../auth/sealedTokens.ts';
import { parseDatabaseUrl } from '../db/databaseUrl.ts';
import { openStore } from '../store.ts';

const run = (file: string, ...options: readonly string[]) =>
  runOperator('sessions', `sqlite:${file}`, ...options);

const open = (file: string) => openStore(parseDatabaseUrl(`sqlite:${file}`), storeOptions);

/** A store with a session of this name. */
async function storeWith(username: string): Promise<string> {
  const file = join(temporaryFolder(), 'console.db');
  const store = await open(file);
  await store.sessions.create({ ...typedSession(sessionKey('cookie')), username }, []);
  await store.close();
  return file;
}

describe('the command for sessions', () => {
  it('does not create the file that a mistyped DATABASE_URL names, and fails with one sentence', async () => {
    const file = join(temporaryFolder(), 'typo.db');
    const { code, stdout, stderr } = await run(file, 'end-user', 'leaver');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^There is no .+typo\.db: set DATABASE_URL to the same value as for the gateway/,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('creates no tables in a database that no gateway has used, and says so', async () => {
    const file = join(temporaryFolder(), 'empty.db');
    new DatabaseSync(file).close();
    const { code, stdout, stderr } = await run(file, 'list');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/has the schema of an older version of this program, or none: /);
    const database = new DatabaseSync(file);
    expect(database.prepare('select name from sqlite_master').all()).toEqual([]);
    database.close();
  });

  it('fails when there was no session to end', async () => {
    const { code, stdout, stderr } = await run(await storeWith('anna'), 'end-user', 'leaver');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe('There is no session for leaver; it may have ended.\n');
  });

  it('S9: ends the sessions of a user in any letter case of the name, and says so', async () => {
    const { stdout } = await run(await storeWith('Ben'), 'end-user', 'ben');
    expect(stdout).toBe('Sessions ended for ben, Ben: 1\n');
  });

  it('C6: shows session events of all users or of one, newest last', async () => {
    const file = join(temporaryFolder(), 'console.db');
    const store = await open(file);
    const facts = { customerId: null, requestId: 'request-1', serviceRequestId: null };
    const event = { kind: 'sign-in', outcome: 'signed in', address: '192.0.2.7', ...facts };
    for (let number = 0; number < 501; number++) {
      await store.events.add({ ...event, username: number === 500 ? 'ben' : 'anna' });
    }
    await store.close();
    const lines = async (...options: readonly string[]) => {
      const { code, stdout } = await run(file, 'events', ...options);
      expect(code).toBe(0);
      return stdout.trimEnd().split('\n');
    };
    const all = await lines();
    expect(all).toHaveLength(502);
    expect(all[0]).toBe('TIME\tEVENT\tOUTCOME\tUSERNAME\tCUSTOMER ID\tFROM\tREQUEST ID');
    const [, ben] = await lines('--user', 'ben', '--days', '1');
    expect(ben?.split('\t').slice(1).join()).toBe('sign-in,signed in,ben,-,192.0.2.7,request-1');
    expect((await run(file, 'events', '--days', 'many')).stderr).toMatch(
      /^DAYS must be a whole number/,
    );
    expect((await run(file, 'events', 'ben')).stderr).toContain('npm run sessions -- events');
  });

  it('ends without an error if its reader has seen enough, as in `sessions events | head`', async () => {
    const env = { ...inherited, DATABASE_URL: `sqlite:${await storeWith('anna')}` };
    const child = spawn(process.execPath, ['src/gateway/ops/sessionsCommand.ts', 'list'], { env });
    child.stdout.destroy();
    const [stderr, closed] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(stderr).not.toContain('EPIPE');
    expect(closed).toEqual([0, null]);
  });

  it('fails with one sentence if its rows cannot be written, as on a full disk', async () => {
    const env = { ...inherited, DATABASE_URL: `sqlite:${await storeWith('anna')}` };
    const line = `${process.execPath} src/gateway/ops/sessionsCommand.ts list > /dev/full`;
    const { status, stderr } = spawnSync(line, { env, shell: true, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^(?:1 session\n)?ENOSPC: .+\n$/)]);
  });

  it('does not let a name forge a line', async () => {
    const { stdout } = await run(await storeWith('anna\nforged\u001b[2J'), 'list');
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout).toContain('anna\\u000aforged\\u001b[2J');
  });
});
