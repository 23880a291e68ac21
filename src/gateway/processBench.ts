import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import * as z from 'zod/mini';

/** The gateway as `npm run serve` starts it, in a process of its own. */
export interface GatewayProcess {
  readonly child: ChildProcess;
  readonly port: number;
  readonly metricsPort: number;
  /** What has been read of its output. */
  readonly output: { stdout: string; stderr: string };
  /** Reads what it writes, from now on. */
  read(): void;
  /** The lines of its log with this event, as far as they were read. */
  lines(event: string): readonly Readonly<Record<string, unknown>>[];
  /** How it ended; undefined while it runs. */
  end(): { readonly code: number | null; readonly signal: string | null } | undefined;
  /** The value of a series of its metrics, by its name and labels as Prometheus writes them. */
  metric(series: string): Promise<number>;
  /** Asks it to stop. @returns its exit code */
  stop(): Promise<number | null>;
  /** Ends it, unless it has ended. */
  kill(): Promise<void>;
}

const logLine = z.looseObject({ event: z.string() });
const root = resolve(import.meta.dirname, '../..');

interface ProcessOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** For Node itself. */
  readonly nodeOptions?: readonly string[];
  /** Where its output goes; pipes by default. */
  readonly stdio?: StdioOptions;
  /** False if nobody reads those pipes. */
  readonly isRead?: boolean;
}

/**
 * Starts the gateway in a separate process, on the sandbox unless told otherwise, and waits until it answers.
 *
 * @throws when it ends before it answers
 */
export async function startProcess(given: ProcessOptions = {}): Promise<GatewayProcess> {
  try {
    return await startOnce(given);
  } catch (error) {
    const isTaken = error instanceof Error && error.message.includes('PORT is in use');
    // Something took the port that was free a moment ago; the next one is another.
    const isChosen = ['PORT', 'METRICS_PORT'].some((key) => key in (given.environment ?? {}));
    if (!isTaken || isChosen) throw error;
    return startProcess(given);
  }
}

async function startOnce(given: ProcessOptions): Promise<GatewayProcess> {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawn(process.execPath, [...(given.nodeOptions ?? []), 'src/gateway/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      SANDBOX_THINGS: '60',
      SANDBOX_TIME_PASSES: 'false',
      // The default for a real service is a file in this folder.
      DATABASE_URL: 'sqlite::memory:',
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

  const closed = new Promise<void>((done) => child.once('close', () => done()));
  await answering(`http://127.0.0.1:${port}/healthz`, async () => {
    if (!ended) return;
    // What it wrote may arrive after it has ended.
    if (given.isRead !== false) await closed;
    throw new Error(`The gateway ended before it answered: ${output.stderr}`);
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
    lines: (event) =>
      output.stdout
        .split('\n')
        .filter((line) => line.startsWith('{') && line.endsWith('}'))
        .map((line) => logLine.parse(JSON.parse(line)))
        .filter((line) => line.event === event),
    async stop() {
      child.kill('SIGTERM');
      await exit;
      return ended?.code ?? null;
    },
    async kill() {
      if (ended === undefined) child.kill('SIGKILL');
      await exit;
    },
  };
}

/** @param check throws when there is nothing left to wait for */
async function answering(url: string, check: () => Promise<void>): Promise<void> {
  const isUp = await fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isUp) return;
  await check();
  await wait(20);
  await answering(url, check);
}

/** A port of the loopback interface that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
