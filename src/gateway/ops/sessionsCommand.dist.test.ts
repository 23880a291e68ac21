import { describe, expect, it, onTestFinished } from 'vitest';

import { type GatewayProcess, startProcess } from '#testing/fixtures/gatewayProcess.ts';
import { type CommandResult, runOperator } from '#testing/fixtures/operatorCommand.ts';
import { databaseUrl as urlOf, emptyDatabase, engines } from '#testing/fixtures/testDatabases.ts';
import { call, signIn } from '#testing/load/consoleClient.ts';
import { startTokenService } from '#testing/load/tokenService.ts';

const sessions = (databaseUrl: string, ...args: readonly string[]) =>
  runOperator('sessions', databaseUrl, ...args);

/** Two gateways on one database. */
async function startScenario(databaseUrl: string) {
  const service = await startTokenService({ lifetimeMs: 4 * 3_600_000 });
  const environment = {
    SIM_API_URL: service.origin,
    SIM_CONSOLE_URL: service.origin,
    DATABASE_URL: databaseUrl,
  };
  const first = await startProcess({ environment });
  const second = await startProcess({ environment });
  onTestFinished(async () => {
    await Promise.all([first.kill(), second.kill()]);
    service.close();
  });
  return { first, second };
}

const rowsOf = ({ stdout }: CommandResult) =>
  stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));

describe.each(engines)('S9: the command for sessions on %s', (engine) => {
  it('lists sessions without secrets, and ends them on every gateway immediately', async () => {
    const databaseUrl = urlOf(await emptyDatabase(engine));
    const { first, second } = await startScenario(databaseUrl);
    const cookies = await Promise.all([
      signIn(first.port, 'anna'),
      signIn(first.port, 'ben'),
      signIn(second.port, 'ben'),
      signIn(second.port, 'carl'),
    ]);
    const statuses = ({ port }: GatewayProcess) =>
      Promise.all(cookies.map(async (cookie) => (await call(port, cookie)).status));
    expect(await statuses(first)).toEqual([200, 200, 200, 200]);
    expect(await statuses(second)).toEqual([200, 200, 200, 200]);

    const all = await sessions(databaseUrl, 'list');
    expect(all).toMatchObject({ code: 0, stderr: '4 sessions\n' });
    expect(
      rowsOf(all)
        .map(([, username]) => username)
        .toSorted(),
    ).toEqual(['anna', 'ben', 'ben', 'carl']);
    const day = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
    for (const row of rowsOf(all)) {
      expect(row).toEqual([
        expect.stringMatching(/^[\da-f]{12}$/),
        expect.any(String),
        'cid_123',
        '127.0.0.1',
        expect.stringMatching(day),
        expect.stringMatching(day),
      ]);
    }

    const ofAnna = await sessions(databaseUrl, 'list', 'anna');
    const [[id = ''] = []] = rowsOf(ofAnna);
    expect(ofAnna.stderr).toBe('1 session\n');
    const ended = await sessions(databaseUrl, 'end', id);
    expect(ended).toEqual({ code: 0, stdout: 'Ended: anna\n', stderr: '' });
    expect(await statuses(first)).toEqual([401, 200, 200, 200]);
    expect(await statuses(second)).toEqual([401, 200, 200, 200]);
    expect(await call(first.port, cookies[0])).toMatchObject({ code: 'session_ended' });

    const left = await sessions(databaseUrl, 'end-user', 'ben');
    expect(left).toEqual({ code: 0, stdout: 'Sessions ended for ben: 2\n', stderr: '' });
    expect(await statuses(first)).toEqual([401, 401, 401, 200]);
    expect(await statuses(second)).toEqual([401, 401, 401, 200]);

    expect(
      rowsOf(await sessions(databaseUrl, 'events'))
        .map(([, kind, outcome, username]) => [kind, outcome, username].join(' '))
        .filter((event) => event.startsWith('session ended')),
    ).toEqual([
      'session ended ended by an operator anna',
      'session ended ended by an operator ben',
      'session ended ended by an operator ben',
    ]);

    const again = await sessions(databaseUrl, 'end', id);
    expect(again.code).toBe(1);
    expect(again.stderr).toBe(`There is no session ${id}; it may have ended.\n`);
    for (const { stdout, stderr } of [all, ofAnna, ended, left, again]) {
      const values = cookies.map((cookie) => cookie.split('=')[1] ?? '');
      for (const secret of [...values, 'e30.', 'refresh-', 'secret']) {
        expect(stdout + stderr).not.toContain(secret);
      }
    }
  });
});

describe('S9: the command for sessions', () => {
  it.each([[[]], [['end']], [['end-user']], [['remove', 'x']], [['list', 'anna', 'ben']]])(
    'prints its usage for the invalid arguments %j',
    async (args) => {
      const { code, stdout, stderr } = await sessions('sqlite:data/none.db', ...args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain('npm run sessions -- end-user USERNAME');
    },
  );

  it('prints its usage on request', async () => {
    const { code, stdout, stderr } = await sessions('sqlite:data/none.db', '--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('npm run sessions -- end-user USERNAME');
  });

  it('says that an id is invalid, before it opens the store', async () => {
    expect(await sessions('postgres://console:secret@127.0.0.1:1/sim', 'end', 'anna')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'ID must be an ID from the list, for example 3f9a02c41b7e\n',
    });
  });

  it('says in one sentence that the database cannot be reached', async () => {
    const { code, stderr } = await sessions('postgres://console:secret@127.0.0.1:1/sim', 'list');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database in DATABASE_URL, [^\n]+ cannot be used: [^\n]+\n$/);
    expect(stderr).not.toContain('secret');
  });

  it('says that sessions in a gateway’s memory cannot be seen', async () => {
    const { code, stderr } = await sessions('sqlite::memory:', 'list');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The sessions are in the gateway's memory, [^\n]+\n$/);
  });
});
