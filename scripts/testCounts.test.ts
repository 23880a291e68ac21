import { describe, expect, it } from 'vitest';

import { countPlaywright, countReport, countVitest } from './testCounts.ts';

const test = { fullName: 'adds', status: 'passed' };
const file = { name: 'sum.test.ts', startTime: 1, endTime: 2 };
const passedFile = { ...file, status: 'passed', assertionResults: [test, test] };
const vitest = { numPassedTests: 2, numTotalTests: 2, testResults: [passedFile] };
const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 0 };

describe('the counts of a test run', () => {
  it('use the report of a runner without failures', () => {
    expect(countVitest(vitest, 0)).toEqual({ passed: 2, failed: 0 });
    expect(countPlaywright({ suites: [], stats, errors: [] }, 0)).toEqual({ passed: 3, failed: 0 });
  });

  it('count a skipped test as a failure', () => {
    expect(countVitest({ ...vitest, numTotalTests: 3 }, 0)).toEqual({ passed: 2, failed: 1 });
    const skipped = { suites: [], stats: { ...stats, skipped: 2 }, errors: [] };
    expect(countPlaywright(skipped, 0)).toEqual({ passed: 3, failed: 2 });
  });

  it('count a flaky test as a failure', () => {
    const flaky = { suites: [], stats: { ...stats, flaky: 1 }, errors: [] };
    expect(countPlaywright(flaky, 0)).toEqual({ passed: 3, failed: 1 });
  });

  it('count a file that could not run as a failure', () => {
    const broken = { ...file, status: 'failed', assertionResults: [] };
    expect(countVitest({ ...vitest, testResults: [passedFile, broken] }, 1)).toEqual({
      passed: 2,
      failed: 1,
    });
  });

  it('count an error outside tests as a failure', () => {
    expect(countPlaywright({ suites: [], stats, errors: [{}] }, 1)).toEqual({
      passed: 3,
      failed: 1,
    });
    expect(countVitest(vitest, 1)).toEqual({ passed: 2, failed: 1 });
  });

  it('count a runner without tests as a failure', () => {
    const nothing = { numPassedTests: 0, numTotalTests: 0, testResults: [] };
    expect(countVitest(nothing, 0)).toEqual({ passed: 0, failed: 1 });
    const none = { suites: [], stats: { ...stats, expected: 0 }, errors: [] };
    expect(countPlaywright(none, 0)).toEqual({ passed: 0, failed: 1 });
  });

  it('count a runner without a report as a failure', () => {
    expect(countReport('test-results/nowhere.json', countVitest, 0)).toEqual({
      passed: 0,
      failed: 1,
    });
  });
});
