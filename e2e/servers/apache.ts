import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { freePort } from '../../src/testing/fixtures/gatewayProcess.ts';
import { accepts } from './reverseProxy.ts';

const modules = ['mpm_event', 'authz_core', 'proxy', 'proxy_http'];

/**
 * Apache over http on a free port of 127.0.0.1, without the files that Debian puts in /etc.
 *
 * @param given.lines the lines of its configuration
 * @throws {Error} with its output if it does not start
 */
export async function startApache(given: {
  readonly program: { readonly path: string; readonly env: Readonly<Record<string, string>> };
  readonly lines: readonly string[];
}): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const { path, env } = given.program;
  const folder = mkdtempSync(join(tmpdir(), 'sim-console-apache-'));
  const port = await freePort();
  const shared = join(dirname(path), '../lib/apache2/modules');
  const configuration = [
    `ServerRoot ${folder}`,
    'ServerName sim.example.com',
    `PidFile ${folder}/pid`,
    'Mutex posixsem',
    `ErrorLog ${folder}/error.log`,
    `Listen 127.0.0.1:${port}`,
    ...modules.map((name) => `LoadModule ${name}_module ${shared}/mod_${name}.so`),
    ...given.lines,
  ];
  writeFileSync(join(folder, 'apache.conf'), `${configuration.join('\n')}\n`);
  const child = spawn(path, ['-d', folder, '-f', `${folder}/apache.conf`, '-DFOREGROUND'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const closed = once(child, 'close');
  const origin = `http://127.0.0.1:${port}`;
  if ((await Promise.race([closed, accepts(port)])) !== 'accepts') {
    throw new Error(`Apache does not start: ${output.join('')}`);
  }
  return {
    origin,
    async stop() {
      child.kill('SIGTERM');
      await closed;
      rmSync(folder, { recursive: true });
    },
  };
}
