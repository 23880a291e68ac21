import { readFileSync } from 'node:fs';

/** What one step of the test run cost. */
export interface Cost {
  readonly seconds: number;
  /** Processor time of all its processes, in seconds; none where the system does not report it. */
  readonly cpuSeconds?: number;
}

/** Linux reports processor time in this many ticks a second, whatever its own clock does (proc(5)). */
const ticksPerSecond = 100;

/**
 * Processor time of all processes that this one started and that have ended, with their own children.
 *
 * @param stat the content of `/proc/self/stat`; undefined on systems that have no such file
 * @returns seconds; undefined if the system does not report it
 */
export function cpuSecondsOfChildren(stat = readStat()): number | undefined {
  // The second field is the program's name in brackets, which may contain anything.
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

/** Runs something, and measures what it cost. */
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
 * The most that a step may cost. Processor time, because a busy machine makes a step longer, but hardly makes it
 * compute more. A browser's processes are not among those that Linux adds up, so that browser tests are counted.
 */
export interface Budget {
  readonly cpuSeconds?: number;
  readonly tests?: number;
}

/** @returns why a step costs too much; undefined if it is within its budget, or its cost is not known */
export function overBudget(
  name: string,
  { cpuSeconds = 0, tests }: Cost & { readonly tests: number },
  { cpuSeconds: mostSeconds = Infinity, tests: mostTests = Infinity }: Budget = {},
): string | undefined {
  if (cpuSeconds > mostSeconds) {
    return `${name}: ${Math.ceil(cpuSeconds)} s of processor time, and ${mostSeconds} s is the budget`;
  }
  if (tests > mostTests) return `${name}: ${tests} tests, and ${mostTests} is the budget`;
  return undefined;
}

/** A cost in words, for a table. */
export function costInWords({ seconds, cpuSeconds }: Cost, budget: Budget = {}): string {
  const cpu = cpuSeconds === undefined ? '' : ` CPU ${cpuSeconds.toFixed(0)} s`;
  const most = budget.cpuSeconds === undefined || cpu === '' ? '' : ` of ${budget.cpuSeconds}`;
  return `${seconds.toFixed(1).padStart(6)} s${(cpu + most).padEnd(18)}`;
}
