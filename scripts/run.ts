import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');

/**
 * Runs a program from this project's packages or the system, with its output on this terminal.
 *
 * @param timeoutMs the time after which the program is stopped
 * @returns its exit code; 1 if it could not be started or had to be stopped
 */
export function run(
  program: string,
  args: readonly string[],
  { env = {}, timeoutMs = 60 * 60_000 }: { env?: NodeJS.ProcessEnv; timeoutMs?: number } = {},
): Promise<number> {
  const path = `${resolve(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  return new Promise((done) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...env, PATH: path },
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: timeoutMs,
    });
    child.on('error', (error) => {
      console.error(`${program} cannot be started: ${error.message}`);
      done(1);
    });
    child.on('close', (code) => done(code ?? 1));
  });
}
