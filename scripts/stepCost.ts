import { readFileSync } from 'node:fs';

/** The cost of one step of the test run. */
export interface Cost {
  readonly seconds: number;
  /** The processor time of all its processes, in seconds; missing if the system does not report it. */
  readonly cpuSeconds?: number;
}

/** Linux reports processor time in this many ticks a second, whatever the kernel's own tick rate (proc(5)). */
const ticksPerSecond = 100;

/**
 * The processor time of all of this process's finished child processes, including their own children.
 *
 * @param stat the content of `/proc/self/stat`; undefined on systems that have no such file
 * @returns seconds; undefined if the system does not report it
 */
export function cpuSecondsOfChildren(stat = readStat()): number | undefined {
  // The second field is the program's name in brackets, which may contain any characters.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = [fields?.[13], fields?.[14]].map(Number);
  if (ticks.some((count) => !Number.isFinite(count))) return undefined;
  return ticks.reduce((sum, count) => sum + count, 0) / ticksPerSecond;
}

function readStat(): string | undefined {
  try {
    return readFileSync('/proc/self/stat', 'utf8');
  } catch {
    return undefined;
  }
}

/** Runs a function, and measures its cost. */
export async function measure<T>(work: () => Promise<T>): Promise<{ result: T; cost: Cost }> {
  const start = performance.now();
  const before = cpuSecondsOfChildren();
  const result = await work();
  const after = cpuSecondsOfChildren();
  const isKnown = before !== undefined && after !== undefined;
  const seconds = (performance.now() - start) / 1000;
  return { result, cost: { seconds, ...(isKnown && { cpuSeconds: after - before }) } };
}

/**
 * The maximum cost of a step. Uses CPU time, because on a busy machine a step takes longer, but hardly uses more CPU.
 * Linux does not include a browser's processes, so browser tests are counted instead.
 */
export interface Budget {
  /** At the usual pace; a slower machine may use more (`machinePace.ts`). */
  readonly cpuSeconds?: number;
  readonly tests?: number;
}

/** @param pace how many times as much processor time the same work takes on this machine */
export function budgetAt(pace: number, budget: Budget = {}): Budget {
  const { cpuSeconds } = budget;
  return cpuSeconds === undefined
    ? budget
    : { ...budget, cpuSeconds: Math.ceil(cpuSeconds * pace) };
}

/** @returns why a step costs too much; undefined if it is within its budget, or its cost is unknown */
export function overBudget(
  name: string,
  { cpuSeconds = 0, tests }: Cost & { readonly tests: number },
  { cpuSeconds: mostSeconds = Infinity, tests: mostTests = Infinity }: Budget = {},
): string | undefined {
  if (cpuSeconds > mostSeconds) {
    return `${name}: ${Math.ceil(cpuSeconds)} s of processor time, over the budget of ${mostSeconds} s`;
  }
  if (tests > mostTests) return `${name}: ${tests} tests, over the budget of ${mostTests}`;
  return undefined;
}

/** A cost as text, for a table. */
export function costInWords({ seconds, cpuSeconds }: Cost, budget: Budget = {}): string {
  const cpu = cpuSeconds === undefined ? '' : ` CPU ${cpuSeconds.toFixed(0)} s`;
  const most = budget.cpuSeconds === undefined || cpu === '' ? '' : ` of ${budget.cpuSeconds}`;
  return `${seconds.toFixed(1).padStart(6)} s${(cpu + most).padEnd(18)}`;
}
