import { systemClock } from '#lib/clock.ts';

import { withControl } from './control/control.ts';
import { shiftableClock } from './control/shiftableClock.ts';
import { helpText } from './help.ts';
import { serveSandbox } from './nodeServer.ts';
import { createSandbox } from './sandbox.ts';

if (process.argv.includes('--help')) {
  process.stdout.write(helpText());
  process.exit(0);
}

const host = process.env['HOST'] ?? '127.0.0.1';
const clock = shiftableClock(systemClock);
const sandbox = createSandbox({
  clock,
  things: wholeNumber('SANDBOX_THINGS', 5000, 1_000_000),
  seed: wholeNumber('SANDBOX_SEED', 1, 2 ** 31),
  latencyMs: wholeNumber('SANDBOX_LATENCY_MS', 0, 60_000),
});

const server = await serveSandbox(withControl(sandbox, clock), {
  host,
  port: wholeNumber('PORT', 8090, 65_535),
});
say(`Sandbox of the SIM Connectivity Management API: ${server.origin}`);
for (const { username, password, description } of sandbox.users) {
  say(`  ${username} / ${password}  (${description})`);
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void server.close());
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A number from the environment; a wrong one ends the program with a sentence that names the key. */
function wholeNumber(key: string, fallback: number, most: number): number {
  const text = process.env[key];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > most) {
    process.stderr.write(
      `${key} must be a whole number up to ${most}, for example ${key}=${fallback}\n`,
    );
    process.exit(1);
  }
  return value;
}
