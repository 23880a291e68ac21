import { existsSync, globSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { engineNames } from '../e2e/engines/engine.ts';
import { isInstalled } from '../e2e/engines/findEngines.ts';
import { isNeeded } from './aptInstall.ts';
import { startBusyLoops } from './busyLoops.ts';
import { findBuilder, readContainerfile } from './containerfile.ts';
import { getBrowser } from './getBrowser.ts';
import { getEngines } from './getEngines.ts';
import { getProxies } from './getProxies.ts';
import { getSchemas } from './getSchemas.ts';
import { lockfileDrift, oldNpm, wrongNode } from './installed.ts';
import { root, run } from './run.ts';
import { type FileTime, timesOfPlaywright, timesOfVitest } from './slowestFiles.ts';
import type { Budget } from './stepCost.ts';
import { steadyArguments } from './testCommand.ts';
import {
  countCheck,
  countPlaywright,
  countReport,
  countVitest,
  type Counts,
} from './testCounts.ts';
import { enginesOf, foundIn, playwrightFailures, vitestFailures } from './testFailures.ts';
import { overweight, weighFiles, weightOf } from './weight.ts';

/** A step of the test run. Each step runs at most once, even if several sets contain it. */
export interface Step {
  readonly name: string;
  readonly budget?: Budget;
  readonly run: (log: RunLog) => Promise<Counts>;
}

/** What the steps collect for the end of the run. */
export interface RunLog {
  /** Tests that did not pass, and the reasons. */
  readonly failures: string[];
  /** The time that each test file took, totalled across all steps. */
  readonly times: FileTime[];
  /** Notes about what was tested, or could not be tested on this machine. */
  readonly notes: string[];
}

export const results = `${root}/test-results`;

/** The randomized tests, by parts of their file names. */
const scaledTests = ['.model.test', 'lib/csv.test', 'killed.dist', 'sockets.dist'];

/** For tests that wait for other processes or for timers: one more worker than there are cores. */
const oneMoreWorker = `--maxWorkers=${availableParallelism() + 1}`;

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

function vitest(
  name: string,
  args: readonly string[],
  { budget, env = {} }: { readonly budget?: Budget; readonly env?: NodeJS.ProcessEnv } = {},
): Step {
  const report = `${results}/${name}.json`;
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    ...(budget && { budget }),
    run: async ({ failures, times }) => {
      const exitCode = await run('vitest', ['run', ...reporters, ...args], { env });
      failures.push(...foundIn(report, vitestFailures));
      times.push(...foundIn(report, timesOfVitest));
      return countReport(report, countVitest, exitCode);
    },
  };
}

