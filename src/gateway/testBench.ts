import { setImmediate, setTimeout } from 'node:timers/promises';

import { type ManualClock, manualClock } from '#lib/clock.ts';

import { createGatewayApp } from './app.ts';
import { readConfig } from './config/config.ts';
import { createDependencies, storeOptions } from './dependencies.ts';
import type { UpstreamFetch } from './proxy/httpFetch.ts';
import { createRefusalPage } from './site/refusal.ts';
import { createServeSite, fileAnswer } from './site/serveSite.ts';
import { createServeSignIn } from './site/signInPage.ts';
import { signInPage, site } from './site/testSite.ts';
import type { RecordLimits } from './store/recordReads.ts';
import { openStore, type Store } from './store/store.ts';
import { StoreUnavailableError } from './store/storeErrors.ts';
import { createLog } from './telemetry/log.ts';
import { createStoreMonitor } from './telemetry/storeMonitor.ts';
import { createUpstream, embed } from './upstream.ts';

/** What a call of the bench may carry besides what the console always sends. */
export interface BenchCall {
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a native form sends its fields. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it comes, with the content type of JSON. */
  readonly stream?: ReadableStream<Uint8Array>;
  /** Leaves out the headers by which the gateway recognizes the console's pages. */
  readonly bare?: boolean;
  readonly signal?: AbortSignal;
  /** The other end of the connection. */
  readonly remoteAddress?: string;
}

export interface Bench {
  readonly clock: ManualClock;
  /** Calls that reached the service, as they came. */
  readonly seen: Request[];
  readonly log: string[];
  readonly store: Store;
  /** The store answers nothing from now on. */
  loseStore(): Promise<void>;
  /** The store takes no change of a group from now on, as with a full disk: everything can be read. */
  refuseChanges(isRefused?: boolean): void;
  /** The same for what became of changes alone, as if this gateway died while it sends them. */
  refuseOutcomes(): void;
  /** The same for who came and went. */
  refuseEvents(): void;
  /** Moves the system's time, as NTP or a resumed machine may do. */
  setSystemTimeBy(ms: number): void;
  /** What `/metrics` would say. */
  metrics(): Promise<string>;
  send(method: string, path: string, call?: BenchCall): Promise<Response>;
  /** Lets time pass, after work that does not depend on the clock, such as signing, is done. */
  pass(ms: number): Promise<void>;
  /** Lets second after second pass until this is there. */
  passUntil<T>(pending: Promise<T>): Promise<T>;
  /** @returns the cookie of the new session, as a browser sends it back */
  signIn(username?: string, call?: BenchCall): Promise<string>;
}

/**
 * The gateway for tests: without a port, on a clock that stands still, on the sandbox or on a service that
 * the test provides.
 */
