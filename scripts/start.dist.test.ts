import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { resolve } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { inherited } from '../src/testing/fixtures/gatewayProcess.ts';
import { listening } from '../src/testing/fixtures/listening.ts';

const root = resolve(import.meta.dirname, '..');
const program = 'src/gateway/main.ts';

/** Starts a gateway that is expected to fail, as `npm run serve` does. */
function start(environment: Readonly<Record<string, string>>, ...options: readonly string[]) {
  const { status, stderr, stdout } = spawnSync(process.execPath, [program, ...options], {
    cwd: root,
    env: { ...inherited, PORT: '0', SANDBOX_THINGS: '1', ...environment },
    encoding: 'utf8',
    timeout: 240_000,
  });
  return { status, stderr, stdout };
}

it.each([
  ['a wrong value', 'BASE_PATH', { BASE_PATH: 'sim' }],
  ['an address of another machine', 'HOST', { HOST: '192.0.2.1', SANDBOX: 'true' }],
  ['the sandbox where other machines reach it', 'SIM_API_URL', { HOST: '0.0.0.0' }],
  ['the sandbox under a public name', 'SIM_API_URL', { PUBLIC_ORIGIN: 'https://sim.example.com' }],
])(
  'H17: a gateway that cannot start explains why in one sentence and exits with 1: %s',
  (_name, key, environment) => {
    const { status, stderr, stdout } = start(environment);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(new RegExp(`^${key} .+, for example ${key}=.+\\n$`));
  },
);

it.each(['PORT', 'METRICS_PORT'])(
  'H17: a gateway that cannot start explains why in one sentence and exits with 1: %s is in use: nothing keeps the process alive',
  async (key) => {
    const other = createServer();
    onTestFinished(() => void other.close());
    const port = await listening(other);
    const { status, stderr } = start({ SANDBOX: 'true', [key]: String(port) });
    expect(stderr).toMatch(new RegExp(`^${key} is already in use: .+, for example ${key}=\\d+\n$`));
    expect(status).toBe(1);
  },
);

it('H17: a gateway that cannot start explains why in one sentence and exits with 1: a misspelled key', () => {
  const { status, stderr } = start({ SIM_API_ULR: 'https://api.example.com' });
  expect(status).toBe(1);
  expect(stderr).toBe(
    'SIM_API_ULR is not a key of this program: did you mean SIM_API_URL, for example SIM_API_URL=https://api.example.com\n',
  );
});

it('H17: a gateway that cannot start explains why in one sentence and exits with 1: an unknown option', () => {
  expect(start({}, '--chekc')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'There is no option --chekc; --help lists the options.\n',
  });
});
