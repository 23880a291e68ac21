import { spawnSync } from 'node:child_process';

import { measure } from './stepCost.ts';

/** Fills fresh memory and parses text in about equal parts, which is most of what tests make a machine do. */
const work = `
  const kept = [];
  for (let index = 0; index < 200; index++) kept.push(Buffer.alloc(1 << 20, 1));
  const text = JSON.stringify(Array.from({ length: 2000 }, (_, id) => ({ id, name: 'SIM ' + id })));
  for (let index = 0; index < 250; index++) JSON.parse(text);
`;

/** The processor time of this work, in seconds, at the pace for which the budgets are set. */
const usualSeconds = 0.35;
const repeats = 3;

/**
 * How many times as much processor time the same work takes here and now. On a virtual machine that shares its memory
 * with others, a test run may need twice as much as the day before, so that a budget in seconds alone would be exceeded
 * by chance.
 *
 * @param script what Node runs to find out
 * @param program for tests: runs instead of Node
 * @returns at least 1, even where the system does not report processor time: a fast machine is no reason to fail
 */
export async function measurePace(script = work, program = process.execPath): Promise<number> {
  const { cost } = await measure(async () => {
    for (let run = 0; run < repeats; run++) spawnSync(program, ['--eval', script]);
  });
  return Math.max(1, (cost.cpuSeconds ?? 0) / repeats / usualSeconds);
}
