/** An answer other than 200, thrown where it is found out and turned into the error body at one place. */
export class ServiceError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.name = 'ServiceError';
    this.status = status;
    this.headers = headers;
  }
}

/** The connection ended without an answer. `fetch` rejects with a TypeError then, and so does the sandbox. */
export class ConnectionCut extends TypeError {
  constructor() {
    super('The connection was cut');
    this.name = 'ConnectionCut';
  }
}

/** 429 with the seconds to wait in header and message (API document 7, mapping rule 3, and 8.4). */
export function tooManyRequests(limit: string, seconds: number): ServiceError {
  return new ServiceError(429, `Rate limit of ${limit} exceeded. Retry in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });
}
