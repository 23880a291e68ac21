import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  type Metric,
  Registry,
} from 'prom-client';

import type { RefreshOutcome } from '#api/tokens/refreshCall.ts';
import { type Destination, destinations } from '#contract/alerts.ts';
import { type Endpoint, endpoints } from '#contract/endpoints.ts';
import { type Clock, within } from '#lib/clock.ts';

import type { StoreMonitor } from './storeMonitor.ts';

/** The result of a call to the service: its status, or why there is none. */
export type UpstreamOutcome = number | 'timeout' | 'no answer' | 'given up';

/** What is counted of a request from a browser. */
export interface CountedRequest {
  readonly method: string;
  /** The route's name: a template, never an address, because that may contain an identifier. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

export type Metrics = ReturnType<typeof createMetrics>;

const droppedRecords = [
  'outcome',
  'group list',
  'group',
  'list of Things',
  'session event',
] as const;
type DroppedRecord = (typeof droppedRecords)[number];

const messageOutcomes = ['sent', 'again', 'failed', 'gone'] as const;
type MessageOutcome = (typeof messageOutcomes)[number];

/** From well below the time that a list takes, up to a call's total timeout. */
const secondsBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const refreshOutcomes = [
  'renewed',
  'refused',
  'declined',
  'busy',
  'lost',
] as const satisfies readonly RefreshOutcome['kind'][];

/** If the store takes longer to provide a metric, the scrape omits it: at such times, the others matter most. */
const gaugeMs = 500;

/**
 * The gateway's metrics for Prometheus. Labels are our own names, never values from a request.
 *
 * @param count queried at each scrape
 */
export function createMetrics(count: {
  readonly clock: Clock;
  /** Metrics for calls to the store. */
  readonly store: StoreMonitor['metrics'];
  /** Metrics of other parts: the name files, the watch. */
  readonly others: readonly Metric[];
  readonly sessions: () => Promise<number>;
  /** Open alerts for all customers. */
  readonly openAlerts: () => Promise<number>;
  /** Sessions waiting for their turn to renew. */
  readonly refreshQueue: () => Promise<number>;
  /** Messages about alerts in this state. */
  readonly messages: (state: 'pending' | 'failed') => Promise<number>;
  /** Log lines dropped since startup. */
  readonly droppedLogLines: () => number;
}) {
  const registry = new Registry();
  const registers = [registry];

  const requests = new Counter({
    name: 'sim_console_requests_total',
    help: 'Browser requests by method, route template and status, without health checks',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'sim_console_request_duration_seconds',
    help: 'Response time of browser requests, including the service, by route template',
    labelNames: ['route'] as const,
    buckets: secondsBuckets,
    registers,
  });
  const upstreamSeconds = new Histogram({
    name: 'sim_console_upstream_duration_seconds',
    help: 'Time that the service took for calls from the gateway, by endpoint and status',
    labelNames: ['endpoint', 'status'] as const,
    buckets: secondsBuckets,
    registers,
  });
  const limited = new Counter({
    name: 'sim_console_upstream_rate_limited_total',
    help: 'Calls that the service answered with 429, by endpoint',
    labelNames: ['endpoint'] as const,
    registers,
  });
  const refreshes = new Counter({
    name: 'sim_console_refreshes_total',
    help: 'Token refreshes sent to the service, by result',
    labelNames: ['outcome'] as const,
    registers,
  });
  const dropped = new Counter({
    name: 'sim_console_records_dropped_total',
    help: 'Records dropped because the database did not accept them or there were too many: outcomes of changes, lists of groups, sign-ins and the like',
    labelNames: ['record'] as const,
    registers,
  });
  const messageTries = new Counter({
    name: 'sim_console_alert_message_tries_total',
    help: 'Attempts to send a message about alerts, by destination and outcome',
    labelNames: ['destination', 'outcome'] as const,
    registers,
  });
  const ofStore = (name: string, help: string, ask: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const figure = ask().catch(() => undefined);
        const value = await within(count.clock, gaugeMs, figure);
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  const counted = [
    ofStore('sim_console_sessions', 'Live sessions', count.sessions),
    ofStore('sim_console_alerts_open', 'Open alerts for all customers', count.openAlerts),
    ofStore(
      'sim_console_refresh_queue',
      'Sessions waiting for their turn to renew their tokens',
      count.refreshQueue,
    ),
    ofStore('sim_console_alert_messages_pending', 'Messages about alerts waiting to be sent', () =>
      count.messages('pending'),
    ),
    ofStore(
      'sim_console_alert_messages_failed',
      'Messages about alerts that could not be delivered',
      () => count.messages('failed'),
    ),
    ...count.store,
    ...count.others,
    new Counter({
      name: 'sim_console_log_lines_dropped_total',
      help: 'Log lines dropped because standard output did not accept them',
      registers: [],
      collect() {
        this.reset();
        this.inc(count.droppedLogLines());
      },
    }),
  ];
  for (const metric of counted) registry.registerMetric(metric);

  // If a series began only with its first event, a rate computed from it would miss that event.
  for (const outcome of refreshOutcomes) refreshes.inc({ outcome }, 0);
  for (const record of droppedRecords) dropped.inc({ record }, 0);
  for (const destination of destinations) {
    for (const outcome of messageOutcomes) messageTries.inc({ destination, outcome }, 0);
  }
  for (const endpoint of Object.values(endpoints)) limited.inc({ endpoint: nameOf(endpoint) }, 0);

  let collectsProcess = false;
  return {
    request({ method, route, status, ms }: CountedRequest) {
      requests.inc({ method, route, status });
      requestSeconds.observe({ route }, ms / 1000);
    },
    upstreamCall(seen: {
      readonly endpoint: Endpoint;
      readonly outcome: UpstreamOutcome;
      readonly ms: number;
    }) {
      const { endpoint, outcome, ms } = seen;
      upstreamSeconds.observe({ endpoint: nameOf(endpoint), status: outcome }, ms / 1000);
      if (outcome === 429) limited.inc({ endpoint: nameOf(endpoint) });
    },
    refresh: (outcome: RefreshOutcome['kind']) => refreshes.inc({ outcome }),
    /** Counts records that the store did not accept. */
    recordDropped: (record: DroppedRecord, times = 1) => dropped.inc({ record }, times),
    /** Counts attempts to send a message about alerts. */
    messageTried: (destination: Destination, outcome: MessageOutcome) =>
      messageTries.inc({ destination, outcome }),
    /** All metrics in Prometheus text format, including those about the process. */
    text() {
      // Collecting these means observing the garbage collector, which is not needed before the first scrape.
      if (!collectsProcess) collectDefaultMetrics({ register: registry });
      collectsProcess = true;
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function nameOf({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}