export async function createBench(
  given: {
    readonly environment?: Readonly<Record<string, string>>;
    readonly service?: UpstreamFetch;
    readonly clock?: ManualClock;
    readonly isReady?: () => boolean;
    readonly recordLimits?: RecordLimits;
  } = {},
): Promise<Bench> {
  const clock = given.clock ?? manualClock();
  const config = readConfig({ SANDBOX: 'true', SANDBOX_THINGS: '60', ...given.environment });
  const inner = given.service
    ? embed(given.service)
    : await createUpstream({ kind: 'sandbox', sandbox: smallSandbox, isPublic: true }, clock);
  const seen: Request[] = [];
  const log: string[] = [];
  let setBy = 0;
  const systemTime = () => clock.now() + setBy;
  const origin = config.publicOrigin ?? 'http://localhost:8080';
  const writeLog = createLog((line) => log.push(line), systemTime);
  const storeMonitor = createStoreMonitor({ log: writeLog, clock });
  const store = await openStore(config.database, {
    ...storeOptions(config),
    now: clock.now,
    onCall: storeMonitor.seen,
    ...(given.recordLimits && { recordLimits: given.recordLimits }),
  });
  const refused = { changes: false, outcomes: false, events: false };
  const dependencies = createDependencies({
    store: refusing(store, refused),
    storeMonitor,
    config,
    publicOrigin: origin,
    version: '1.2.3',
    clock,
    systemTime,
    log: writeLog,
    upstream: {
      ...inner,
      fetch(request) {
        seen.push(request.clone());
        return inner.fetch(request);
      },
    },
  });
  const app = createGatewayApp(dependencies, {
    serveFile: createServeSite(
      site,
      config.basePath,
      createServeSignIn(signInPage, {
        basePath: config.basePath,
        cookie: dependencies.cookie,
        crossSiteCookie: config.cookieCrossSite,
        sendFile: fileAnswer,
      }),
    ),
    pageHtml: `<!doctype html><head><script type="module" src="/app.js"></script></head><body>page</body>`,
    signInPage,
    refusalPage: createRefusalPage({
      basePath: config.basePath,
      stylesheets: site.stylesheets,
    }),
    isReady: given.isReady ?? (() => true),
  });

  async function send(method: string, path: string, call: BenchCall = {}): Promise<Response> {
    const headers = new Headers(
      call.bare === true ? {} : { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' },
    );
    if (call.cookie !== undefined) headers.set('cookie', call.cookie);
    const { form, stream = null } = call;
    const json = call.body === undefined ? stream : JSON.stringify(call.body);
    const body = form ? new URLSearchParams(form) : json;
    if (form) headers.set('content-type', 'application/x-www-form-urlencoded');
    else if (body !== null) headers.set('content-type', 'application/json');
    for (const [name, value] of Object.entries(call.headers ?? {})) headers.set(name, value);
    const signal = call.signal ?? null;
    const init = { method, headers, body, signal, duplex: 'half' } as const;
    const { remoteAddress } = call;
    const socket = remoteAddress === undefined ? {} : { remoteAddress };
    return app.fetch(new Request(`${origin}${path}`, init), { incoming: { socket } });
  }

  async function pass(ms: number): Promise<void> {
    await settle();
    await clock.advance(ms);
    await settle();
  }

  return {
    clock,
    seen,
    log,
    store,
    loseStore: store.close,
    refuseChanges(isRefused = true) {
      refused.changes = isRefused;
    },
    refuseOutcomes() {
      refused.outcomes = true;
    },
    refuseEvents() {
      refused.events = true;
    },
    setSystemTimeBy(ms) {
      setBy += ms;
    },
    metrics: dependencies.metrics.text,
    send,
    pass,
    async passUntil(pending) {
      let isThere = false;
      const noted = () => (isThere = true);
      pending.then(noted, noted);
      // oxlint-disable-next-line no-unmodified-loop-condition -- it is noted meanwhile
      while (!isThere) {
        // oxlint-disable-next-line no-await-in-loop -- one second after the other
        await pass(1000);
        // A thread that reads the database takes no part in this clock: sessions would end before it answers.
        // oxlint-disable-next-line no-await-in-loop -- as above
        await setTimeout(10);
      }
      return pending;
    },
    async signIn(username = 'writer', call = {}) {
      const body = { username, password: `sandbox-${username}` };
      const answer = await send('POST', `${config.basePath}session`, { ...call, body });
      const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
      if (cookie === undefined) throw new Error(`No cookie with status ${answer.status}`);
      return cookie;
    },
  };
}

/** A store that refuses to write what a test says. */
function refusing(
  store: Store,
  refused: Readonly<Record<'changes' | 'outcomes' | 'events', boolean>>,
): Store {
  const { changes, events } = store;
  const check = async (isRefused: boolean) => {
    if (isRefused) throw new StoreUnavailableError(new Error('disk full'));
  };
  return {
    ...store,
    changes: {
      ...changes,
      begin: (intent) => check(refused.changes).then(() => changes.begin(intent)),
      finish: (...given) =>
        check(refused.changes || refused.outcomes).then(() => changes.finish(...given)),
    },
    events: { ...events, add: (event) => check(refused.events).then(() => events.add(event)) },
  };
}

async function settle(): Promise<void> {
  // oxlint-disable-next-line no-await-in-loop -- each turn lets one more step run
  for (let turn = 0; turn < 10; turn++) await setImmediate();
}

const smallSandbox = { things: 60, seed: 1, latencyMs: 0, timePasses: false };

/** A body of a PUT of a group, as the API document has it (4.4). */
export const groupUpdate = {
  TelephonyProfileId: 'TelephonyProfile_1',
  ThingsGroupName: 'Vans',
  IMEIPrefix: '',
  LockMasterImei: false,
};

/** A service that signs everybody in and answers all other calls with `answer`; `seen` of the bench has the calls. */
export function fakeService(
  answer: (request: Request) => Response | Promise<Response> = () => Response.json([]),
  pair: Readonly<Record<string, unknown>> = {},
): UpstreamFetch {
  return async (request) => {
    if (!new URL(request.url).pathname.startsWith('/v1/auth/')) return answer(request);
    return Response.json({
      token_type: 'Bearer',
      access_token: 'access.secret',
      refresh_token: 'refresh.secret',
      customer_id: 'cid_test',
      ...pair,
    });
  };
}

/** For services that never answer: rejects when the call is aborted. */
export function never(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
