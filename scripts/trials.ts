import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { root } from './run.ts';

/**
 * `npm run trials [-- name …]`: applies each change in `scripts/trials` to a copy of the code, compiles it, runs
 * its tests, and prints its size. A patch starts with a description of the change, and the tests that would detect
 * a forgotten part.
 */
export interface Trial {
  /** Its file name. */
  readonly name: string;
  /** The description, as in the table in docs/ARCHITECTURE.md. */
  readonly change: string;
  readonly tests: readonly string[];
  readonly patch: string;
  /** The shipped files that it changes, without the emulator. */
  readonly files: readonly string[];
  /** The lines that it adds to these files. */
  readonly lines: number;
}

const isProduct = (file: string) =>
  /^src\/(?!sandbox\/|testing\/)/.test(file) && !/\.test\.tsx?$/.test(file);

export function readTrials(): readonly Trial[] {
  return globSync('scripts/trials/*.patch', { cwd: root }).toSorted().map(readTrial);
}

/** @throws {Error} if the patch has no valid header */
function readTrial(path: string): Trial {
  const patch = join(root, path);
  const [head = '', ...parts] = readFileSync(patch, 'utf8').split(/^diff --git a\/(?=\S+ b\/)/m);
  const [, change, tests] = /^Change: (.+)\nTests: (.+)\n/.exec(head) ?? [];
  if (change === undefined || tests === undefined) throw new Error(`${path} has no header`);
  const shipped = parts.filter((part) => isProduct(part.slice(0, part.indexOf(' '))));
  return {
    name: basename(path, '.patch'),
    change,
    tests: tests.split(' '),
    patch,
    files: shipped.map((part) => part.slice(0, part.indexOf(' '))),
    lines: shipped.flatMap((part) => part.match(/^\+(?!\+\+ )/gm) ?? []).length,
  };
}

/** @returns why the patch does not apply to the current code; undefined if it does */
export function misfit({ patch }: Trial, folder = root): string | undefined {
  const { status, stderr } = spawnSync('git', ['apply', '--check', patch], {
    cwd: folder,
    encoding: 'utf8',
  });
  return status === 0 ? undefined : stderr;
}

/** @returns the failures; tests that must be extended before they compile are not failures */
function attempt(trial: Trial): { readonly failed: readonly string[]; readonly toName: number } {
  const copy = mkdtempSync(join(tmpdir(), 'trial-'));
  const bin = join(root, 'node_modules/.bin');
  const runs = (program: string, ...args: string[]) =>
    spawnSync(join(bin, program), args, { cwd: copy, encoding: 'utf8' });
  try {
    const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' });
    for (const file of tracked.split('\0').filter(Boolean)) {
      cpSync(join(root, file), join(copy, file));
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    execFileSync('git', ['apply', trial.patch], { cwd: copy });
    const { stdout } = runs('tsc', '--noEmit', '--pretty', 'false');
    const wrong = [...new Set(stdout.match(/^[^\s(]+(?=\(\d)/gm))];
    const tests = runs(
      'vitest',
      'run',
      '--project',
      'unit',
      '--project',
      'component',
      ...trial.tests,
    );
    return {
      failed: [
        ...wrong.filter(isProduct).map((file) => `${file} does not compile`),
        ...(tests.status === 0 ? [] : [`${tests.stdout}${tests.stderr}`]),
      ],
      toName: wrong.filter((file) => !isProduct(file)).length,
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const wanted = process.argv.slice(2);
  for (const trial of readTrials()) {
    if (wanted.length > 0 && !wanted.includes(trial.name)) continue;
    const { failed, toName } = attempt(trial);
    const { change, files, lines } = trial;
    const rest = toName === 0 ? '' : `; ${toName} test files must be extended`;
    const verdict = failed.length === 0 ? 'ok  ' : 'FAIL';
    console.log(`${verdict} ${change}: ${files.length} files, ${lines} lines${rest}`);
    for (const words of failed) console.error(words);
    if (failed.length > 0) process.exitCode = 1;
  }
}
