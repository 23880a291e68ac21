/** A line of a bench's output: name, figure and target. */
export type Row = readonly [name: string, figure: string, aim?: string];

export function print([name, figure, aim]: Row): void {
  const suffix = aim === undefined ? '' : ` (target: ${aim})`;
  process.stdout.write(`browser  ${name.padEnd(40)} ${figure}${suffix}\n`);
}

/**
 * A time compared with that of the hand-written page, with the quartiles of both and of their ratio. Each run is
 * compared with the other page's run just before it, because the speed of a machine varies.
 */
export function compared(
  name: string,
  ours: readonly number[],
  byHand: readonly number[],
  aim: string,
): Row {
  const ratios = ours.map((own, run) => own / (byHand[run] ?? Number.NaN));
  const times = `${quantile(ratios, 1 / 2).toFixed(2)} times (${quartiles(ratios, 2)})`;
  return [name, `${spread(ours)} beside ${spread(byHand)}: ${times}`, aim];
}

export function spread(values: readonly number[], unit = 'ms'): string {
  return `${median(values).toFixed(0)} ${unit} (${quartiles(values, 0)})`;
}

function quartiles(values: readonly number[], digits: number): string {
  return [1 / 4, 3 / 4].map((part) => quantile(values, part).toFixed(digits)).join('–');
}

export function median(values: readonly number[]): number {
  return quantile(values, 1 / 2);
}

/** @param part the share of values below the result, from 0 to 1 */
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN;
}

export function numberOf(flag: string, usual: number): number {
  const place = process.argv.indexOf(flag);
  return place === -1 ? usual : Number(process.argv[place + 1]);
}
