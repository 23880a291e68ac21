import fc from 'fast-check';

/** A short run makes a third of the runs that each test names; `npm run test:long` makes many times as many. */
const shortScale = 1 / 3;
const scale = Number(process.env['MODEL_SCALE'] ?? shortScale);

const times = (runs: number, by: number): number => Math.max(1, Math.round(runs * by));

/** The number of runs of a random test: a third of `runs` by default, and more in `npm run test:long`. */
export const scaled = (runs: number): number => times(runs, scale);

/**
 * Checks a model's property in a few runs that are always the same, so that what they cover is not left to chance: a
 * third of `runs`, or `few`. Some seeds cover rare situations in fewer runs. `MODEL_SCALE` in the environment makes more
 * runs, all with random seeds.
 */
export async function checkModel<Given>(
  property: fc.IAsyncProperty<Given>,
  runs: number,
  {
    few = times(runs, shortScale),
    seed = 17,
    ...parameters
  }: Pick<fc.Parameters<Given>, 'endOnFailure' | 'seed'> & { readonly few?: number } = {},
): Promise<void> {
  await fc.assert(property, { ...parameters, numRuns: few, seed });
  const others = scaled(runs) - few;
  if (others > 0) await fc.assert(property, { ...parameters, numRuns: others });
}

/** A kind of step with its fields, for `fc.oneof`, which chooses in proportion to the weights. */
export const stepOf = <Kind extends string, Fields>(
  weight: number,
  kind: Kind,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => ({ weight, arbitrary: fc.record(fields).map((given) => ({ kind, ...given })) });

/** A timeout in milliseconds for these runs, long enough for a machine that is ten times as busy as usual. */
export const modelTimeout = (runs: number): number => Math.max(600, scaled(runs)) * 1000;
