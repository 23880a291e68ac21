import { rmSync } from 'node:fs';

import { measurePace } from './machinePace.ts';
import { slowestFiles } from './slowestFiles.ts';
import { type Budget, budgetAt, costInWords, measure, overBudget } from './stepCost.ts';
import { readTestCommand } from './testCommand.ts';
import { countCheck } from './testCounts.ts';
import { results, type RunLog, stepSets } from './testSteps.ts';

/**
 * `node scripts/test.ts <set> … [arguments for Playwright]`: runs the named sets of steps, each step once. All
 * steps run, even after a failure. The run ends with the failures, the cost of each step, the slowest files, the start
 * of the first failures again and, in the last line, the test counts of all runners, counting each check as one test.
 */
const given = process.argv.slice(2);
const { sets: names, args } = readGiven();
const sets = stepSets(args);
const steps = names.flatMap((name) => sets[name] ?? []);

rmSync(results, { recursive: true, force: true });
const log: RunLog = { failures: [], times: [], notes: [] };
const lines: string[] = [];
const done = new Set<string>();
let passed = 0;
let failed = 0;
for (const { name, budget: usual, run } of steps) {
  if (done.has(name)) continue;
  done.add(name);
  console.log(`\n── ${name}`);
  const guarded = () =>
    run(log).catch((error: unknown) => {
      console.error(error);
      return countCheck(false);
    });
  /* oxlint-disable no-await-in-loop -- the machine runs one step at a time */
  const before = await paceFor(usual);
  const { result: counts, cost } = await measure(guarded);
  const budget = budgetAt(Math.max(before, await paceFor(usual)), usual);
  /* oxlint-enable no-await-in-loop */
  const tooMuch = overBudget(name, { ...cost, tests: counts.passed + counts.failed }, budget);
  if (tooMuch !== undefined) log.failures.push(tooMuch);
  passed += counts.passed;
  failed += counts.failed + (tooMuch === undefined ? 0 : 1);
  const isFine = counts.failed === 0 && tooMuch === undefined;
  lines.push(
    `${isFine ? 'ok  ' : 'FAIL'} ${name.padEnd(22)} ${costInWords(cost, budget)}` +
      ` ${String(counts.passed).padStart(6)} passed ${String(counts.failed).padStart(4)} failed`,
  );
}
if (log.failures.length > 0) console.log(`\n── failed\n${log.failures.join('\n')}`);
console.log(`\n${lines.join('\n')}\n`);
for (const line of [...slowestFiles(log.times), ...log.notes]) console.log(line);
// Some services keep only the last few lines.
for (const line of lines.filter((one) => one.startsWith('FAIL'))) console.log(line);
for (const failure of log.failures.slice(0, 4)) {
  console.log(failure.split('\n').slice(0, 8).join('\n'));
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** Only a processor time budget depends on it. */
async function paceFor(budget: Budget | undefined): Promise<number> {
  return budget?.cpuSeconds === undefined ? 1 : measurePace();
}

function readGiven() {
  try {
    return readTestCommand(given, Object.keys(stepSets([])));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
