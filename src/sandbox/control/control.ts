import { Hono } from 'hono';

import type { Clock } from '#lib/clock.ts';

import type { Sandbox } from '../sandbox.ts';
import { ControlBodyError, readClock, readFault, readGroup, readOptions } from './bodies.ts';

const prefix = '/__sandbox';

/** One line per control interface call, for `--help` and the documentation. */
export const controlCalls: readonly (readonly [call: string, what: string])[] = [
  ['POST   /__sandbox/reset', 'restart from the initial state'],
  ['GET    /__sandbox/options', 'the current options'],
  ['PATCH  /__sandbox/options', 'change some, e.g. {"groupLockFields":"none"}'],
  ['POST   /__sandbox/clock', 'put the clock forward: {"advanceMs":14400000}'],
  ['GET    /__sandbox/faults', 'faults that can still match'],
  ['POST   /__sandbox/faults', 'add one, e.g. {"route":"GET /things","status":503,"count":2}'],
  ['DELETE /__sandbox/faults', 'remove all'],
  ['DELETE /__sandbox/limits', 'end all rate-limit windows'],
  ['DELETE /__sandbox/tokens', 'invalidate all tokens'],
  ['GET    /__sandbox/requests', 'every request, without secrets'],
  ['GET    /__sandbox/puts', 'every accepted PUT of a group'],
  ['GET    /__sandbox/groups', 'the stored groups; also /groups/{id}'],
  ['PATCH  /__sandbox/groups/{id}', 'change a group as another user would'],
  ['GET    /__sandbox/things/{iccid}', 'one Thing with all its fields'],
  ['GET    /__sandbox/changes', 'changes to SIMs as time passes'],
];

/** A clock that can be set forward or back while it runs; this does not change how long waits take. */
export interface ShiftableClock extends Clock {
  /** Adds to all later times, in milliseconds; may be negative. */
  shift(ms: number): void;
  /** Returns to the initial shift. */
  reset(): void;
}

/** @param startsAt its initial time, in milliseconds since the epoch; by default that of `base` */
export function shiftableClock(base: Clock, startsAt = base.now()): ShiftableClock {
  const first = startsAt - base.now();
  let shifted = first;
  return {
    now: () => base.now() + shifted,
    after: base.after,
    shift(ms) {
      shifted += ms;
    },
    reset() {
      shifted = first;
    },
  };
}

/**
 * A sandbox with its control interface under `/__sandbox/`, for the standalone sandbox and for tests. It needs no
 * password and gives full read and write access.
 *
 * @param clock the sandbox's own clock, if it can be shifted
 * @param host the host name that the sandbox listens on, in addition to the loopback names
 */
export function withControl(
  sandbox: Sandbox,
  clock?: ShiftableClock,
  host?: string,
): Pick<Sandbox, 'fetch'> {
  // The names in addresses are in lower case, and IPv6 addresses are in their shortest form.
  const own = host && URL.parse(`http://${host.includes(':') ? `[${host}]` : host}`)?.hostname;
  const app = createControl(sandbox, clock, (name) => name === own || isLoopback(name));
  return {
    async fetch(request, connection) {
      const { pathname } = new URL(request.url);
      if (pathname !== prefix && !pathname.startsWith(`${prefix}/`)) {
        return sandbox.fetch(request, connection);
      }
      return app.fetch(request);
    },
  };
}

/** Whether a host name is the machine's own or reserved for tests (RFC 6761, 6.2 and 6.3). */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.test)$/.test(hostname);
}

function createControl(
  sandbox: Sandbox,
  clock: ShiftableClock | undefined,
  isOwnHost: (hostname: string) => boolean,
) {
  const app = new Hono({ strict: false }).basePath(prefix);
  const { state, faults } = sandbox;
  app.use(async (context, next) => {
    // A web page must not control the sandbox. Sec-Fetch-Site identifies most pages. Browsers omit it on the way to
    // another machine without HTTPS, but not Origin on a POST, PATCH or DELETE. The host name reveals DNS rebinding.
    const { origin, 'sec-fetch-site': site = 'none' } = context.req.header();
    if (origin !== undefined || (site !== 'none' && site !== 'same-origin'))
      return context.text('Web pages are refused', 403);
    const { hostname } = new URL(context.req.url);
    if (!isOwnHost(hostname)) return context.text(`The host ${hostname} is refused`, 403);
    return next();
  });
  app.get('/', (context) =>
    context.text(controlCalls.map((line) => `${line.join('  ')}\n`).join('')),
  );
  app.post('/reset', (context) => {
    // Reset the clock first, because the world depends on its time.
    clock?.reset();
    sandbox.reset();
    return context.body(null, 204);
  });
  app.get('/options', (context) => {
    const { clock: _, ...shown } = sandbox.options();
    return context.json(shown);
  });
  app.patch('/options', async (context) => {
    sandbox.setOptions(readOptions(await context.req.text()));
    return context.body(null, 204);
  });
  app.post('/clock', async (context) => {
    if (!clock) return context.text('The clock of this sandbox cannot be shifted', 409);
    clock.shift(readClock(await context.req.text()).advanceMs);
    return context.json({ now: clock.now() });
  });
  app.get('/faults', () => jsonOf(faults.list()));
  app.post('/faults', async (context) => {
    faults.add(readFault(await context.req.text()));
    return context.body(null, 204);
  });
  const removals = {
    faults: faults.clear,
    limits: sandbox.resetLimits,
    tokens: sandbox.revokeTokens,
  };
  for (const [name, remove] of Object.entries(removals)) {
    app.delete(`/${name}`, (context) => {
      remove();
      return context.body(null, 204);
    });
  }
  app.get('/requests', () => jsonOf(state.requests()));
  app.get('/puts', () => jsonOf(state.puts()));
  app.get('/groups', (context) => jsonOf(state.groups(context.req.query('customerId'))));
  app.get('/groups/:id', (context) => jsonOf(state.group(context.req.param('id'))));
  app.patch('/groups/:id', async (context) => {
    const id = context.req.param('id');
    if (!state.group(id)) return jsonOf(undefined);
    sandbox.changeGroup(id, readGroup(await context.req.text()));
    return jsonOf(state.group(id));
  });
  app.get('/changes', (context) => jsonOf(state.fleetChanges(context.req.query('customerId'))));
  app.get('/things/:iccid', (context) => jsonOf(state.thing(context.req.param('iccid'))));
  app.notFound(() => jsonOf(undefined));
  app.onError((error, context) => {
    if (error instanceof ControlBodyError) return context.text(error.message, 400);
    throw error;
  });
  return app;
}

/** A JSON response, or 404 for undefined. JSON has no infinity, so the count of an endless fault is "all". */
function jsonOf(value: unknown): Response {
  if (value === undefined) return new Response('Not found', { status: 404 });
  const text = JSON.stringify(value, (_, inner: unknown) =>
    inner === Number.POSITIVE_INFINITY ? 'all' : inner,
  );
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}
