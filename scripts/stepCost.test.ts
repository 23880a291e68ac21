import { spawnSync } from 'node:child_process';

import { expect, it } from 'vitest';

import { measurePace } from './machinePace.ts';
import { budgetAt, costInWords, cpuSecondsOfChildren, measure, overBudget } from './stepCost.ts';

it('the cost of a step is read from Linux’s report, whatever the program’s name', () => {
  const fields = Array.from({ length: 50 }, (_, index) => String(index + 3));
  fields[13] = '250';
  fields[14] = '50';
  expect(cpuSecondsOfChildren(`7 (a) b) ${fields.join(' ')}`)).toBe(3);
  expect(cpuSecondsOfChildren('')).toBeUndefined();
});

it('the cost of a step includes the processor time of its processes', async () => {
  const busy = 'const end = process.cpuUsage().user + 3e5; while (process.cpuUsage().user < end);';
  const { cost } = await measure(async () => spawnSync(process.execPath, ['--eval', busy]));
  const least = process.platform === 'linux' ? 0.29 : 0;
  expect(cost.cpuSeconds ?? 0).toBeGreaterThanOrEqual(least);
  expect(cost.seconds).toBeGreaterThan(0);
});

it('the cost of a step exceeds its budget by processor time or number of tests, never by elapsed time', () => {
  const cost = { seconds: 9_999, cpuSeconds: 12.2, tests: 5 };
  expect(overBudget('it', cost, { cpuSeconds: 12 })).toBe(
    'it: 13 s of processor time, over the budget of 12 s',
  );
  expect(overBudget('it', cost, { tests: 4 })).toBe('it: 5 tests, over the budget of 4');
  expect(overBudget('it', cost, { cpuSeconds: 13, tests: 5 })).toBeUndefined();
  expect(overBudget('it', cost)).toBeUndefined();
  expect(overBudget('it', { seconds: 1, tests: 0 }, { cpuSeconds: 1 })).toBeUndefined();
});

it('the cost of a step may be higher where the same work takes more processor time', () => {
  expect(budgetAt(1.5, { cpuSeconds: 11, tests: 5 })).toEqual({ cpuSeconds: 17, tests: 5 });
  expect(budgetAt(2, { tests: 5 })).toEqual({ tests: 5 });
  expect(budgetAt(2)).toEqual({});
});

it('the cost of a step is compared with a pace that follows the work, but is never below one', async () => {
  const busy = 'while (process.cpuUsage().user < 6e5) for (let index = 0; index < 1e5; index++);';
  const least = process.platform === 'linux' ? 1.05 : 1;
  expect(await measurePace(busy)).toBeGreaterThanOrEqual(least);
  // On a slow machine, Node's start alone may take as long as the work usually does.
  expect(await measurePace('', 'true')).toBe(1);
});

it('the cost of a step is shown with its budget', () => {
  expect(costInWords({ seconds: 12.34, cpuSeconds: 20 }, { cpuSeconds: 30 }).trim()).toBe(
    '12.3 s CPU 20 s of 30',
  );
  expect(costInWords({ seconds: 1 }).trim()).toBe('1.0 s');
});
