import type { Tokens } from './auth/tokens.ts';
import type { Scope, SandboxUser } from './auth/users.ts';
import type { Limit, LimitCounter } from './limits.ts';
import type { SandboxOptions } from './options.ts';
import type { Customer } from './world/customers.ts';
import type { PassingTime } from './world/passingTime.ts';
import type { Random } from './world/random.ts';

/** A group PUT that the service accepted. */
export interface AcceptedPut {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  readonly user: string;
  readonly groupId: string;
  /** The body exactly as sent. */
  readonly body: unknown;
}

/** State shared by all requests. */
export interface Service {
  readonly options: SandboxOptions;
  readonly customers: readonly Customer[];
  readonly passingTime: PassingTime;
  readonly users: readonly SandboxUser[];
  readonly tokens: Tokens;
  readonly random: Random;
  readonly limits: LimitCounter;
  readonly puts: AcceptedPut[];
}

export interface Caller {
  readonly user: SandboxUser;
  readonly customer: Customer;
}

/** A request to an endpoint that needs no token. */
export interface OpenCall {
  /** The request's body as text. */
  readonly body: string;
  readonly query: URLSearchParams;
  /** Decoded path segments by their names in the API document. */
  readonly params: ReadonlyMap<string, string>;
  readonly options: SandboxOptions;
  readonly service: Service;
  /** Where the request came from. */
  readonly clientAddress: string;
  /** Deducts a request from a budget; the X-RateLimit headers show what remains. Throws 429. */
  spend(key: string, limit: Limit): void;
}

export interface Call extends OpenCall {
  readonly caller: Caller;
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** As in the API document, `{Name}` for one segment. */
  readonly path: string;
  /** Whether the endpoint reads query parameters and checks their names itself. */
  readonly takesQuery?: true;
}

/** An endpoint that needs no token: sign-in and refresh (API document 5). */
export interface AuthRoute extends RouteBase {
  readonly base: 'auth';
  run(call: OpenCall): Response | Promise<Response>;
}

/** An endpoint that needs an access token. */
export interface ProtectedRoute extends RouteBase {
  readonly base: 'api' | 'console';
  readonly scope: Scope;
  /** Whether the `apikey` header is required; an option sets how a wrong key is treated. */
  readonly apikey: 'required' | 'optional';
  /** Set if the API document does not show the payload; a response header says so. */
  readonly plausible?: true;
  /** Budget per user; the console endpoints' budget is an option. */
  readonly limit?: Limit;
  run(call: Call): Response | Promise<Response>;
}

export type Route = AuthRoute | ProtectedRoute;

/** The name of a route in faults and the request log. */
export function routeName({ method, path }: Readonly<Record<'method' | 'path', string>>): string {
  return `${method} ${path}`;
}
