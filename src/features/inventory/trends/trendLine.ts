import type { FleetTrends } from '#api/inventory.ts';

/** A figure of one scan; undefined if the scan did not count it. */
export interface TrendValue {
  readonly at: number;
  readonly value: number | undefined;
}

type Period = Pick<FleetTrends, 'from' | 'to' | 'gapMs'>;

/**
 * The SVG paths of a line from zero to the largest value, and of dots. The line breaks where figures are not known. A
 * value with no neighbour is a dot, like the newest value: a path of zero length, made visible by round line caps.
 *
 * @param values oldest first
 */
export function trendLine(
  values: readonly TrendValue[],
  { from, to, gapMs }: Period,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly line: string; readonly dots: string } {
  const most = Math.max(1, ...values.map(({ value = 0 }) => value));
  const place = ({ at, value }: { readonly at: number; readonly value: number }) => {
    const share = to > from ? Math.min(1, Math.max(0, (at - from) / (to - from))) : 1;
    return `${rounded(share * width)} ${rounded(height - (value / most) * height)}`;
  };
  const runs = unbroken(values, gapMs).map((run) => run.map(place));
  const dots = runs.filter((run, index) => run.length === 1 || index === runs.length - 1);
  return {
    line: runs.map((run) => (run.length === 1 ? '' : `M${run.join('L')}`)).join(''),
    dots: dots.map((run) => `M${run.at(-1)}h0`).join(''),
  };
}

/** The values in runs between which nothing is known. */
function unbroken(values: readonly TrendValue[], gapMs: number) {
  const runs: { readonly at: number; readonly value: number }[][] = [];
  let last: TrendValue | undefined;
  for (const { at, value } of values) {
    const continues = last?.value !== undefined && at - last.at <= gapMs;
    last = { at, value };
    if (value === undefined) continue;
    if (continues) runs.at(-1)?.push({ at, value });
    else runs.push([{ at, value }]);
  }
  return runs;
}

/** To a tenth of a pixel, so that a page with twelve lines stays small. */
function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
