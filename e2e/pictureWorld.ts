import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as z from 'zod/mini';

import { alertsPath } from '../src/contract/alerts.ts';
import { type FleetCheck, scansPath } from '../src/contract/inventory.ts';
import { consoleHeader, sessionPath } from '../src/contract/session.ts';
import { readConfig } from '../src/gateway/ops/config.ts';
import { type RunningGateway, startGateway } from '../src/gateway/server.ts';
import { createSandbox, type Sandbox } from '../src/sandbox/sandbox.ts';
import { stoppedClock } from '../src/testing/fixtures/skippingClock.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** When the pictures are taken. Their browser shows this time too. */
export const picturesAt = Date.UTC(2026, 10, 26, 9);
const scansBefore = 14;
/** In days; if scans were further apart, the 30-day lines would have gaps. */
const daysBetweenScans = 2;
/** The sandbox is busy for part of some days, because a month of its events would take minutes. */
const busyMs = 10 * minute;

/** What a colleague has written about the alerts of each check. */
const notes = {
  'not-found': 'Contract ended.',
  'suspended-counting': 'Reported to the provider, case 4711.',
  'other-device': 'Planned replacement, until the end of November.',
  'shared-imei': 'Known: two modems of the test bench.',
  'outside-lock': 'New modems in two meters; the field team knows.',
} as const satisfies Partial<Record<FleetCheck, string>>;
/** They are switched on one after the other, so that their alerts always have the same order. */
const alertChecks = Object.keys(notes);

/** A gateway whose technical user has scanned the fleet for a month. */
export interface PictureWorld {
  readonly origin: string;
  readonly sandbox: Sandbox;
  stop(): Promise<void>;
}

/**
 * Starts the built console on the sandbox, with the same fleet, history and alerts each time.
 *
 * @param options.webhook address of a receiver for messages about alerts
 */
export async function startPictureWorld({ webhook }: { webhook: string }): Promise<PictureWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'sim-console-pictures-'));
  const clock = stoppedClock(picturesAt - scansBefore * daysBetweenScans * day);
  const sandbox = createSandbox({ clock, timePasses: true });
  const start = (checks: number, watches = false) =>
    startGateway({
      config: readConfig({
        PORT: '0',
        // This limit uses the machine's clock.
        SIGN_IN_TRIES: '10000',
        DATABASE_URL: `sqlite:${join(folder, 'console.db')}`,
        WATCH_EVERY_MINUTES: '60',
        WATCH_CALLS_PER_MINUTE: '6000',
        ALERT_CHECKS: alertChecks.slice(0, checks).join(','),
        ALERT_FORMAT: 'slack',
        ALERT_WEBHOOK_URL: webhook,
      }),
      upstream: sandbox.fetch,
      clock,
      watches,
      log: (event, fields) => {
        if (event === 'watch' && fields?.['outcome'] === 'complete') scanned();
      },
    });
  let scanned = () => {};
  const skipTo = (time: number) => clock.skip(time - clock.now());
  const passTo = (time: number) => {
    sandbox.setOptions({ timePasses: false });
    skipTo(time - busyMs);
    sandbox.setOptions({ timePasses: true });
    skipTo(time);
  };
  for (let scan = 0; scan < scansBefore; scan++) {
    passTo(picturesAt - (scansBefore - scan) * daysBetweenScans * day);
    const gateway = await start(1 + Math.floor(scan / 3));
    await scanFleet(gateway);
    await acknowledgeAlerts(gateway, () => true);
    await gateway.close();
  }
  passTo(picturesAt - minute);
  for (const { id, name } of sandbox.state.groups()) {
    // The simulated colleague's other names are too long for the pictures.
    sandbox.changeGroup(id, { name: name.replace(' (pilot)', '') });
  }
  const last = await start(alertChecks.length);
  await lockGroup(last, sandbox);
  await last.close();
  skipTo(picturesAt);

  // A starting gateway finds the scan overdue.
  const isScanned = new Promise<void>((resolve) => (scanned = resolve));
  const watching = await start(alertChecks.length, true);
  await isScanned;
  await acknowledgeAlerts(watching, (check) => !['outside-lock', 'shared-imei'].includes(check));
  return {
    origin: watching.origin,
    sandbox,
    async stop() {
      await watching.close();
      rmSync(folder, { recursive: true });
    },
  };
}

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

/** Signs in, and sends calls as the console does. */
async function signIn({ address }: RunningGateway, username: string): Promise<Send> {
  const origin = `http://127.0.0.1:${address.port}`;
  const headers = {
    [consoleHeader]: '1',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  };
  const { headers: answered } = await fetch(origin + sessionPath, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password: `sandbox-${username}` }),
  });
  const cookie = answered.getSetCookie()[0]?.split(';')[0] ?? '';
  return async (method, path, sent) => {
    const answer = await fetch(origin + path, {
      method,
      headers: { ...headers, cookie },
      ...(sent !== undefined && { body: JSON.stringify(sent) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const isJson = answer.headers.get('content-type')?.includes('json') === true;
    const content: unknown = isJson ? await answer.json() : undefined;
    return content;
  };
}

/** Reads the groups and the whole list of SIMs, as the Fleet page does. */
async function scanFleet(gateway: RunningGateway): Promise<void> {
  const send = await signIn(gateway, 'watcher');
  await send('GET', '/api/thingsgroup/listWithMeasures');
  const { id } = z.object({ id: z.string() }).parse(await send('POST', scansPath));
  const limit = 50;
  let things = 0;
  for (let offset = 0; ; offset += limit - 1) {
    const path = `/api/things?sortBy[ThingName]=ASC&limit=${limit}&offset=${offset}`;
    const page = z.array(z.unknown()).parse(await send('GET', path));
    things = offset + page.length;
    if (page.length < limit) break;
  }
  await send('PUT', `${scansPath}/${id}`, { state: 'complete', things });
  await send('GET', '/api/thingsgroup/listWithMeasures');
}

const alertsPage = z.object({
  alerts: z.array(z.object({ id: z.string(), check: z.string(), revision: z.number() })),
});

async function acknowledgeAlerts(
  gateway: RunningGateway,
  isKnown: (check: string) => boolean,
): Promise<void> {
  const send = await signIn(gateway, 'admin');
  await send('GET', '/api/thingsgroup/listWithMeasures');
  const { alerts } = alertsPage.parse(await send('GET', `${alertsPath}?state=open`));
  for (const { id, check, revision } of alerts.filter((alert) => isKnown(alert.check))) {
    await send('PUT', `${alertsPath}/${id}`, { note: String(Reflect.get(notes, check)), revision });
  }
}

/** A change that cuts off some SIMs, for the alert that the next scan opens. */
async function lockGroup(gateway: RunningGateway, { state }: Sandbox): Promise<void> {
  const send = await signIn(gateway, 'writer');
  const group = state.groups().find(({ name }) => name.startsWith('Scooter Sharing'));
  if (!group) throw new Error('There is no such group');
  await send('GET', '/api/thingsgroup/listWithMeasures');
  await send('PUT', `/api/thingsgroup/${group.id}`, {
    ThingsGroupName: group.name,
    TelephonyProfileId: group.profileId,
    IMEIPrefix: '86056704',
    LockMasterImei: true,
  });
}
