import { Hono } from 'hono';

import type { Sandbox } from '../sandbox.ts';
import { ControlBodyError, readClock, readFault, readGroup, readOptions } from './controlBodies.ts';
import type { ShiftableClock } from './shiftableClock.ts';

const prefix = '/__sandbox';

/**
 * A sandbox with its control interface under `/__sandbox/`. It is for the standalone sandbox and for
 * tests: whoever reaches it may read and change everything.
 *
 * @param clock the sandbox's own clock, where it can be shifted
 * @param host where it listens, besides the loopback names
 */
export function withControl(
  sandbox: Sandbox,
  clock?: ShiftableClock,
  host?: string,
): Pick<Sandbox, 'fetch'> {
  const app = createControl(sandbox, clock, (name) => name === host || isLoopback(name));
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

/** The control interface in one line per call, for `--help` and the documents. */
export const controlCalls: readonly (readonly [call: string, what: string])[] = [
  ['POST   /__sandbox/reset', 'back to the start'],
  ['GET    /__sandbox/options', 'the options in force'],
  ['PATCH  /__sandbox/options', 'change some, e.g. {"groupLockFields":"none"}'],
  ['POST   /__sandbox/clock', 'put the clock forward: {"advanceMs":14400000}'],
  ['GET    /__sandbox/faults', 'faults that can still hit'],
  ['POST   /__sandbox/faults', 'add one, e.g. {"route":"GET /things","status":503,"count":2}'],
  ['DELETE /__sandbox/faults', 'take all away'],
  ['DELETE /__sandbox/limits', 'start all rate-limit windows anew'],
  ['DELETE /__sandbox/tokens', 'make all tokens invalid'],
  ['GET    /__sandbox/requests', 'every request, without secrets'],
  ['GET    /__sandbox/puts', 'every accepted PUT of a group'],
  ['GET    /__sandbox/groups', 'what is stored of the groups; also /groups/{id}'],
  ['PATCH  /__sandbox/groups/{id}', 'change a group as another person would'],
  ['GET    /__sandbox/things/{iccid}', 'one Thing with all its fields'],
];

/** Names that lead to the machine itself, and names for tests (RFC 6761, 6.2 and 6.3). */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|.+\.test)$/.test(hostname);
}

function createControl(
  sandbox: Sandbox,
  clock: ShiftableClock | undefined,
  isHostOfOurs: (hostname: string) => boolean,
) {
  const app = new Hono({ strict: false }).basePath(prefix);
  const { state, faults } = sandbox;
  app.use(async (context, next) => {
    // A page in somebody's browser must not steer a sandbox that listens on the same machine, nor
    // one whose name was made to lead here: its requests carry that name.
    const site = context.req.header('sec-fetch-site') ?? 'none';
    if (site !== 'none' && site !== 'same-origin') return context.text('Not from a page', 403);
    const { hostname } = new URL(context.req.url);
    if (!isHostOfOurs(hostname)) return context.text(`Not for the host ${hostname}`, 403);
    return next();
  });
  app.get('/', (context) =>
    context.text(controlCalls.map((line) => `${line.join('  ')}\n`).join('')),
  );
  app.post('/reset', (context) => {
    // First, since the world is built by its time.
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
    if (!clock) return context.text('This sandbox has a clock of its own', 409);
    clock.shift(readClock(await context.req.text()).advanceMs);
    return context.json({ now: clock.now() });
  });
  app.get('/faults', () => answerJson(faults.list()));
  app.post('/faults', async (context) => {
    faults.add(readFault(await context.req.text()));
    return context.body(null, 204);
  });
  app.delete('/faults', (context) => {
    faults.clear();
    return context.body(null, 204);
  });
  app.delete('/limits', (context) => {
    sandbox.resetLimits();
    return context.body(null, 204);
  });
  app.delete('/tokens', (context) => {
    sandbox.revokeTokens();
    return context.body(null, 204);
  });
  app.get('/requests', () => answerJson(state.requests()));
  app.get('/puts', () => answerJson(state.puts()));
  app.get('/groups', (context) => answerJson(state.groups(context.req.query('customerId'))));
  app.get('/groups/:id', (context) => found(state.group(context.req.param('id'))));
  app.patch('/groups/:id', async (context) => {
    const id = context.req.param('id');
    if (!state.group(id)) return found(undefined);
    sandbox.changeGroup(id, readGroup(await context.req.text()));
    return found(state.group(id));
  });
  app.get('/things/:iccid', (context) => found(state.thing(context.req.param('iccid'))));
  app.notFound(() => found(undefined));
  app.onError((error, context) => {
    if (error instanceof ControlBodyError) return context.text(error.message, 400);
    throw error;
  });
  return app;
}

function found(value: unknown): Response {
  return value === undefined
    ? new Response('There is no such thing', { status: 404 })
    : answerJson(value);
}

/** As JSON, which has no infinity: the count of a fault that never ends is "all". */
function answerJson(value: unknown): Response {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    inner === Number.POSITIVE_INFINITY ? 'all' : inner,
  );
  return new Response(text, { headers: { 'content-type': 'application/json' } });
}
