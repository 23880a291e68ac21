import { createBudgets } from '#api/budgets.ts';
import { createCallLog, type CallLog } from '#api/callLog.ts';
import { createHttp, type Http } from '#api/http.ts';
import { monitoredSession } from '#api/session/monitoredSession.ts';
import type { Session } from '#api/session/session.ts';
import { createSessionMonitor, type SessionMonitor } from '#api/session/sessionMonitor.ts';
import { createTokenAccess } from '#api/session/tokenAccess.ts';
import { createTokenSession } from '#api/session/tokenSession.ts';
import {
  changesPath,
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
  /** Answers to `GET /records/changes`; without it there is no record, as in static hosting. */
  readonly changes?: ((query: URLSearchParams) => Response | Promise<Response>) | undefined;
}

/** The console's services as in static hosting, with an in-process sandbox as the service. */
export function sandboxServices(
  sandbox: Sandbox,
  clock: Clock = systemClock,
  { isStoreAway = () => false, changes }: GatewayAnswers = {},
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
  const http = createHttp({
    async fetch(path, init) {
      if (isStoreAway()) return storeAway();
      const { pathname, searchParams } = new URL(path, origin);
      if (!changes || pathname !== changesPath) return access.fetch(path, init);
      const answer = Promise.resolve(changes(searchParams));
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
    hasRecords: changes !== undefined,
    session: monitoredSession(session, monitor),
    storage: memoryTextStore(),
    tabStorage: memoryTextStore(),
  };
}

function storeAway(): Response {
  const headers = { 'retry-after': '2', [gatewayErrorHeader]: '1', [requestIdHeader]: 'store-1' };
  const code: GatewayErrorCode = 'store_unavailable';
  return Response.json({ code }, { status: 503, headers });
}

/** Signs in as the sandbox's user with this name. */
export async function signInTo(sandbox: Sandbox, session: Session, username: string) {
  const user = sandbox.users.find((candidate) => candidate.username === username);
  if (!user) throw new Error(`The sandbox has no user ${username}`);
  return session.signIn({ username, password: user.password });
}
