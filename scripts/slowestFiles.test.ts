import { describe, expect, it } from 'vitest';

import { root } from './run.ts';
import { slowestFiles, timesOfPlaywright, timesOfVitest } from './slowestFiles.ts';

const counts = { numPassedTests: 1, numTotalTests: 1 };
const stats = { expected: 1, unexpected: 0, flaky: 0, skipped: 0 };
const rest = { status: 'passed', assertionResults: [] };

describe('the slowest files of a test run', () => {
  it('are the ten slowest files, the slowest first', () => {
    const seconds = {
      one: 1,
      two: 2.25,
      three: 3,
      four: 4,
      five: 5,
      six: 0.5,
      seven: 0.4,
      eight: 0.3,
      nine: 0.2,
      ten: 0.1,
      eleven: 0.05,
    };
    const testResults = Object.entries(seconds).map(([name, took]) => ({
      name: `${root}/src/${name}.test.ts`,
      startTime: 1_000,
      endTime: 1_000 + took * 1_000,
      ...rest,
    }));
    expect(slowestFiles(timesOfVitest({ ...counts, testResults }))).toEqual([
      'Slowest files: src/five.test.ts 5.0 s, src/four.test.ts 4.0 s, src/three.test.ts 3.0 s, src/two.test.ts 2.3 s, src/one.test.ts 1.0 s, src/six.test.ts 0.5 s, src/seven.test.ts 0.4 s, src/eight.test.ts 0.3 s, src/nine.test.ts 0.2 s, src/ten.test.ts 0.1 s',
    ]);
  });

  it('add up all tests of a Playwright file, in every engine', () => {
    const spec = (file: string, ...durations: number[]) => ({
      title: 'opens',
      file,
      line: 7,
      tests: durations.map((duration) => ({ status: 'expected', results: [{ duration }] })),
    });
    const suites = [
      { specs: [spec('map.e2e.ts', 3_000)] },
      { specs: [], suites: [{ specs: [spec('list.e2e.ts', 1_500, 2_500)] }] },
    ];
    expect(slowestFiles(timesOfPlaywright({ suites, stats, errors: [] }))).toEqual([
      'Slowest files: e2e/list.e2e.ts 4.0 s, e2e/map.e2e.ts 3.0 s',
    ]);
  });

  it('are omitted if only one file ran, or none', () => {
    const only = { name: `${root}/src/one.test.ts`, startTime: 1, endTime: 2, ...rest };
    expect(slowestFiles(timesOfVitest({ ...counts, testResults: [only] }))).toEqual([]);
    expect(slowestFiles(timesOfPlaywright({ suites: [], stats, errors: [] }))).toEqual([]);
  });
});
