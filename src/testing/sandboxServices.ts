import { createBudgets } from '#api/budgets.ts';
import { createHttp, type Http, type PathFetch } from '#api/http.ts';
import { monitoredSession } from '#api/session/monitoredSession.ts';
import type { Session } from '#api/session/session.ts';
import { createSessionMonitor, type SessionMonitor } from '#api/session/sessionMonitor.ts';
import { endpoints } from '#contract/endpoints.ts';
import { apiPrefix } from '#contract/session.ts';
import type { SessionInfo } from '#contract/sessionBodies.ts';
import { tokenPair } from '#contract/tokenPair.ts';
import { systemClock, type Clock } from '#lib/clock.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';

/** Any origin: the sandbox answers at the root of all. */
const origin = 'http://sandbox.test';

interface SandboxServices {
  readonly http: Http;
  readonly session: Session;
  readonly monitor: SessionMonitor;
}

/** The console's way to the service, on an in-process sandbox, with the token held by the test. */
export function sandboxServices(sandbox: Sandbox, clock: Clock = systemClock): SandboxServices {
  let signedIn: { info: SessionInfo; token: string } | undefined;
  let sent = 0;

  const fetch: PathFetch = (path, init) => {
    const headers = new Headers(init.headers);
    if (signedIn) {
      headers.set('authorization', `Bearer ${signedIn.token}`);
      headers.set('apikey', signedIn.info.customerId ?? '');
    }
    const url = `${origin}${path.startsWith(apiPrefix) ? path.slice(apiPrefix.length) : path}`;
    return sandbox.fetch(new Request(url, { ...init, headers }));
  };

  const monitor = createSessionMonitor();
  const http = createHttp({
    fetch,
    clock,
    newRequestId: () => `test-${++sent}`,
    budgets: createBudgets(clock),
    onSessionEnded: () => monitor.ended(),
  });
  const direct: Session = {
    read: async () => signedIn?.info ?? null,
    async signIn(credentials, options) {
      const { method, path } = endpoints.token;
      const answer = await http.send({ method, route: path, body: credentials, ...options });
      const token = tokenPair.parse(JSON.parse(answer.text)).access_token;
      const user = sandbox.users.find(({ username }) => username === credentials.username);
      const info = { username: credentials.username, customerId: user?.customerId ?? null };
      signedIn = { info, token };
      return info;
    },
    chooseCustomer: async () => Promise.reject(new Error('The sandbox says the customer id')),
    signOut: async () => {
      signedIn = undefined;
    },
  };
  return { http, monitor, session: monitoredSession(direct, monitor) };
}

/** Signs in as the sandbox's user with this name. */
export async function signInTo(sandbox: Sandbox, session: Session, username: string) {
  const user = sandbox.users.find((candidate) => candidate.username === username);
  if (!user) throw new Error(`The sandbox has no user ${username}`);
  return session.signIn({ username, password: user.password });
}
