import { systemClock } from '#lib/clock.ts';

import { shiftableClock, withControl } from './control/control.ts';
import { helpText } from './help.ts';
import { serveSandbox } from './nodeServer.ts';
import { createSandbox } from './sandbox.ts';

const options = process.argv.slice(2);
const unknown = options.find((option) => option !== '--help' && option !== '-h');
if (unknown !== undefined) stop(`There is no option ${unknown}; --help lists the options.`);
if (options.length > 0) {
  process.stdout.write(helpText());
  process.exit(0);
}

const timePasses = process.env['SANDBOX_TIME_PASSES'] || 'false';
if (timePasses !== 'true' && timePasses !== 'false') {
  stop('SANDBOX_TIME_PASSES must be true or false, for example SANDBOX_TIME_PASSES=true');
}
const host = process.env['HOST'] || '127.0.0.1';
const clock = shiftableClock(systemClock, startTime());
const sandbox = createSandbox({
  clock,
  things: wholeNumber('SANDBOX_THINGS', 5000, 1_000_000),
  seed: wholeNumber('SANDBOX_SEED', 1, 2 ** 31),
  latencyMs: wholeNumber('SANDBOX_LATENCY_MS', 0, 60_000),
  timePasses: timePasses === 'true',
});

const port = wholeNumber('PORT', 8090, 65_535);
const server = await serveSandbox(
  withControl(sandbox, clock, host),
  { host, port },
  console.error,
).catch((error: unknown) => {
  const code = String(Reflect.get(Object(error), 'code'));
  if (/^(?:EADDRNOTAVAIL|EAFNOSUPPORT|EAI_AGAIN|EINVAL|ENOTFOUND)$/.test(code)) {
    return stop('HOST must be an address of this machine, for example HOST=127.0.0.1');
  }
  if (code !== 'EADDRINUSE') throw error;
  return stop(`PORT ${port} is already in use: choose another, for example PORT=${port + 1}`);
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

/** A number from the environment; an invalid value ends the program with a message that names the key. */
function wholeNumber(key: string, fallback: number, max: number): number {
  const text = process.env[key];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value > max) {
    stop(`${key} must be a whole number up to ${max}, for example ${key}=${fallback}`);
  }
  return value;
}

/** The initial time of the sandbox's clock; the same time and seed produce the same world. */
function startTime(): number {
  const text = process.env['SANDBOX_START'];
  if (text === undefined || text === '') return Date.now();
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  const example = '2026-01-01T00:00:00Z';
  return Number.isNaN(time)
    ? stop(`SANDBOX_START must be a date and time, for example SANDBOX_START=${example}`)
    : time;
}

function stop(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