/** @param args a function called when the step runs, once the browsers have been installed */
function playwright(name: string, args: () => readonly string[], budget?: Budget): Step {
  const report = `${results}/${name}.json`;
  return {
    name,
    ...(budget && { budget }),
    run: async ({ failures, times, notes }) => {
      const exitCode = await run(
        'playwright',
        ['test', '--config=e2e/playwright.config.ts', `--output=${results}/e2e/${name}`, ...args()],
        { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
      );
      failures.push(...foundIn(report, playwrightFailures));
      times.push(...foundIn(report, timesOfPlaywright));
      const engines = foundIn(report, enginesOf);
      if (engines.length > 0) notes.push(`Engines tested: ${engines.join(', ')}`);
      return countReport(report, countPlaywright, exitCode);
    },
  };
}

/** A missing package fails only where it is needed; elsewhere the run just says so. */
function unlessNeeded(): Counts {
  return isNeeded() ? countCheck(false) : { passed: 0, failed: 0 };
}

/** Packages that this machine should have; a machine that cannot install them gets a note instead of a failure. */
const reverseProxies: Step = {
  name: 'reverse proxies',
  run: async ({ notes }) => {
    const missing = await getProxies();
    if (missing.length === 0) return countCheck(true);
    notes.push(`Not checked here, because they are not installed: ${missing.join(', ')}`);
    return unlessNeeded();
  },
};

/** Without a builder, the tests carry out the Containerfile's instructions in folders. */
const containerBuilder: Step = {
  name: 'container builder',
  run: async ({ notes }) => {
    const [{ image } = { image: '' }] = readContainerfile(`${root}/Containerfile`);
    if (findBuilder(image) !== undefined) return countCheck(true);
    notes.push(
      'Not checked here: the image itself, because neither podman nor docker can build it',
    );
    return { passed: 0, failed: 0 };
  },
};

const browser: Step = { name: 'browser', run: async () => countCheck(await getBrowser()) };

const engines: Step = {
  name: 'engines',
  run: async ({ notes }) => {
    const missing = await getEngines();
    notes.push(...missing);
    return missing.length === 0 ? countCheck(true) : unlessNeeded();
  },
};

const build: Step = {
  name: 'build',
  run: async () => {
    // An earlier build must not hide a failure of this build.
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
  finding('npm', oldNpm),
  finding('lockfile', lockfileDrift),
  check('format', 'oxfmt', '--check'),
  check('lint and types', 'oxlint'),
  check('dead code', 'knip'),
  weight,
];

const postgres = check('PostgreSQL for tests', 'node', 'src/testing/fixtures/testPostgres.ts');

/** The browser tests, three times in random orders, while two loops keep the machine busy. */
function steadyTests(args: readonly string[]): Step[] {
  const files = globSync('e2e/*.e2e.ts', { cwd: root, exclude: ['**/*.long.e2e.ts'] });
  const seed = `--shuffle=${Math.floor(Math.random() * 1_000_000)}`;
  const seeded = args.some((one) => one.startsWith('--shuffle=')) ? args : [...args, seed];
  return steadyArguments(seeded, files).map((pass, index) => {
    const step = playwright(`steady browser tests ${index + 1}`, () => pass);
    return {
      ...step,
      run: async (log) => {
        if (index === 0) log.notes.push(`Steady run: npm run test:steady -- ${seeded.join(' ')}`);
        const stop = startBusyLoops(2);
        return step.run(log).finally(stop);
      },
    };
  });
}

/** The long browser tests, and the stories in every engine that this machine has by now. */
function longProjects(): string[] {
  const installed = engineNames.filter((name) => isInstalled[name]());
  return ['long', ...installed].map((name) => `--project=${name}`);
}

/**
 * The sets of steps that `scripts/test.ts` runs by name.
 *
 * @param args arguments for Playwright
 */
export function stepSets(args: readonly string[]): Readonly<Record<string, readonly Step[]>> {
  return {
    check: [
      ...checks,
      vitest(
        'boundaries and texts',
        ['boundaries', 'docs', 'trials', 'words'].map((name) => `scripts/${name}.test.ts`),
      ),
    ],
    short: [
      ...checks,
      { name: 'schemas of OpenACR', run: async () => countCheck(existsSync(await getSchemas())) },
      postgres,
      vitest('unit tests', ['--project', 'unit', oneMoreWorker], { budget: { cpuSeconds: 250 } }),
      vitest('component tests', ['--project', 'component', oneMoreWorker], {
        budget: { cpuSeconds: 190 },
      }),
      build,
      check('bundle budget', 'size-limit'),
      vitest('tests of the build', ['--project', 'build', oneMoreWorker], {
        budget: { cpuSeconds: 100 },
      }),
      browser,
      playwright('browser tests', () => ['--project=console'], { tests: 92 }),
    ],
    long: [
      postgres,
      build,
      reverseProxies,
      containerBuilder,
      vitest('long tests', ['--project', 'long'], { budget: { cpuSeconds: 260 } }),
      vitest('more runs', ['--project', 'unit', '--project', 'build', ...scaledTests], {
        budget: { cpuSeconds: 260 },
        env: { MODEL_SCALE: '5' },
      }),
      browser,
      engines,
      playwright('long browser tests', longProjects, { tests: 94 }),
    ],
    steady: [build, browser, ...steadyTests(args)],
    e2e: [build, browser, playwright('chosen browser tests', () => args)],
  };
}
