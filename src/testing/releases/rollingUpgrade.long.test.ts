import { execFileSync } from 'node:child_process';

import { afterAll, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod/mini';

import { changesPage } from '#contract/history.ts';
import { noteList } from '#contract/notes.ts';
import { serveSandbox } from '#sandbox/nodeServer.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

import { type GatewayProcess, startProcess } from '../fixtures/gatewayProcess.ts';
import { groupBody } from '../fixtures/groupBody.ts';
import { pageHeaders } from '../fixtures/startedGateway.ts';
import { temporaryFolder } from '../fixtures/temporaryFolder.ts';
import { startPostgres } from '../fixtures/testPostgres.ts';
import { call, signIn } from '../load/consoleClient.ts';
import { liftRefreshLimit } from '../load/loadTest.ts';
import { createLoadTestPeople } from '../load/loadTestPeople.ts';
import { startTokenService } from '../load/tokenService.ts';
import { gatewayOf, releasedVersions } from './keptReleases.ts';

const postgres = await startPostgres();
afterAll(postgres.stop);

/** The newest released version. */
const lastVersion = releasedVersions.at(-1) ?? '';

type Version = 'last' | 'this';

/** Enough for calls and renewals to reach every gateway. */
const crowd = 16;
const patience = { timeout: 60_000 };

/** Gateways of both versions on one database; calls go to those that a load balancer would choose. */
async function startInstallation(serviceFor: (gateway: string) => string) {
  const release = temporaryFolder();
  execFileSync('tar', ['-xzf', gatewayOf(lastVersion), '-C', release]);
  const DATABASE_URL = await postgres.createDatabase();
  const all: GatewayProcess[] = [];
  const chosen: GatewayProcess[] = [];
  let turn = 0;
  onTestFinished(async () => {
    await Promise.all(all.map((gateway) => gateway.kill()));
  });

  async function start(version: Version): Promise<GatewayProcess> {
    const service = serviceFor(version);
    const gateway = await startProcess({
      ...(version === 'last' && { release }),
      environment: {
        SIM_API_URL: service,
        SIM_CONSOLE_URL: service,
        DATABASE_URL,
        SIGN_IN_TRIES: '10000',
      },
    });
    all.push(gateway);
    chosen.push(gateway);
    return gateway;
  }

  /** As docs/operations.md describes: no more calls are sent to it once it says that it is not ready. */
  async function stop(gateway: GatewayProcess): Promise<void> {
    gateway.child.kill('SIGTERM');
    const readyz = `http://127.0.0.1:${gateway.port}/readyz`;
    await expect.poll(async () => (await fetch(readyz)).status, patience).toBe(503);
    chosen.splice(chosen.indexOf(gateway), 1);
    await expect.poll(gateway.end, patience).toEqual({ code: 0, signal: null });
  }

  /** What the gateways have logged about unexpected errors. */
  const failures = () => all.flatMap((gateway) => gateway.lines('failure'));

  return {
    DATABASE_URL,
    start,
    stop,
    failures,
    nextPort: () => chosen[turn++ % chosen.length]?.port ?? 0,
  };
}

it('S14: in a rolling upgrade under load, no call fails and nobody is signed out', async () => {
  const service = await startTokenService({ lifetimeMs: 4 * 3_600_000 });
  onTestFinished(() => service.close());
  const { DATABASE_URL, start, stop, failures, nextPort } = await startInstallation(
    service.originFor,
  );
  // More calls would starve PostgreSQL while this machine also runs other tests.
  const people = createLoadTestPeople({ nextPort, restMs: 1200 });
  onTestFinished(people.endWork);
  /** Ends all access tokens, so that each user's next call has to renew them, on any gateway of these versions. */
  const renewals = async (...versions: readonly Version[]) => {
    const before = service.refreshes.length;
    service.revokeAccess();
    const renewed = () => service.refreshes.slice(before);
    await expect.poll(() => renewed().length, patience).toBe(crowd);
    expect(new Set(renewed().map(({ sender }) => sender))).toEqual(new Set(versions));
    // A new token that is refused before it is used would count as useless.
    const now = Date.now();
    await expect.poll(() => people.waitingSince(now), patience).toBe(0);
  };
  const statusOf = async (cookie: string, { port }: GatewayProcess) =>
    (await call(port, cookie)).status;

  const first = await start('last');
  const second = await start('last');
  await liftRefreshLimit(DATABASE_URL);
  await people.signIn(crowd);
  people.beginWork();
  await renewals('last');
  const early = await signIn(first.port, 'early');

  const third = await start('this');
  await renewals('last', 'this');
  const late = await signIn(third.port, 'late');
  expect(await statusOf(early, third)).toBe(200);
  expect(await statusOf(late, second)).toBe(200);

  await stop(first);
  const fourth = await start('this');
  await renewals('last', 'this');
  await stop(second);
  await renewals('this');
  expect(await statusOf(early, fourth)).toBe(200);

  // Roll back in the same way, one gateway at a time.
  const fifth = await start('last');
  await renewals('last', 'this');
  expect(await statusOf(late, fifth)).toBe(200);
  await stop(third);
  await people.endWork();

  const { calls, failed, signedOut } = people.figures();
  expect(failures()).toEqual([]);
  expect([...failed], 'failed calls').toEqual([]);
  expect(signedOut).toEqual([]);
  expect(calls).toBeGreaterThan(10 * crowd);
  expect(service.refreshes.filter(({ outcome }) => outcome !== 'renewed')).toEqual([]);
});

const groups = z.array(
  z.object({
    ThingsGroupId: z.string(),
    ThingsGroupName: z.string(),
    TelephonyProfileId: z.string(),
  }),
);
const things = z.array(z.object({ ExternalUniqueId: z.string() }));

it('S14: each version shows what the other one has recorded', async () => {
  const sandbox = createSandbox({ things: 60, apiLimits: false, authLimits: false });
  const service = await serveSandbox(sandbox, { host: '127.0.0.1', port: 0 }, console.error);
  onTestFinished(service.close);
  const { start } = await startInstallation(() => service.origin);
  const [last, current] = [await start('last'), await start('this')];
  const cookie = await signIn(last.port, 'writer', 'sandbox-writer');
  const read = async ({ port }: GatewayProcess, path: string): Promise<unknown> => {
    const { status, text } = await call(port, cookie, { path });
    expect(status, `status of ${path}`).toBe(200);
    return JSON.parse(text);
  };
  const put = async ({ port }: GatewayProcess, path: string, body: object) => {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'PUT',
      headers: { ...pageHeaders, cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(status, `status of ${path}`).toBe(200);
  };
  const [thing] = things.parse(await read(last, '/api/things?limit=1'));
  const { ExternalUniqueId: iccid = '' } = thing ?? {};
  const list = '/api/thingsgroup/listWithMeasures';
  const [group] = groups.parse(await read(current, list));
  const { ThingsGroupId = '', ThingsGroupName = '', TelephonyProfileId = '' } = group ?? {};

  for (const [writes, shows, number] of [
    [last, current, 1],
    [current, last, 2],
  ] as const) {
    const text = `note ${number}`;
    const id = `note-000000000000000${number}`;
    await put(writes, `/records/notes/${id}`, { iccid, text, revision: 0 });
    const { notes } = noteList.parse(await read(shows, `/records/notes?iccids=${iccid}`));
    expect(notes).toContainEqual(expect.objectContaining({ id, text, username: 'writer' }));

    const IMEIPrefix = `3520811${number}`;
    const body = groupBody({ ThingsGroupName, TelephonyProfileId, IMEIPrefix });
    await put(writes, `/api/thingsgroup/${ThingsGroupId}`, body);
    await read(shows, list);
    const { changes } = changesPage.parse(await read(shows, '/records/changes?size=1'));
    expect(changes).toMatchObject([
      { username: 'writer', outcome: 'saved', after: { IMEIPrefix } },
    ]);
  }
});
