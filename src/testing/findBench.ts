import { createLineReadings, maxItems, readList } from '#features/things/findMany/readList.ts';

/**
 * Prints the cost of reading a pasted list of 5,000 lines in mixed spellings: the longest time without a pause,
 * in which the page stands still (aim: below 100 ms), the whole, and reading it again after a line was changed.
 */
const rounds = 9;
const spellings: readonly ((row: number) => string)[] = [
  (row) => `"8988228066600${String(100_000 + row)}F"`,
  (row) => `- 8988 2280 6660 ${1_000 + (row % 9_000)} 343`,
  (row) => `IMEI: 35-684610-${100_000 + row}-9`,
  (row) => `2620112345${10_000 + row}`,
  (row) => `Scooter ${row}, +49 151 ${1_000_000 + row}`,
  (row) => `Please have a look at 89490120000${10_000_000 + row}, it is offline`,
];
const lines = Array.from(
  { length: maxItems },
  (_, row) => spellings[row % spellings.length]?.(row) ?? '',
);
const text = lines.join('\r\n');

const longest: number[] = [];
const whole: number[] = [];
const again: number[] = [];
for (let round = 0; round < rounds; round++) {
  const known = createLineReadings();
  // oxlint-disable-next-line no-await-in-loop -- one at a time is what is measured
  const first = await timed(text, known);
  longest.push(first.longest);
  whole.push(first.whole);
  // oxlint-disable-next-line no-await-in-loop -- as above
  again.push((await timed(`${text}\nVan 7`, known)).whole);
}
print('longest time without a pause (aim: below 100 ms)', median(longest));
print(`reading ${maxItems} lines`, median(whole));
print('reading them again with another line', median(again));

async function timed(list: string, known: ReturnType<typeof createLineReadings>) {
  let slowest = 0;
  const start = performance.now();
  let sliceStart = start;
  const endSlice = () => {
    slowest = Math.max(slowest, performance.now() - sliceStart);
  };
  await readList(list, {
    clock: { now: () => performance.now() },
    known,
    signal: new AbortController().signal,
    pause: async () => {
      endSlice();
      await new Promise((resolve) => setImmediate(resolve));
      sliceStart = performance.now();
    },
  });
  endSlice();
  return { longest: slowest, whole: performance.now() - start };
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1] ?? Number.NaN;
}

function print(name: string, value: number): void {
  process.stdout.write(`find     ${name.padEnd(48)} ${value.toFixed(2).padStart(9)} ms\n`);
}
