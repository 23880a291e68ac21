import { relative } from 'node:path';

import * as z from 'zod/mini';

import { root } from './run.ts';

/** Where the time of a test run goes: the slowest files of a runner's JSON report, for the end of the run. */

const vitestReport = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

/**
 * The slowest files of Vitest's report, in one line; none if only one file ran. Vitest measures from the start of
 * the first test to the end of the last, without loading the file.
 */
export function slowestOfVitest(report: unknown): string[] {
  const { testResults } = vitestReport.parse(report);
  return inWords(
    testResults.map(({ name, startTime, endTime }) => [relative(root, name), endTime - startTime]),
  );
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

/** The slowest files of Playwright's report, over all engines, in one line; none if only one file ran. */
export function slowestOfPlaywright(report: unknown): string[] {
  return inWords(playwrightReport.parse(report).suites.flatMap(timesOf));
}

type Times = readonly (readonly [file: string, ms: number])[];

function timesOf(suite: z.output<typeof playwrightSuite>): Times {
  const own = suite.specs.flatMap(({ file, tests }) =>
    tests.flatMap(({ results }) =>
      results.map(({ duration }) => [`e2e/${file}`, duration] as const),
    ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(timesOf)];
}

function inWords(times: Times): string[] {
  const sums = new Map<string, number>();
  for (const [file, ms] of times) sums.set(file, (sums.get(file) ?? 0) + ms);
  if (sums.size < 2) return [];
  const slowest = [...sums].toSorted(([, a], [, b]) => b - a).slice(0, 5);
  return [slowest.map(([file, ms]) => `${file} ${(ms / 1000).toFixed(1)} s`).join(', ')];
}
