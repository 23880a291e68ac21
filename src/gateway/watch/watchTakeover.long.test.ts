import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it, onTestFinished, vi } from 'vitest';

import { serveSandbox } from '#sandbox/nodeServer.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { type GatewayProcess, startProcess } from '#testing/fixtures/gatewayProcess.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';
import { startPostgres } from '#testing/fixtures/testPostgres.ts';

const minute = 60_000;
const nothing = () => {};
const postgres = await startPostgres();
afterAll(postgres.stop);

vi.setConfig({ testTimeout: 5 * minute });

it('W2: when the gateway that watches is killed, another one takes over within a minute', async () => {
  const sandbox = createSandbox({ things: 2000, timePasses: false });
  const service = await serveSandbox(sandbox, { host: '127.0.0.1', port: 0 }, nothing);
  onTestFinished(() => service.close());
  const passwordFile = join(temporaryFolder(), 'password');
  writeFileSync(passwordFile, 'sandbox-watcher\n');
  const environment = {
    SIM_API_URL: service.origin,
    SIM_CONSOLE_URL: service.origin,
    DATABASE_URL: await postgres.createDatabase(),
    WATCH_USER: 'watcher',
    WATCH_PASSWORD_FILE: passwordFile,
    WATCH_EVERY_MINUTES: '60',
    WATCH_CALLS_PER_MINUTE: '300',
    DRAIN_SECONDS: '0',
  };
  const gateways = await Promise.all([1, 2].map(async () => startProcess({ environment })));
  onTestFinished(async () => {
    await Promise.all(gateways.map((gateway) => gateway.kill()));
  });
  const outcomes = (gateway?: GatewayProcess) =>
    gateway?.lines('watch').map(({ outcome }) => outcome);
  const begun = () => gateways.find((gateway) => gateway.lines('watch').length > 0);
  await vi.waitFor(() => expect(begun()).toBeDefined(), minute);
  const first = begun();
  const second = gateways.find((gateway) => gateway !== first);
  await first?.kill();
  const killedAt = Date.now();
  expect(outcomes(first)).toEqual(['begun']);
  expect(await second?.metric('sim_console_watch_held')).toBe(0);

  await vi.waitFor(() => expect(outcomes(second)).toEqual(['begun']), 2 * minute);
  expect(Date.now() - killedAt).toBeLessThan(minute);
  expect(await second?.metric('sim_console_watch_held')).toBe(1);
  await vi.waitFor(() => expect(outcomes(second)).toEqual(['begun', 'complete']), minute);
  expect(second?.lines('watch').at(-1)).toMatchObject({ things: 2000 });
  const written = gateways.map(({ output }) => output.stdout + output.stderr).join('');
  expect(written).not.toContain('sandbox-watcher');
});
