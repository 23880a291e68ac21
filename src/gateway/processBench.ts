import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The gateway as `npm run serve` starts it: the build that is there, in a process that can end. */
export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly metricsPort: number;
  /** What was read of what it wrote. */
  readonly output: { stdout: string; stderr: string };
  /** Reads what it writes, from now on. */
  read(): void;
  /** How it ended; undefined while it runs. */
  end(): { readonly code: number | null; readonly signal: string | null } | undefined;
  /** The value of a series of its metrics, by its name and labels as Prometheus writes them. */
  metric(series: string): Promise<number>;
  /** Ends it, unless it has ended. */
  kill(): Promise<void>;
}

const root = resolve(import.meta.dirname, '../..');

/**
 * Starts the gateway in a process of its own on the sandbox, and waits until it answers.
 *
 * @param given.nodeOptions for Node itself
 * @param given.stdio where its output goes; pipes by default
 * @param given.isRead false where nobody reads those pipes
 * @throws when it ends before it answers
 */
export async function startProcess(
  given: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly nodeOptions?: readonly string[];
    readonly stdio?: StdioOptions;
    readonly isRead?: boolean;
  } = {},
): Promise<GatewayProcess> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [...(given.nodeOptions ?? []), 'src/gateway/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      SANDBOX_THINGS: '60',
      ...given.environment,
    },
    stdio: given.stdio ?? ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  const read = () => {
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        output[name] += text;
      });
    }
  };
  if (given.isRead !== false) read();
  let ended: ReturnType<GatewayProcess['end']>;
  const exit = new Promise<void>((done) => {
    child.once('exit', (code, signal) => {
      ended = { code, signal };
      done();
    });
  });

  await answering(`http://127.0.0.1:${port}/healthz`, () => {
    if (ended) throw new Error(`The gateway ended before it answered: ${output.stderr}`);
  });
  return {
    child,
    port,
    metricsPort,
    output,
    read,
    end: () => ended,
    async metric(series) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const found = text.split('\n').find((line) => line.startsWith(`${series} `));
      return Number(found?.slice(series.length + 1));
    },
    async kill() {
      if (ended === undefined) child.kill('SIGKILL');
      await exit;
    },
  };
}

/** @param check throws where there is nothing left to wait for */
async function answering(url: string, check: () => void): Promise<void> {
  const isUp = await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isUp) return;
  check();
  await wait(20);
  await answering(url, check);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
