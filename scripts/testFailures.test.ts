import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';

import { root } from './run.ts';
import { enginesOf, foundIn, playwrightFailures, vitestFailures } from './testFailures.ts';

const counts = { numPassedTests: 1, numTotalTests: 4 };
const times = { startTime: 1, endTime: 2 };
const stats = { expected: 1, unexpected: 2, flaky: 0, skipped: 0 };
const duration = 1;

describe('the failures at the end of a test run', () => {
  it('are Vitest’s failed or skipped tests, and files that could not run', () => {
    const assertionResults = [
      { fullName: 'adds', status: 'passed', failureMessages: [] },
      { fullName: 'divides', status: 'failed', failureMessages: ['expected 1\nreceived 2'] },
      { fullName: 'rounds', status: 'skipped' },
    ];
    const testResults = [
      { name: `${root}/src/sum.test.ts`, ...times, status: 'failed', assertionResults },
      {
        name: `${root}/src/odd.test.ts`,
        ...times,
        status: 'failed',
        message: 'no such module',
        assertionResults: [],
      },
    ];
    expect(vitestFailures({ ...counts, testResults })).toEqual([
      'src/sum.test.ts › divides\n    expected 1\n    received 2',
      'src/sum.test.ts › rounds\n    skipped',
      'src/odd.test.ts\n    no such module',
    ]);
  });

  it('are Playwright’s failed or flaky tests, and errors outside tests', () => {
    const spec = (title: string, status: string, message?: string) => ({
      title,
      file: 'list.e2e.ts',
      line: 7,
      tests: [
        { status, results: [{ duration, error: message === undefined ? undefined : { message } }] },
      ],
    });
    const report = {
      suites: [
        {
          specs: [spec('opens', 'expected')],
          suites: [{ specs: [spec('sorts', 'unexpected', 'not visible'), spec('pages', 'flaky')] }],
        },
      ],
      stats,
      errors: [{ message: 'no browser' }],
    };
    expect(playwrightFailures(report)).toEqual([
      'e2e/list.e2e.ts:7 › sorts\n    not visible',
      'e2e/list.e2e.ts:7 › pages\n    flaky',
      'outside tests\n    no browser',
    ]);
  });

  it('include a story’s engine and line', () => {
    const location = { file: `${root}/e2e/engines/listSteps.ts`, line: 30 };
    const results = [{ duration, error: { message: 'not visible', location } }];
    const tests = [
      { status: 'expected', projectName: 'Chromium', results: [] },
      { status: 'unexpected', projectName: 'Firefox', results },
    ];
    const specs = [{ title: 'signs in', file: 'engines/list.e2e.ts', line: 7, tests }];
    expect(playwrightFailures({ suites: [{ specs }], stats, errors: [] })).toEqual([
      '[Firefox] e2e/engines/list.e2e.ts:7 › signs in (at e2e/engines/listSteps.ts:30)\n    not visible',
    ]);
  });

  it('include what the page showed, without the colours of a terminal', () => {
    const path = join(temporaryFolder(), 'page.md');
    writeFileSync(path, '# Page snapshot\n\n```yaml\n- heading "Changes"\n```\n\n```ts\n1\n```\n');
    const attachments = [{ name: 'screenshot' }, { name: 'error-context', path }];
    const results = [
      { duration, error: { message: '\u001B[31mnot visible\u001B[39m\n' }, attachments },
    ];
    const tests = [{ status: 'unexpected', results }];
    const specs = [{ title: 'signs out', file: 'demo.e2e.ts', line: 7, tests }];
    expect(playwrightFailures({ suites: [{ specs }], stats, errors: [] })).toEqual([
      'e2e/demo.e2e.ts:7 › signs out\n    not visible\n    - heading "Changes"',
    ]);
  });

  it('are none if a runner left no report', () => {
    expect(foundIn('test-results/nowhere.json', vitestFailures)).toEqual([]);
  });
});

describe('the engines of a test run', () => {
  it('are the engines in which stories ran, each once', () => {
    const inEngine = (description: string) => ({
      status: 'expected',
      annotations: [{ type: 'engine', description }],
      results: [],
    });
    const spec = { title: 'signs in', file: 'list.e2e.ts', line: 7 };
    const tests = ['WebKitGTK 2.50.6', 'Firefox 153.7.0', 'Firefox 153.7.0'].map(inEngine);
    const suites = [
      {
        specs: [
          { ...spec, tests },
          { ...spec, tests: [{ ...inEngine(''), annotations: [] }] },
        ],
      },
    ];
    expect(enginesOf({ suites, stats, errors: [] })).toEqual([
      'Firefox 153.7.0',
      'WebKitGTK 2.50.6',
    ]);
  });
});
