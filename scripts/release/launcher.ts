import { nodeProblem } from './nodeProblem.ts';

/**
 * The release's entry point: `node sim-console.mjs` serves, `node sim-console.mjs sessions …` and `… fleet …` are the
 * operators' commands. It is built without any syntax newer than Node 12, and imports nothing before it has checked the
 * version.
 */
const problem = nodeProblem(process.version, String(import.meta.env.NEEDED_NODE));
const command = process.argv[2];

if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
} else if (command === 'sessions' || command === 'fleet') {
  // The commands find their arguments where they would be in a checkout.
  process.argv.splice(2, 1);
  start(command);
} else {
  start('main');
}

function start(program: string): void {
  const { href } = new URL(`./gateway/${program}.mjs`, import.meta.url);
  // If it rejects, Node prints the error and exits with code 1.
  void import(/* @vite-ignore */ href);
}
