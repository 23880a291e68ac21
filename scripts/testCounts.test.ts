import { describe, expect, it } from 'vitest';

import { countPlaywright, countReport, countVitest } from './testCounts.ts';

const passedFile = { status: 'passed', assertionResults: [{}, {}] };
const vitest = { numPassedTests: 2, numTotalTests: 2, testResults: [passedFile] };
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

describe('the counts of a test run', () => {
  it('take what a runner says when all is well', () => {
    expect(countVitest(vitest, 0)).toEqual({ passed: 2, failed: 0 });
    expect(countPlaywright({ stats, errors: [] }, 0)).toEqual({ passed: 3, failed: 0 });
  });

  it('take a skipped test for a failure', () => {
    expect(countVitest({ ...vitest, numTotalTests: 3 }, 0)).toEqual({ passed: 2, failed: 1 });
    const skipped = { stats: { ...stats, skipped: 2 }, errors: [] };
    expect(countPlaywright(skipped, 0)).toEqual({ passed: 3, failed: 2 });
  });

  it('take a flaky test for a failure', () => {
    const flaky = { stats: { ...stats, flaky: 1 }, errors: [] };
    expect(countPlaywright(flaky, 0)).toEqual({ passed: 3, failed: 1 });
  });

  it('take a file that could not run for a failure', () => {
    const broken = { status: 'failed', assertionResults: [] };
    expect(countVitest({ ...vitest, testResults: [passedFile, broken] }, 1)).toEqual({
      passed: 2,
      failed: 1,
    });
  });

  it('take an error outside all tests for a failure', () => {
    expect(countPlaywright({ stats, errors: [{}] }, 1)).toEqual({ passed: 3, failed: 1 });
    expect(countVitest(vitest, 1)).toEqual({ passed: 2, failed: 1 });
  });

  it('take a runner that ran nothing for a failure', () => {
    const nothing = { numPassedTests: 0, numTotalTests: 0, testResults: [] };
    expect(countVitest(nothing, 0)).toEqual({ passed: 0, failed: 1 });
    const none = { stats: { ...stats, expected: 0 }, errors: [] };
    expect(countPlaywright(none, 0)).toEqual({ passed: 0, failed: 1 });
  });

  it('take a runner without a report for a failure', () => {
    expect(countReport('test-results/nowhere.json', countVitest, 0)).toEqual({
      passed: 0,
      failed: 1,
    });
  });
});
