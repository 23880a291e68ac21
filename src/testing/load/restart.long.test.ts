import { expect, it, onTestFinished } from 'vitest';

import { type GatewayProcess, startProcess } from '../fixtures/gatewayProcess.ts';
import { sharedFile } from '../fixtures/testDatabases.ts';
import { call, signIn } from './consoleClient.ts';
import { isSpentOnArrival, startTokenService } from './tokenService.ts';

/** Six users; for three of them, the service drops a refresh whose caller has left. */
const names = Array.from({ length: 6 }, (_, index) => `user${index}`);

/** One gateway on a SQLite file; it can be stopped and restarted. */
async function startScenario() {
  const service = await startTokenService({ lifetimeMs: 4 * 3_600_000 });
  onTestFinished(() => service.close());
  const environment = {
    SIM_API_URL: service.origin,
    SIM_CONSOLE_URL: service.origin,
    ...sharedFile(),
  };
  const all: GatewayProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(all.map((gateway) => gateway.kill()));
  });

  async function start(): Promise<GatewayProcess> {
    const gateway = await startProcess({ environment });
    all.push(gateway);
    return gateway;
  }
  const gateway = await start();
  const people = await Promise.all(
    names.map(async (name) => ({ name, cookie: await signIn(gateway.port, name) })),
  );
  const statuses = ({ port }: GatewayProcess) =>
    Promise.all(people.map(async ({ cookie }) => (await call(port, cookie)).status));
  return { service, gateway, start, people, statuses };
}

const everybody = (status: number) => names.map(() => status);

it.each(['SIGKILL', 'SIGTERM'] as const)(
  'S3: a gateway on SQLite keeps all users signed in when it is stopped by %s and restarted',
  async (signal) => {
    const { service, gateway, start, statuses } = await startScenario();
    expect(await statuses(gateway)).toEqual(everybody(200));
    gateway.child.kill(signal);
    await expect.poll(gateway.end).toBeDefined();

    expect(await statuses(await start())).toEqual(everybody(200));
    expect(service.signIns()).toBe(names.length);
    expect(service.refreshes).toEqual([]);
  },
);

it('S3: a gateway on SQLite waits for refreshes in flight when asked to stop, and sends no token twice', async () => {
  const { service, gateway, start, statuses } = await startScenario();
  const release = service.holdRefreshes();
  service.revokeAccess();
  const calls = statuses(gateway);
  await expect.poll(() => service.refreshes.length).toBe(5);
  gateway.child.kill('SIGTERM');
  await expect.poll(() => gateway.lines('stopping').length).toBe(1);
  release();
  // Five tokens are renewed in a minute; the sixth caller has to wait.
  expect((await calls).toSorted()).toEqual([200, 200, 200, 200, 200, 503]);
  await expect.poll(gateway.end).toEqual({ code: 0, signal: null });

  expect((await statuses(await start())).toSorted()).toEqual([200, 200, 200, 200, 200, 503]);
  expect(service.refreshes).toHaveLength(5);
});

it('S3, S5: a gateway on SQLite retries a refresh once if killed in the middle of it, and only refused users sign in again', async () => {
  const { service, gateway, start, people } = await startScenario();
  const release = service.holdRefreshes();
  service.revokeAccess();
  const interrupted = people.slice(0, 2);
  const calls = interrupted.map(({ cookie }) => call(gateway.port, cookie).catch(() => 'lost'));
  await expect.poll(() => service.refreshes.length).toBe(2);
  await gateway.kill();
  expect(await Promise.all(calls)).toEqual(['lost', 'lost']);

  await expect.poll(() => service.refreshes.every(({ isAnswerLost }) => isAnswerLost)).toBe(true);
  release();
  const { port } = await start();
  for (const { name, cookie } of interrupted) {
    const waits = new Set<string | null>();
    // The gateway waits until the lease of the dead process expires.
    await expect
      .poll(
        async () => {
          const { status, code } = await call(port, cookie);
          if (status === 503) waits.add(code);
          return status;
        },
        { timeout: 40_000, interval: 250 },
      )
      .toBe(isSpentOnArrival(name) ? 401 : 200);
    expect([...waits].filter((code) => code !== 'refresh_busy')).toEqual([]);
    const sends = service.refreshes.filter(({ username }) => username === name);
    expect(sends.map(({ outcome }) => outcome)).toEqual([
      'caller gone',
      isSpentOnArrival(name) ? 'refused' : 'renewed',
    ]);
  }
  expect(service.signIns()).toBe(names.length);
});
