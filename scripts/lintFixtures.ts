import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { root } from './run.ts';

export interface Finding {
  /** Plugin and rule in the linter's notation: `boundaries(dependencies)`. */
  readonly rule: string;
  /** The path inside the fixture project. */
  readonly file: string;
  readonly line: number;
}

/**
 * Lints a temporary project with this project's settings, to test rules with code that violates them and cannot be
 * in `src`.
 *
 * @param files the contents of files, by path
 * @throws {Error} if the linter itself fails
 */
export async function lintFixtures(files: Readonly<Record<string, string>>): Promise<Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-fixtures-'));
  try {
    for (const name of ['.oxlintrc.json', 'tsconfig.json', 'package.json']) {
      // oxlint-disable-next-line no-await-in-loop -- three small files
      await cp(join(root, name), join(folder, name));
    }
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await Promise.all(
      Object.entries(files).map(async ([path, content]) => {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }),
    );
    return await lint(folder, Object.keys(files));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function lint(folder: string, files: readonly string[]): Promise<Finding[]> {
  const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  // Files are listed individually, because the linter would follow linked packages.
  const args = [program, '-f', 'json', ...files];
  const output = await new Promise<string>((done, failed) => {
    const options = { cwd: folder, maxBuffer: 2 ** 26, timeout: 200_000 };
    execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      if (stdout.startsWith('{')) done(stdout);
      else failed(new Error(`The linter printed no report: ${stdout}${stderr}`));
    });
  });
  const report = readReport(JSON.parse(output));
  if (report.files < files.length) throw new Error(`Linted only ${report.files} files`);
  return report.findings;
}

/** Reads the linter's untyped output. */
function readReport(report: unknown): { files: number; findings: Finding[] } {
  if (!isRecord(report) || !Array.isArray(report.diagnostics)) throw new Error('No diagnostics');
  const diagnostics: unknown[] = report.diagnostics;
  const findings = diagnostics.filter(isRecord).map((item) => {
    const labels: unknown[] = Array.isArray(item.labels) ? item.labels : [];
    const [label] = labels;
    const span = isRecord(label) && isRecord(label.span) ? label.span : {};
    return { rule: String(item.code), file: String(item.filename), line: Number(span.line) };
  });
  return { files: Number(report.number_of_files), findings };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
