/** One request as the sandbox saw it, without any secret: no password, token or customer id. */
export interface LoggedRequest {
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** The service's own id of the request. */
  readonly requestId: string;
  /** The `x-request-id` that the caller sent. */
  readonly clientRequestId: string | null;
  /** As in the API document, for example `GET /things`; the bare method and path where there is no such route. */
  readonly route: string;
  readonly path: string;
  /** Values by name, joined by a comma where a name comes twice; what looks like a secret is masked. */
  readonly query: Readonly<Record<string, string>>;
  /** Names of the request's headers, lower case. */
  readonly headerNames: readonly string[];
  /** Username of the caller, as far as a token or a sign-in names one. */
  readonly user: string | undefined;
  /** Status of the answer; 0 while there is none and when the connection was cut. */
  readonly status: number;
}

/** Names under which somebody may put a secret into an address by mistake, and a JWT anywhere. */
const secretName = /pass|token|secret|apikey|authorization/i;
const jwt = /^(?:Bearer )?[\w-]{8,}\.[\w-]+\.[\w-]+$/;

/** The query as the log shows it. */
export function loggedQuery(query: URLSearchParams): LoggedRequest['query'] {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(
    names.map((name) => {
      const values = query.getAll(name);
      const isSecret = secretName.test(name) || values.some((value) => jwt.test(value));
      return [name, isSecret ? '(masked)' : values.join(', ')];
    }),
  );
}

export interface RequestLog {
  add(entry: LoggedRequest): (status: number) => void;
  all(): readonly LoggedRequest[];
  clear(): void;
}

const longest = 20_000;

export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    add(entry) {
      const kept = { ...entry };
      if (entries.length >= longest) entries = entries.slice(longest / 2);
      entries.push(kept);
      return (status) => {
        kept.status = status;
      };
    },
    all: () => entries,
    clear() {
      entries = [];
    },
  };
}
