import { readFileSync } from 'node:fs';

import { playwrightReport, vitestReport } from './testReports.ts';

/** The result of one step of the test run. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** Counts Vitest's JSON report. A skipped test counts as a failure, and so does a file that could not run. */
export function countVitest(report: unknown, exitCode: number): Counts {
  const { numPassedTests, numTotalTests, testResults } = vitestReport.parse(report);
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length;
  const failed = numTotalTests - numPassedTests + brokenFiles;
  return settle({ passed: numPassedTests, failed }, exitCode);
}

/** Counts Playwright's JSON report. Skipped and flaky tests and errors outside tests count as failures. */
export function countPlaywright(report: unknown, exitCode: number): Counts {
  const { stats, errors } = playwrightReport.parse(report);
  const failed = stats.unexpected + stats.flaky + stats.skipped + errors.length;
  return settle({ passed: stats.expected, failed }, exitCode);
}

/** A runner counts as one failure if it ran no tests, or failed although none of its tests did. */
function settle({ passed, failed }: Counts, exitCode: number): Counts {
  const isSilentFailure = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: isSilentFailure ? 1 : failed };
}

/** One check that either passes or fails. */
export function countCheck(hasPassed: boolean): Counts {
  return hasPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A missing or incomplete report, as after a crash, counts as one failure. */
export function countReport(
  file: string,
  count: (report: unknown, exitCode: number) => Counts,
  exitCode: number,
): Counts {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')), exitCode);
  } catch (error) {
    console.error(`No report in ${file}: ${String(error)}`);
    return countCheck(false);
  }
}
