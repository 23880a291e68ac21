/** How many times as much is tried as usual; `npm run test:long` sets it. */
const scale = Number(process.env['MODEL_SCALE'] ?? 1);

/** So many runs of something that happens at random: few as a rule, and more in `npm run test:long`. */
export const scaled = (few: number): number => Math.round(few * scale);

/**
 * How a model's property runs: by default a few times and always alike, so that the usual tests are fast and a failure
 * is no surprise. `MODEL_SCALE=10` in the environment runs ten times as many others.
 */
export function modelRuns(few: number): { readonly numRuns: number; readonly seed?: number } {
  return scale === 1 ? { numRuns: few, seed: 17 } : { numRuns: scaled(few) };
}

/** Milliseconds in which these runs end, even on a busy machine. */
export function modelTimeout({ numRuns }: { readonly numRuns: number }): number {
  return Math.max(120, numRuns) * 1000;
}
