import { createLineReadings, readList } from '#features/things/find/many/readList.ts';

import { median, printer } from './figures.ts';

const print = printer('find');

/**
 * Prints the cost of reading pasted lists in mixed spellings: the longest time without a pause, during which the page
 * is blocked (target: below 50 ms), the total, and the time to read the list again after a line has changed. The
 * "paste" part measures the other costs of pasting in a browser.
 */
const rounds = 9;
const spellings: readonly ((row: number) => string)[] = [
  (row) => `"8988228066600${String(100_000 + row)}F"`,
  (row) => `- 8988 2280 6660 ${1_000 + (row % 9_000)} 343`,
  (row) => `> IMEI: 35-684610-${100_000 + row}-9`,
  (row) => `\u{a0}2620112345${10_000 + row}\u{200b}`,
  (row) => `Scooter ${row}, +49 151 ${1_000_000 + row}`,
  (row) => `Please have a look at 89490120000${10_000_000 + row}, it is offline`,
];
const linesOf = (rows: number) =>
  Array.from({ length: rows }, (_, row) => spellings[row % spellings.length]?.(row) ?? '');
const lists = {
  '2,000 lines': linesOf(2_000).join('\r\n'),
  '20,000 lines': linesOf(20_000).join('\r\n'),
  'a line of 2 MB': linesOf(70_000).join(' ').slice(0, 2_000_000),
};

for (const [name, text] of Object.entries(lists)) {
  const longest: number[] = [];
  const whole: number[] = [];
  const again: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const known = createLineReadings();
    const first = await timed(text, known);
    longest.push(first.longest);
    whole.push(first.whole);
    again.push((await timed(`${text}\nVan 7`, known)).whole);
  }
  print(`${name}: longest time without a pause`, median(longest), 'ms (target: below 50 ms)');
  print(`${name}: reading all`, median(whole));
  print(`${name}: reading all again with one more line`, median(again));
}

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
