import { numberOf, print } from './figures.ts';
import { pressFigures } from './pressFigures.ts';
import { signInFigures } from './signInFigures.ts';
import { turnFigures } from './turnFigures.ts';
import { startWorld } from './world.ts';

/**
 * Prints how fast the built console is in a real browser on a slow computer and connection, compared with a
 * hand-written page that shows the same rows from the same responses: medians, and quartiles in brackets.
 *
 *     node e2e/bench/browserBench.ts [--runs 7] [--turns 100] [--sign-in] [--presses] [--turning]
 */
const runs = numberOf('--runs', 7);
const turns = numberOf('--turns', 100);
const parts = ['--sign-in', '--presses', '--turning'].filter((flag) => process.argv.includes(flag));
const isWanted = (flag: string) => parts.length === 0 || parts.includes(flag);

const world = await startWorld(20_000);
try {
  if (isWanted('--sign-in')) for (const row of await signInFigures(world, runs)) print(row);
  if (isWanted('--presses')) for (const row of await pressFigures(world, runs)) print(row);
  if (isWanted('--turning')) for (const row of await turnFigures(world, turns)) print(row);
} finally {
  await world.close();
}
