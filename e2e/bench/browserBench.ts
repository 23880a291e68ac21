import { numberOf, print } from './figures.ts';
import { pressFigures } from './pressFigures.ts';
import { signInFigures } from './signInFigures.ts';
import { startWorld } from './world.ts';

/**
 * Prints how fast the built console is in a real browser on a slow computer and connection, compared with a
 * hand-written page that shows the same rows from the same responses: medians, and quartiles in brackets.
 *
 *     node e2e/bench/browserBench.ts [--runs 7] [--sign-in] [--presses]
 */
const runs = numberOf('--runs', 7);
const isOnly = (flag: string) => process.argv.includes(flag);

const world = await startWorld(20_000);
try {
  if (!isOnly('--presses')) for (const row of await signInFigures(world, runs)) print(row);
  if (!isOnly('--sign-in')) for (const row of await pressFigures(world, runs)) print(row);
} finally {
  await world.close();
}
