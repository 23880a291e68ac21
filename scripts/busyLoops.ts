import { spawn } from 'node:child_process';

/**
 * Starts processes that compute without a pause, so that other programs run as on a busy machine.
 *
 * @returns a function that ends them
 */
export function startBusyLoops(count: number): () => void {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', 'for (;;) {}'], { stdio: 'ignore' }),
  );
  return () => {
    for (const loop of loops) loop.kill('SIGKILL');
  };
}
