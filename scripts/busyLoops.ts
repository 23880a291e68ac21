import { spawn } from 'node:child_process';

/** Ends when this process does: a run that is killed cannot end its loops itself. */
const loop = `while (process.ppid === ${process.pid});`;

/**
 * Starts processes that keep the CPU busy, so that other programs run as on a busy machine.
 *
 * @returns a function that ends them
 */
export function startBusyLoops(count: number): () => void {
  const loops = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', loop], { stdio: 'ignore' }),
  );
  return () => {
    for (const child of loops) child.kill('SIGKILL');
  };
}
