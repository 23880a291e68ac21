import { describe, expect, it } from 'vitest';

import {
  createFixture,
  signedInFixture,
  fakeService,
  groupUpdate,
} from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { silentLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { serveMetrics } from './metricsServer.ts';
import { createStoreMonitor } from './storeMonitor.ts';

/** The values that a scrape reads, which tests can change. */
function counts() {
  const clock = manualClock();
  return {
    clock,
    store: createStoreMonitor({ log: silentLog, clock }).metrics,
    others: [],
    sessions: async () => 7,
    openAlerts: async () => 2,
    refreshQueue: async () => 3,
    messages: async () => 0,
    droppedLogLines: () => 0,
  };
}

/** The value of a series, by its name and labels in Prometheus notation. */
function valueOf(text: string, series: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

describe('/metrics', () => {
  it('counts requests by route and status, never by values made up by a browser', async () => {
    const { fixture, cookie } = await signedInFixture();
    await fixture.send('GET', '/api/things?limit=50', { cookie });
    await fixture.send('GET', '/api/things?limit=51', { cookie });
    await fixture.send('GET', '/things/89490100000010485908', {});
    await fixture.send('GET', '/api/evil-89490100000010485908', { cookie });
    await fixture.send('GET', '/healthz');
    const text = await fixture.metrics();
    const count = (labels: string) => valueOf(text, `sim_console_requests_total{${labels}}`);
    expect(count('method="GET",route="/api/things",status="200"')).toBe(1);
    expect(count('method="GET",route="/api/things",status="400"')).toBe(1);
    expect(count('method="GET",route="page",status="200"')).toBe(1);
    expect(text).not.toContain('89490100000010485908');
    expect(text).not.toContain('route="health"');
  });

  it('measures the service by endpoint and status, including calls without a response', async () => {
    const clock = manualClock();
    const service = fakeService(async (request) => {
      if (request.method === 'PUT') throw new TypeError('cut');
      await new Promise<void>((resolve) => clock.after(300, resolve));
      return Response.json([]);
    });
    const { fixture, cookie } = await signedInFixture({ service, clock });
    const answer = fixture.send('GET', '/api/things', { cookie });
    await fixture.pass(300);
    await answer;
    await fixture.send('PUT', '/api/thingsgroup/1', { cookie, body: groupUpdate });
    const text = await fixture.metrics();
    const name = 'sim_console_upstream_duration_seconds';
    const list = 'endpoint="GET /things",status="200"';
    expect(valueOf(text, `${name}_sum{${list}}`)).toBe(0.3);
    expect(valueOf(text, `${name}_bucket{le="0.25",${list}}`)).toBe(0);
    expect(valueOf(text, `${name}_bucket{le="0.5",${list}}`)).toBe(1);
    const update = 'endpoint="PUT /thingsgroup/{ThingsGroupId}",status="no answer"';
    expect(valueOf(text, `${name}_count{${update}}`)).toBe(1);
  });

  it('W10: counts messages about alerts, and attempts to send them', async () => {
    const states = { pending: 2, failed: 1 };
    const metrics = createMetrics({ ...counts(), messages: async (state) => states[state] });
    metrics.messageTried('mail', 'again');
    const text = await metrics.text();
    const tries = (labels: string) =>
      valueOf(text, `sim_console_alert_message_tries_total{${labels}}`);
    expect(valueOf(text, 'sim_console_alert_messages_pending')).toBe(2);
    expect(valueOf(text, 'sim_console_alert_messages_failed')).toBe(1);
    expect(tries('destination="mail",outcome="again"')).toBe(1);
    expect(tries('destination="webhook",outcome="gone"')).toBe(0);
  });

  it('counts live sessions', async () => {
    const fixture = await createFixture({ environment: { SESSION_IDLE_MINUTES: '10' } });
    const sessions = async () => valueOf(await fixture.metrics(), 'sim_console_sessions');
    expect(await sessions()).toBe(0);
    const cookie = await fixture.signIn('writer');
    await fixture.signIn('reader');
    expect(await sessions()).toBe(2);
    await fixture.send('DELETE', '/session', { cookie });
    expect(await sessions()).toBe(1);
    await fixture.pass(11 * 60_000);
    expect(await sessions()).toBe(0);
  });

  it('counts refreshes by outcome, starting at zero', async () => {
    const fixture = await createFixture({ environment: { SESSION_IDLE_MINUTES: '600' } });
    const renewed = async () =>
      valueOf(await fixture.metrics(), 'sim_console_refreshes_total{outcome="renewed"}');
    expect(await renewed()).toBe(0);
    const cookie = await fixture.signIn();
    await fixture.pass(4 * 3_600_000);
    await fixture.send('GET', '/api/things', { cookie });
    expect(await renewed()).toBe(1);
  });

  it('counts the service’s 429 responses by endpoint, starting at zero', async () => {
    const service = fakeService(() => Response.json({}, { status: 429 }));
    const fixture = await createFixture({ service });
    const series = 'sim_console_upstream_rate_limited_total{endpoint="GET /things"}';
    const limited = async () => valueOf(await fixture.metrics(), series);
    expect(await limited()).toBe(0);
    await fixture.send('GET', '/api/things', { cookie: await fixture.signIn() });
    expect(await limited()).toBe(1);
  });
});

it('counts dropped log lines, starting at zero', async () => {
  let dropped = 0;
  const metrics = createMetrics({ ...counts(), droppedLogLines: () => dropped });
  const count = async () => valueOf(await metrics.text(), 'sim_console_log_lines_dropped_total');
  expect(await count()).toBe(0);
  dropped = 3;
  expect([await count(), await count()]).toEqual([3, 3]);
});

describe('the store’s metrics', () => {
  it('are the duration and the failures of its calls, starting at zero', async () => {
    const fixture = await createFixture();
    const errors = async () => valueOf(await fixture.metrics(), 'sim_console_store_errors_total');
    const calls = async () =>
      valueOf(await fixture.metrics(), 'sim_console_store_duration_seconds_count') ?? 0;
    expect(await errors()).toBe(0);
    const before = await calls();
    const cookie = await fixture.signIn();
    expect(await calls()).toBeGreaterThan(before);
    await fixture.loseStore();
    await fixture.send('GET', '/session', { cookie });
    expect(await errors()).toBeGreaterThan(0);
  });

  it('S8: are omitted if the store fails, while all other metrics are present', async () => {
    const fixture = await createFixture();
    await fixture.signIn();
    expect(valueOf(await fixture.metrics(), 'sim_console_sessions')).toBe(1);
    await fixture.loseStore();
    const text = await fixture.metrics();
    expect(valueOf(text, 'sim_console_sessions')).toBe(undefined);
    expect(valueOf(text, 'sim_console_refresh_queue')).toBe(undefined);
    expect(valueOf(text, 'sim_console_log_lines_dropped_total')).toBe(0);
    expect(text).toContain('sim_console_requests_total{');
  });

  it('S8: are awaited for at most half a second, and reappear once the store responds', async () => {
    let answers = true;
    const given = counts();
    const figure = async () => (answers ? 5 : new Promise<number>(() => {}));
    const metrics = createMetrics({ ...given, sessions: figure, refreshQueue: figure });
    expect(valueOf(await metrics.text(), 'sim_console_sessions')).toBe(5);
    answers = false;
    const scrape = metrics.text();
    await given.clock.advance(500);
    expect(valueOf(await scrape, 'sim_console_sessions')).toBe(undefined);
    answers = true;
    expect(valueOf(await metrics.text(), 'sim_console_refresh_queue')).toBe(5);
  });
});

it('the metrics port has /metrics in Prometheus’ text format, and nothing else', async () => {
  const server = await serveMetrics(createMetrics(counts()), { host: '127.0.0.1', port: 0 });
  const ask = (path: string, method = 'GET') =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  try {
    const answer = await ask('/metrics');
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await answer.text();
    expect(text).toContain('sim_console_sessions 7');
    expect(text).toContain('sim_console_alerts_open 2');
    expect(text).toContain('sim_console_refresh_queue 3');
    expect(text).toContain('process_resident_memory_bytes');
    expect((await ask('/')).status).toBe(404);
    expect((await ask('/metrics', 'POST')).status).toBe(405);
  } finally {
    server.close();
  }
});
