import { execFileSync, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { freePort } from '../../src/testing/fixtures/gatewayProcess.ts';
import { createCertificate } from './certificate.ts';
import { type ProxyKind, readSample, sampleHost } from './proxyKinds.ts';

/**
 * Starts a reverse proxy with its sample configuration, over https on a free port of 127.0.0.1.
 *
 * @param given.edit a function that changes the sample
 * @throws {Error} with its output if it rejects the sample or does not start
 */
export async function startReverseProxy(given: {
  readonly kind: ProxyKind;
  readonly program: { readonly path: string; readonly env: Readonly<Record<string, string>> };
  readonly target: string;
  readonly edit?: (sample: string) => string;
}) {
  const { kind, program } = given;
  const folder = mkdtempSync(join(tmpdir(), 'sim-console-proxy-'));
  const { cert, key } = createCertificate(sampleHost);
  const port = await freePort();
  const place = { folder, port };
  const files = {
    'cert.pem': cert,
    'key.pem': key,
    'both.pem': `${cert}${key}`,
    sample: (given.edit ?? ((same) => same))(
      readSample(kind.sample, kind.adapt(place, given.target)),
    ),
    ...kind.extra?.(place),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);

  const env = { ...process.env, ...program.env, HOME: folder, XDG_DATA_HOME: folder };
  execFileSync(program.path, kind.check(folder), { env, stdio: 'pipe' });
  const child = spawn(program.path, kind.start(folder), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  }
  const ended = new Promise<string>((resolve) => {
    child.once('close', () => resolve('ended'));
  });
  const written = () =>
    [...output, ...globSync(join(folder, '*.log')).map((file) => readFileSync(file, 'utf8'))].join(
      '',
    );
  if ((await Promise.race([ended, accepts(port)])) === 'ended') {
    throw new Error(`The proxy does not start: ${written()}`);
  }
  return {
    port,
    /** The certificate to trust, as PEM. */
    cert,
    /** Its output and all log files. */
    written,
    /** Stops it and removes its files. */
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

export type ReverseProxy = Awaited<ReturnType<typeof startReverseProxy>>;

/** Resolves once something listens on this port of 127.0.0.1. */
export async function accepts(port: number): Promise<string> {
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
      socket.once('close', () => socket.destroy());
      socket.once('connect', () => socket.destroy());
    });
    if (isThere) return 'accepts';
    await setTimeout(50);
  }
}
