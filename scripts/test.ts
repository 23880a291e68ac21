import { existsSync, rmSync } from 'node:fs';

import { getBrowser } from './getBrowser.ts';
import { getEngines } from './getEngines.ts';
import { getProxies } from './getProxies.ts';
import { getSchemas } from './getSchemas.ts';
import { lockfileDrift, wrongNode } from './installed.ts';
import { root, run } from './run.ts';
import { slowestOfPlaywright, slowestOfVitest } from './slowestFiles.ts';
import {
  countCheck,
  countPlaywright,
  countReport,
  countVitest,
  type Counts,
} from './testCounts.ts';
import { enginesOf, failuresOf, playwrightFailures, vitestFailures } from './testFailures.ts';
import { overweight, weighFiles, weightOf } from './weight.ts';

/**
 * The test command. All steps run, even after a failure; the last line counts the tests of all runners, and each
 * check as one test. `--check` runs only the steps that need no build, `--e2e` only the browser tests, with the
 * arguments after it for Playwright.
 */
interface Step {
  readonly name: string;
  readonly run: () => Promise<Counts>;
}

const results = `${root}/test-results`;

/** The tests of all runners that did not pass. */
const failures: string[] = [];

/** The slowest files of each runner, whose tests may run in parallel. */
const slowest: string[] = [];

function noteSlowest(name: string, report: string, find: (report: unknown) => string[]): void {
  slowest.push(...failuresOf(report, find).map((files) => `Slowest ${name}: ${files}`));
}

function check(name: string, program: string, ...args: string[]): Step {
  return { name, run: async () => countCheck((await run(program, args)) === 0) };
}

function finding(name: string, find: () => string | undefined): Step {
  return {
    name,
    run: async () => {
      const problem = find();
      if (problem !== undefined) console.error(problem);
      return countCheck(problem === undefined);
    },
  };
}

function vitest(name: string, ...args: string[]): Step {
  const report = `${results}/${name}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    run: async () => {
      const exitCode = await run('vitest', ['run', ...reporters, ...args]);
      failures.push(...failuresOf(report, vitestFailures));
      noteSlowest(name, report, slowestOfVitest);
      return countReport(report, countVitest, exitCode);
    },
  };
}

/** What this run tested or skipped because there are no packages for this machine. */
const notes: string[] = [];

const reverseProxies: Step = {
  name: 'reverse proxies',
  run: async () => {
    const missing = await getProxies();
    if (missing.length === 0) return countCheck(true);
    notes.push(
      `Not checked here: ${missing.join(', ')} before the gateway, which are not installed.`,
    );
    const isNeeded = existsSync('/usr/bin/apt-get') || (process.env.CI ?? 'false') !== 'false';
    return isNeeded ? countCheck(false) : { passed: 0, failed: 0 };
  },
};

const playwrightArguments = process.argv.slice(2).filter((argument) => argument !== '--e2e');

const browserTests: Step = {
  name: 'browser tests',
  run: async () => {
    const options = ['test', '--config', 'e2e/playwright.config.ts', ...playwrightArguments];
    const exitCode = await run('playwright', options);
    const report = `${results}/e2e.json`;
    failures.push(...failuresOf(report, playwrightFailures));
    noteSlowest('browser tests', report, slowestOfPlaywright);
    notes.push(`Engines tested: ${failuresOf(report, enginesOf).join(', ') || 'none'}`);
    return countReport(report, countPlaywright, exitCode);
  },
};

const browsers: Step = {
  name: 'browsers',
  run: async () => {
    const hasChromium = await getBrowser();
    notes.push(...(await getEngines()));
    return countCheck(hasChromium);
  },
};

const build: Step = {
  name: 'build',
  run: async () => {
    // An earlier build must not hide that this one fails.
    rmSync(`${root}/dist`, { recursive: true, force: true });
    return countCheck((await run('npm', ['run', '--silent', 'build'])) === 0);
  },
};

const weight: Step = {
  name: 'weight',
  run: async () => {
    const lines = weightOf(weighFiles(root));
    console.log(
      `Lines: product ${lines.product}, emulator ${lines.emulator}, tests ${lines.tests}`,
    );
    const tooMuch = overweight(lines);
    for (const sentence of tooMuch) console.error(sentence);
    return countCheck(tooMuch.length === 0);
  },
};

const checks: readonly Step[] = [
  finding('node', wrongNode),
  finding('lockfile', lockfileDrift),
  check('format', 'oxfmt', '--check'),
  check('lint', 'oxlint'),
  check('types', 'tsc', '--noEmit'),
  check('dead code', 'knip'),
  weight,
];

const allSteps: readonly Step[] = [
  ...checks,
  { name: 'schemas of OpenACR', run: async () => countCheck(existsSync(await getSchemas())) },
  check('PostgreSQL for tests', 'node', 'src/testing/fixtures/testPostgres.ts'),
  vitest('unit and component tests', '--project', 'unit', '--project', 'component'),
  build,
  check('bundle budget', 'size-limit'),
  reverseProxies,
  vitest('tests of the build', '--project', 'build'),
  browsers,
  browserTests,
];

function chosenSteps(): readonly Step[] {
  if (process.argv.includes('--check')) {
    return [...checks, vitest('boundaries', 'scripts/boundaries.test.ts')];
  }
  return process.argv.includes('--e2e') ? [build, browsers, browserTests] : allSteps;
}

rmSync(results, { recursive: true, force: true });
const lines: string[] = [];
let passed = 0;
let failed = 0;
for (const step of chosenSteps()) {
  console.log(`\n── ${step.name}`);
  const start = performance.now();
  // oxlint-disable-next-line no-await-in-loop -- the machine runs one step at a time
  const counts = await step.run().catch((error: unknown) => {
    console.error(error);
    return countCheck(false);
  });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  passed += counts.passed;
  failed += counts.failed;
  lines.push(
    `${counts.failed === 0 ? 'ok  ' : 'FAIL'} ${step.name.padEnd(26)} ${seconds.padStart(6)} s` +
      ` ${String(counts.passed).padStart(6)} passed ${String(counts.failed).padStart(4)} failed`,
  );
}
if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n')}`);
console.log(`\n${lines.join('\n')}\n`);
for (const note of [...slowest, ...notes]) console.log(note);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
