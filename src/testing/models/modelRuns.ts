/**
 * How a model's property runs: by default a few times and always alike, so that the usual tests are fast and a failure
 * is no surprise. `MODEL_RUNS=10000` in the environment runs that many others.
 */
export function modelRuns(few: number): { readonly numRuns: number; readonly seed?: number } {
  const asked = process.env['MODEL_RUNS'];
  return asked === undefined ? { numRuns: few, seed: 17 } : { numRuns: Number(asked) };
}

/** Milliseconds in which these runs end, even on a busy machine. */
export function modelTimeout({ numRuns }: { readonly numRuns: number }): number {
  return Math.max(120, numRuns) * 1000;
}
