import { decode } from 'hono/jwt';

import type { SandboxUser } from './auth/users.ts';
import { peekFields } from './validation.ts';

/** A logged request without secrets: no password, token or customer id. */
export interface LoggedRequest {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The service's own request id. */
  readonly requestId: string;
  /** The `x-request-id` that the caller sent. */
  readonly clientRequestId: string | null;
  /** As in the API document, for example `GET /things`; method and path if there is no such route. */
  readonly route: string;
  readonly path: string;
  /** Values by name, joined by commas if a name is repeated; values that look like secrets are masked. */
  readonly query: Readonly<Record<string, string>>;
  /** Username of the caller, if a token or sign-in contains it. */
  readonly user: string | undefined;
  /** Status of the response; 0 until there is a response, and if the connection was cut. */
  readonly status: number;
}

export type RequestLog = ReturnType<typeof createRequestLog>;

/** At this many entries, the older half is dropped. */
const maxEntries = 20_000;

/** The text itself, unless it is so long that keeping many of them would fill the memory. */
export function brief<T extends string | null | undefined>(text: T): T | '(long)' {
  return text && text.length > 200 ? '(long)' : text;
}

export function createRequestLog() {
  let entries: LoggedRequest[] = [];
  return {
    /** Logs a request; the returned function adds the status of its response. */
    add(entry: LoggedRequest) {
      // A copy, because a part of a longer text, such as the path of an address, keeps all of it in memory.
      const logged = { ...structuredClone(entry) };
      if (entries.length >= maxEntries) entries = entries.slice(maxEntries / 2);
      entries.push(logged);
      return (status: number) => {
        logged.status = status;
      };
    },
    all: (): readonly LoggedRequest[] => entries,
    clear() {
      entries = [];
    },
  };
}

/** Parameter names that suggest a secret, which does not belong in a URL. JWTs are masked under any name. */
const secretName = /pass|token|secret|apikey|authorization/i;
const jwt = /^(?:Bearer )?[\w-]{8,}\.[\w-]+\.[\w-]+$/;

export function loggedQuery(query: URLSearchParams): LoggedRequest['query'] {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = query.getAll(name);
      const isSecret = secretName.test(name) || values.some((value) => jwt.test(value));
      return [brief(name), isSecret ? '(masked)' : brief(values.join(', '))];
    }),
  );
}

/**
 * The presumed username of a request, for faults and the log only: nothing is verified. A sign-in has the name in
 * its body; a refresh and every other call carry a token.
 */
export function userOf(
  request: Request,
  body: string,
  users: readonly SandboxUser[],
): string | undefined {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '');
  if (bearer !== undefined) return ownerOf(bearer, users);
  const fields = peekFields(body);
  const username = fields.get('username');
  if (typeof username === 'string') return username;
  const token = fields.get('refresh_token');
  return typeof token === 'string' ? ownerOf(token, users) : undefined;
}

function ownerOf(token: string, users: readonly SandboxUser[]): string | undefined {
  try {
    const { sub } = decode(token).payload;
    return users.find((user) => user.id === sub)?.username;
  } catch {
    return undefined;
  }
}
