import { relative } from 'node:path';

import * as z from 'zod/mini';

import { root } from './run.ts';

/** A test file, and the time that its tests took. */
export type FileTime = readonly [file: string, ms: number];

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

/**
 * The times in Vitest's JSON report. The report measures from the start of the first test to the end of the last, not
 * including the time to load the file.
 */
export function timesOfVitest(report: unknown): FileTime[] {
  return vitestReport
    .parse(report)
    .testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]);
}

const playwrightSuite = z.object({
  specs: z.array(
    z.object({
      file: z.string(),
      tests: z.array(z.object({ results: z.array(z.object({ duration: z.number() })) })),
    }),
  ),
  get suites() {
    return z.optional(z.array(playwrightSuite));
  },
});

const playwrightReport = z.object({ suites: z.array(playwrightSuite) });

/** The times in Playwright's JSON report: one for each test in each engine. */
export function timesOfPlaywright(report: unknown): FileTime[] {
  return playwrightReport.parse(report).suites.flatMap(timesOf);
}

function timesOf(suite: z.output<typeof playwrightSuite>): FileTime[] {
  const own = suite.specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration }): FileTime => [`e2e/${file}`, duration]),
    ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(timesOf)];
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
