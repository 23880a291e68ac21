import { median, numberOf, print } from './figures.ts';
import { phases, profiled, type Profile } from './phases.ts';
import { tellStory } from './story.ts';
import { startWorld } from './world.ts';

/**
 * Prints how the main thread spends its time in each step of a user's path through the list, until the rows are drawn:
 * medians, on a computer slowed down by a factor of four.
 *
 *     node e2e/bench/pressBench.ts [--runs 5]
 */
const runs = numberOf('--runs', 5);
const world = await startWorld(20_000);
const profiles = new Map<string, Profile[]>();
try {
  for (let run = 0; run < runs; run++) {
    await tellStory(world, world.console, async (step, { devtools }, act) => {
      const profile = await profiled(devtools, act);
      profiles.set(step, [...(profiles.get(step) ?? []), profile]);
    });
  }
} finally {
  await world.close();
}
for (const [step, all] of profiles) {
  const of = (key: keyof Profile) => median(all.map((profile) => profile[key]));
  const parts = phases.map((phase) => ({ phase, ms: of(phase) })).filter(({ ms }) => ms >= 1);
  const sum = parts.reduce((total, { ms }) => total + ms, 0);
  const words = parts.map(({ phase, ms }) => `${phase} ${ms.toFixed(0)}`).join(', ');
  print([step, `${sum.toFixed(0)} ms, blocking ${of('blocking').toFixed(0)}: ${words}`]);
}
