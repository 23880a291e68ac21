import { run } from './run.ts';

/**
 * `npm run bench [-- part …]`: prints the figures for the named parts, or for all. Each part runs in its own
 * process, so that parts do not affect each other.
 */
const parts: Readonly<Record<string, string>> = {
  api: 'src/testing/load/apiBench.ts',
  /** Needs a build: `npm run build`. */
  export: 'e2e/bench/exportBench.ts',
  gateway: 'e2e/bench/gatewayBench.ts',
  sessions: 'e2e/bench/sessionsBench.ts',
  fleet: 'src/testing/load/inventoryBench.ts',
  records: 'src/testing/load/recordsBench.ts',
  /** Needs a build. */
  lists: 'src/testing/load/listsBench.ts',
  /** Needs a build, and takes three minutes. */
  watch: 'src/testing/load/watchBench.ts',
  /** Needs a build, and takes three minutes. */
  loadTest: 'src/testing/load/loadTestBench.ts',
  browser: 'e2e/bench/browserBench.ts',
  /** Needs a build. */
  press: 'e2e/bench/pressBench.ts',
  list: 'e2e/bench/listBench.ts',
  /** Needs a build. */
  paste: 'e2e/bench/pasteBench.ts',
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(
    `No such part: ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}.`,
  );
  process.exitCode = 1;
} else {
  for (const [name, program] of Object.entries(parts)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    // oxlint-disable-next-line no-await-in-loop -- two at once would affect each other's times
    if ((await run('node', [program])) !== 0) process.exitCode = 1;
  }
}
