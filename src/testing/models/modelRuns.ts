import fc from 'fast-check';

/** Multiplies the number of runs; `npm run test:long` sets it. */
const scale = Number(process.env['MODEL_SCALE'] ?? 1);

/** The number of runs of a random test: `few` by default, and more in `npm run test:long`. */
export const scaled = (few: number): number => Math.round(few * scale);

/**
 * Checks a model's property in a few runs that are always the same, so that what they cover is not left to chance.
 * `MODEL_SCALE=10` in the environment makes ten times as many runs, all others with random seeds.
 */
export async function checkModel<Given>(
  property: fc.IAsyncProperty<Given>,
  few: number,
  parameters: Pick<fc.Parameters<Given>, 'endOnFailure'> = {},
): Promise<void> {
  await fc.assert(property, { ...parameters, numRuns: few, seed: 17 });
  const others = scaled(few) - few;
  if (others > 0) await fc.assert(property, { ...parameters, numRuns: others });
}

/** A timeout in milliseconds for these runs, long enough for a machine that is ten times as busy as usual. */
export const modelTimeout = (few: number): number => Math.max(600, scaled(few)) * 1000;
