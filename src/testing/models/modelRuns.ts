/** Multiplies the number of runs; `npm run test:long` sets it. */
const scale = Number(process.env['MODEL_SCALE'] ?? 1);

/** The number of runs of a random test: `few` by default, and more in `npm run test:long`. */
export const scaled = (few: number): number => Math.round(few * scale);

/**
 * The runs of a model's property: by default a few with a fixed seed, so that the usual tests are fast and
 * repeatable. `MODEL_SCALE=10` in the environment runs ten times as many, with random seeds.
 */
export function modelRuns(few: number): { readonly numRuns: number; readonly seed?: number } {
  return scale === 1 ? { numRuns: few, seed: 17 } : { numRuns: scaled(few) };
}

/** A timeout in milliseconds for these runs, long enough for a machine that is ten times as busy as usual. */
export function modelTimeout({ numRuns }: { readonly numRuns: number }): number {
  return Math.max(600, numRuns) * 1000;
}
