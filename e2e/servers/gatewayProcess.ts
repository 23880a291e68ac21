import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import * as z from 'zod/mini';

const logLine = z.looseObject({ event: z.string() });

/** The gateway as `npm run serve` starts it, in its own process. */
export interface GatewayProcess {
  readonly port: number;
  /** Its output so far, stdout and stderr. */
  output(): string;
  /** The log lines with this event. */
  lines(event: string): readonly Readonly<Record<string, unknown>>[];
  /** @returns its exit code */
  stop(): Promise<number | null>;
}

/**
 * @param environment its whole environment, except the port, which is a free one
 * @throws {Error} with its output if it does not start
 */
export async function startGatewayProcess(
  environment: Readonly<Record<string, string>>,
): Promise<GatewayProcess> {
  const child = spawn(process.execPath, ['src/gateway/main.ts'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { PORT: '0', SANDBOX_THINGS: '60', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const written: string[] = [];
  const log: z.infer<typeof logLine>[] = [];
  child.stderr.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  const listening = Promise.withResolvers<number>();
  createInterface(child.stdout).on('line', (line) => {
    written.push(`${line}\n`);
    if (!line.startsWith('{')) return;
    const entry = logLine.parse(JSON.parse(line));
    log.push(entry);
    if (entry.event === 'listening') listening.resolve(Number(entry['port']));
  });
  void exited.then(() => listening.reject(new Error(`It does not start: ${written.join('')}`)));
  const port = await listening.promise;
  return {
    port,
    output: () => written.join(''),
    lines: (event) => log.filter((entry) => entry.event === event),
    stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}
