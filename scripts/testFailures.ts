import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { root } from './run.ts';
import { playwrightReport, specsOf, vitestReport } from './testReports.ts';

/**
 * Failures, repeated at the end of the log: people read a log of thousands of lines from its end, and some
 * services keep only the end. Each entry has the location, the test's name, and the first lines of the error.
 */

/** Enough lines of an error to show the expected and actual values, even for a comparison of two lists. */
const linesOfError = 50;

/** Playwright's name for its report on a failure, which has the accessibility tree of the page as YAML. */
const pageReport = 'error-context';

/** The tests in Vitest's JSON report that did not pass, and the files that could not run. */
export function vitestFailures(report: unknown): string[] {
  return vitestReport.parse(report).testResults.flatMap((file) => {
    const place = relative(root, file.name);
    if (file.status === 'failed' && file.assertionResults.length === 0) {
      return [entry(place, file.message)];
    }
    return file.assertionResults
      .filter(({ status }) => status !== 'passed')
      .map((test) =>
        entry(`${place} › ${test.fullName}`, test.failureMessages?.[0] ?? test.status),
      );
  });
}

/** The tests in Playwright's JSON report that did not pass on the first try, and errors outside tests. */
export function playwrightFailures(report: unknown): string[] {
  const read = playwrightReport.parse(report);
  const failed = specsOf(read).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ status, results, projectName = '' }) => {
        const { error, attachments = [] } = results.find((result) => result.error) ?? {};
        const shown = attachments.map(({ name, path }) =>
          name === pageReport ? pageIn(path) : '',
        );
        const project = projectName === '' ? '' : `[${projectName}] `;
        const at = error?.location;
        const where = at ? ` (at ${relative(root, at.file)}:${at.line})` : '';
        const name = `${project}e2e/${file}:${line} › ${title}${where}`;
        return entry(name, error?.message ?? status, shown.join(''));
      }),
  );
  return [...failed, ...read.errors.map(({ message }) => entry('outside tests', message))];
}

/** The engines that ran stories, with their versions, as the stories recorded them. */
export function enginesOf(report: unknown): string[] {
  const tests = specsOf(playwrightReport.parse(report)).flatMap((spec) => spec.tests);
  const noted = tests.flatMap(({ annotations = [] }) =>
    annotations.flatMap(({ type, description = '' }) => (type === 'engine' ? [description] : [])),
  );
  return [...new Set(noted)].toSorted();
}

/** The page as it was when the test failed, for failures that nobody can repeat. */
function pageIn(file?: string): string {
  return (file && /```yaml\n(.*?)```/s.exec(readFileSync(file, 'utf8'))?.[1]) ?? '';
}

function entry(place: string, error = '', page = ''): string {
  const lines = [error, page].flatMap((text) =>
    stripVTControlCharacters(text).trimEnd().split('\n').slice(0, linesOfError),
  );
  return [place, ...lines.filter(Boolean).map((line) => `    ${line}`)].join('\n');
}

/** The entries found in a report; none if the runner left no report, which is counted and reported elsewhere. */
export function foundIn<T>(file: string, find: (report: unknown) => T[]): T[] {
  return existsSync(file) ? find(JSON.parse(readFileSync(file, 'utf8'))) : [];
}
