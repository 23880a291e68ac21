import { Hono } from 'hono';

import { openApiDocument } from '#contract/openapi.ts';

import { createTokens } from './auth/tokens.ts';
import { createUsers, type SandboxUser } from './auth/users.ts';
import { allowOrigin, preflight } from './cors.ts';
import { createFaults, type Faults } from './faults.ts';
import { createLimitCounter } from './limits.ts';
import { defaultOptions, type SandboxOptions } from './options.ts';
import { answer, type Pipeline } from './pipeline.ts';
import { createRequestLog } from './requestLog.ts';
import { jsonResponse } from './responses.ts';
import type { AcceptedPut } from './route.ts';
import { routes } from './routes.ts';
import { changeGroup, createState, type SandboxState } from './state.ts';
import { createCustomers } from './world/customers.ts';
import type { GroupPatch } from './world/groups.ts';
import { createRandom } from './world/random.ts';

/** Options that make the world; changing one builds it anew. */
const worldKeys: readonly (keyof SandboxOptions)[] = ['things', 'seed', 'clock', 'hostileText'];

/** An emulator of the service that the API document describes. */
export interface Sandbox {
  /**
   * Answers like the service. Both bases of the API document are at the root of any origin. Rejects
   * with a TypeError when a fault cuts the connection, and with the signal's reason when the caller
   * gives up, as `fetch` does. May be passed around without its object.
   *
   * @param connection where the request came from; limits per address need it
   */
  fetch(request: Request, connection?: { readonly clientAddress?: string }): Promise<Response>;
  /** Who can sign in, with their passwords. */
  readonly users: readonly SandboxUser[];
  readonly faults: Faults;
  readonly state: SandboxState;
  /** The options in force. */
  options(): SandboxOptions;
  /**
   * Changes options while running. A change of `things`, `seed`, `clock` or `hostileText` builds the
   * world anew; one of `seed` makes all tokens invalid, since the signing key follows from it.
   */
  setOptions(patch: Partial<SandboxOptions>): void;
  /** Changes a group as another person would, at the present time of the clock. */
  changeGroup(groupId: string, patch: GroupPatch): void;
  /** Starts all rate-limit windows anew. */
  resetLimits(): void;
  /** Makes all tokens invalid that were given out so far. */
  revokeTokens(): void;
  /** Back to the start: first options, groups, no faults, budgets, log or tokens. */
  reset(): void;
}

/** @param given options that differ from the default */
export function createSandbox(given: Partial<SandboxOptions> = {}): Sandbox {
  const first: SandboxOptions = { ...defaultOptions, ...given };
  let options = first;
  let customers = build(options);
  let users = createUsers(options.extraUsers, options.suspendedUsers);
  let random = createRandom(options.seed);
  const log = createRequestLog();
  const puts: AcceptedPut[] = [];
  const faults = createFaults();
  const limits = createLimitCounter(() => options.clock);
  let tokens = newTokens();
  const pipeline: Pipeline = {
    service: {
      customers: () => customers,
      users: () => users,
      tokens: () => tokens,
      random: () => random,
      limits,
      puts,
    },
    faults,
    log,
    options: () => options,
    nextRequestId: () => `req_${random.hex(24)}`,
  };
  const app = createApp(pipeline);

  function newTokens() {
    return createTokens({ options: () => options, random, users: () => users });
  }

  function apply(next: SandboxOptions) {
    const rebuild = worldKeys.some((key) => next[key] !== options[key]);
    const restart = next.seed !== options.seed;
    options = next;
    users = createUsers(next.extraUsers, next.suspendedUsers);
    if (rebuild) customers = build(next);
    if (restart) startStreams();
  }

  /** All that is drawn at random begins anew, and with it the signing key. */
  function startStreams() {
    random = createRandom(options.seed);
    tokens = newTokens();
  }

  return {
    async fetch(request, connection) {
      const early = preflight(request, options.cors);
      if (early) return early;
      return allowOrigin(request, await app.fetch(request, connection), options.cors);
    },
    get users() {
      return users;
    },
    faults,
    state: createState({ customers: () => customers, puts, requests: log.all }),
    options: () => options,
    setOptions(patch) {
      apply({ ...options, ...patch });
    },
    changeGroup: (id, patch) => changeGroup(customers, id, patch, options.clock.now()),
    resetLimits: limits.clear,
    revokeTokens: () => tokens.revokeAll(),
    reset() {
      apply(first);
      customers = build(first);
      startStreams();
      faults.clear();
      limits.clear();
      log.clear();
      puts.length = 0;
    },
  };
}

function build({ seed, things, clock, hostileText }: SandboxOptions) {
  return createCustomers({ seed, things, now: clock.now(), hostile: hostileText });
}

function createApp(pipeline: Pipeline) {
  const app = new Hono<{ Bindings: { readonly clientAddress?: string } }>();
  // An error that is not an answer is a cut connection or a bug: fetch rejects.
  app.onError((error) => {
    throw error;
  });
  app.get('/openapi.json', () => jsonResponse(openApiDocument()));
  for (const route of routes) {
    const path = route.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(route.method, path, (context) =>
      answer(pipeline, {
        request: context.req.raw,
        route,
        params: new Map(Object.entries(context.req.param())),
        clientAddress: context.env?.clientAddress ?? 'local',
      }),
    );
  }
  app.notFound((context) =>
    answer(pipeline, {
      request: context.req.raw,
      route: undefined,
      params: new Map(),
      clientAddress: context.env?.clientAddress ?? 'local',
    }),
  );
  return app;
}
