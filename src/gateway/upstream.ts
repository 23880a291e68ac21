import type { Base } from '#contract/endpoints.ts';
import type { SandboxUser } from '#contract/sandboxUsers.ts';
import type { Clock } from '#lib/clock.ts';

import type { ServiceConfig } from './ops/config.ts';
import { type Log, silentLog } from './ops/log.ts';
import { createHttpFetch, type UpstreamFetch } from './proxy/httpFetch.ts';

/** How the gateway reaches the service. */
export interface Upstream {
  readonly fetch: UpstreamFetch;
  /** The API document's two base URLs. */
  readonly bases: Readonly<Record<Base, string>>;
  /** The users who can sign in; known for the embedded sandbox only. */
  readonly users: readonly SandboxUser[];
  close(): void;
}

/** A hostname that never resolves (RFC 2606): requests to it never leave the process. */
const embeddedBase = 'http://sandbox.invalid';

/** The only module that uses the sandbox. With a real service, the sandbox's code is not even loaded. */
export async function createUpstream(
  service: ServiceConfig,
  clock: Clock,
  log: Log = silentLog,
): Promise<Upstream> {
  if (service.kind === 'real') {
    const http = createHttpFetch({ proxies: service.proxies, log });
    const bases = { api: service.apiUrl, console: service.consoleUrl };
    return { fetch: http.fetch, close: http.close, bases, users: [] };
  }
  const { createSandbox } = await import('#sandbox/sandbox.ts');
  const sandbox = createSandbox({ ...service.sandbox, clock });
  return embed((request) => sandbox.fetch(request), sandbox.users);
}

/** Creates an upstream from a fetch function in this process; both base URLs are the same. */
export function embed(fetch: UpstreamFetch, users: readonly SandboxUser[] = []): Upstream {
  const bases = { api: embeddedBase, console: embeddedBase };
  return { fetch, bases, users, close: () => {} };
}
