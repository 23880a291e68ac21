import type { FleetTrends } from '#api/inventory.ts';

/** A figure of one scan; undefined if the scan did not count it. */
export interface TrendValue {
  readonly at: number;
  readonly value: number | undefined;
}

type Period = Pick<FleetTrends, 'from' | 'to' | 'gapMs'>;

/**
 * The SVG path of a line from zero to the largest value. It breaks where figures are not known, and a value with no
 * neighbour is a dot: a path of no length, to which round line caps give a shape.
 *
 * @param values oldest first
 */
export function trendLine(
  values: readonly TrendValue[],
  { from, to, gapMs }: Period,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const most = Math.max(1, ...values.map(({ value = 0 }) => value));
  const place = ({ at, value }: { readonly at: number; readonly value: number }) => {
    const share = to > from ? Math.min(1, Math.max(0, (at - from) / (to - from))) : 1;
    return `${rounded(share * width)} ${rounded(height - (value / most) * height)}`;
  };
  return unbroken(values, gapMs)
    .map((line) => {
      const places = line.map(place);
      return places.length === 1 ? `M${places[0]}h0` : `M${places.join('L')}`;
    })
    .join('');
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
