/** @returns a function that prints a figure in its own column, with suitable precision, in milliseconds by default */
export function printer(program: string, usualUnit = 'ms') {
  return (name: string, value: number, unit = usualUnit): void => {
    const figure = Number.isInteger(value) ? String(value) : value.toFixed(value < 10 ? 3 : 1);
    const label = `${program.padEnd(9)}${name.padEnd(64)}`;
    process.stdout.write(`${label} ${figure.padStart(9)} ${unit}\n`);
  };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

/** The median time of `count` runs, in milliseconds; runs with an index below 0 only warm up. */
export async function medianTime(
  count: number,
  work: (index: number) => unknown,
  warmUps = 0,
): Promise<number> {
  const times: number[] = [];
  for (let index = -warmUps; index < count; index++) {
    const start = performance.now();
    await work(index);
    if (index >= 0) times.push(performance.now() - start);
  }
  return median(times);
}
