import { createBudgets } from '#api/budgets.ts';
import { createCallLog, type CallLog } from '#api/callLog.ts';
import { createHttp, type Http } from '#api/http.ts';
import { monitoredSession } from '#api/session/monitoredSession.ts';
import type { Session } from '#api/session/session.ts';
import { createSessionMonitor, type SessionMonitor } from '#api/session/sessionMonitor.ts';
import { createTokenAccess } from '#api/session/tokenAccess.ts';
import { createTokenSession } from '#api/session/tokenSession.ts';
import { type FleetSummary, nothingRemembered } from '#contract/fleet.ts';
import {
  changesPath,
  fleetPath,
  gatewayErrorHeader,
  requestIdHeader,
  type GatewayErrorCode,
} from '#contract/session.ts';
import { systemClock, type Clock } from '#lib/clock.ts';
import { memoryTextStore, type TextStore } from '#lib/textStore.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';

/** The sandbox ignores the origin. */
const origin = 'http://sandbox.test';

interface SandboxServices {
  readonly http: Http;
  readonly calls: CallLog;
  readonly session: Session;
  readonly monitor: SessionMonitor;
  readonly hasRecords: boolean;
  readonly storage: TextStore;
  readonly tabStorage: TextStore;
}

/** What a gateway would answer by itself. */
export interface GatewayAnswers {
  /** Whether calls are answered like by a gateway whose store is away. */
  readonly isStoreAway?: (() => boolean) | undefined;
  /** Whether changes are answered like by a gateway that takes no more of them for 9 s. */
  readonly isChangeLimited?: (() => boolean) | undefined;
  /** Answers to `GET /records/changes`; without it there is no record, as in static hosting. */
  readonly changes?: ((query: URLSearchParams) => Response | Promise<Response>) | undefined;
  /** Answers to the calls below `/records/fleet`; undefined, or without it, a memory that is switched off. */
  readonly fleet?: ((call: FleetCall) => Response | Promise<Response> | undefined) | undefined;
}

/** A call of the fleet's memory. */
export interface FleetCall {
  /** Method and path below `/records/fleet`, such as `GET /things`. */
  readonly call: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** The console's services as in static hosting, with an in-process sandbox as the service. */
export function sandboxServices(
  sandbox: Sandbox,
  clock: Clock = systemClock,
  { isStoreAway = () => false, isChangeLimited = () => false, changes, fleet }: GatewayAnswers = {},
): SandboxServices {
  let sent = 0;
  const newRequestId = () => `test-${++sent}`;
  const access = createTokenAccess({
    fetch: (path, { credentials: _, redirect: __, ...init }) =>
      sandbox.fetch(new Request(`${origin}${path}`, init)),
    config: { apiUrl: '', consoleUrl: '' },
    clock,
    random: Math.random,
    newRequestId,
  });
  const monitor = createSessionMonitor();
  const calls = createCallLog();
  const hasRecords = changes !== undefined || fleet !== undefined;

  async function answerRecord(path: string, init: RequestInit): Promise<Response> {
    const { pathname, searchParams: query } = new URL(path, origin);
    if (pathname === changesPath) return changes?.(query) ?? noChanges();
    const call = `${init.method ?? 'GET'} ${pathname.slice(fleetPath.length)}`.trim();
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    return (await fleet?.({ call, query, body })) ?? noMemory(call);
  }

  const http = createHttp({
    async fetch(path, init) {
      if (isStoreAway()) return ofGateway(503, 'store_unavailable', 2);
      if (init.method === 'PUT' && isChangeLimited()) return ofGateway(429, 'too_often', 9);
      if (!hasRecords || !path.startsWith('/records/')) return access.fetch(path, init);
      const answer = answerRecord(path, init);
      return init.signal ? unlessAborted(answer, init.signal) : answer;
    },
    clock,
    newRequestId,
    budgets: createBudgets(clock),
    calls,
    onSessionEnded: ({ wasUseless }) => monitor.ended(wasUseless),
  });
  const session = createTokenSession(http, access, { customerId: null, claimPath: null });
  return {
    http,
    calls,
    monitor,
    hasRecords,
    session: monitoredSession(session, monitor),
    storage: memoryTextStore(),
    tabStorage: memoryTextStore(),
  };
}

function noChanges(): Response {
  return Response.json({ changes: [], next: null, previous: null, keptDays: 0 });
}

/** What a gateway answers that remembers nothing. */
function noMemory(call: string): Response {
  switch (call) {
    case 'GET':
      return Response.json({ ...emptySummary, keptDays: 0 });
    case 'GET /things':
      return Response.json({ things: [], count: 0, next: null, previous: null });
    case 'GET /events':
      return Response.json({ events: [], next: null, previous: null, keptDays: 0 });
    default:
      return Response.json({ message: 'Not remembered' }, { status: 404 });
  }
}

/** A memory in which nothing is. */
export const emptySummary: FleetSummary = { ...nothingRemembered, keptDays: 90 };

function ofGateway(status: number, code: GatewayErrorCode, seconds: number): Response {
  const headers = {
    'retry-after': String(seconds),
    [gatewayErrorHeader]: '1',
    [requestIdHeader]: 'gateway-1',
  };
  return Response.json({ code }, { status, headers });
}

/** Signs in as the sandbox's user with this name. */
export async function signInTo(sandbox: Sandbox, session: Session, username: string) {
  const user = sandbox.users.find((candidate) => candidate.username === username);
  if (!user) throw new Error(`The sandbox has no user ${username}`);
  return session.signIn({ username, password: user.password });
}
