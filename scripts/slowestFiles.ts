import { relative } from 'node:path';

import { root } from './run.ts';
import { playwrightReport, specsOf, vitestReport } from './testReports.ts';

/** A test file, and the time that its tests took. */
export type FileTime = readonly [file: string, ms: number];

/**
 * The times in Vitest's JSON report. The report measures from the start of the first test to the end of the last, not
 * including the time to load the file.
 */
export function timesOfVitest(report: unknown): FileTime[] {
  return vitestReport
    .parse(report)
    .testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]);
}

/** The times in Playwright's JSON report: one for each test in each engine. */
export function timesOfPlaywright(report: unknown): FileTime[] {
  return specsOf(playwrightReport.parse(report)).flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration }): FileTime => [`e2e/${file}`, duration]),
    ),
  );
}

/** A line with the ten slowest files of a run, the slowest first; none if fewer than two files ran. */
export function slowestFiles(times: readonly FileTime[]): string[] {
  const sums = new Map<string, number>();
  for (const [file, ms] of times) sums.set(file, (sums.get(file) ?? 0) + ms);
  if (sums.size < 2) return [];
  const slowest = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, 10);
  return [
    `Slowest files: ${slowest.map(([file, ms]) => `${file} ${(ms / 1000).toFixed(1)} s`).join(', ')}`,
  ];
}
