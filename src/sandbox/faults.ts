/**
 * Something that goes wrong on purpose. All that is set happens, also to an answer that refuses; left-out
 * conditions match everything. After `hang` or `cut: 'before'` there is no answer to spoil.
 */
export interface Fault {
  /** Route as in the API document, for example `GET /things` or `PUT /thingsgroup/{ThingsGroupId}`. */
  readonly route?: string;
  /** Username of the caller (at sign-in: the submitted one). */
  readonly user?: string;
  /** How many requests it hits; 1 when left out, `Infinity` for all. */
  readonly count?: number;
  /** How many matching requests pass before it hits. */
  readonly skip?: number;

  /** Waits before anything else, in milliseconds. */
  readonly delayMs?: number;
  /** Never answers; ends only when the caller gives up. */
  readonly hang?: true;
  /** The connection ends without an answer, before or after the service did the work. */
  readonly cut?: 'before' | 'after';
  /** The service answers this error instead of doing the work; with `body`, the work is done all the same. */
  readonly status?: number;
  /** Of the error body; needs `status`, and no `body`. */
  readonly message?: string;
  /** `Retry-After` header of the answer: seconds, a date, garbage; null for none. A `status` of 429 has 5 when left out. */
  readonly retryAfter?: string | null;
  /** The work is done, but this text is answered, whatever came of it, with status 200 or `status`. */
  readonly body?: string;
  /** Content type of the answer, whatever its body is. */
  readonly contentType?: string;
  /** The connection ends in the middle of the answer's body. */
  readonly truncate?: true;
  /** The second half of the answer's body comes that many milliseconds later. */
  readonly slowBodyMs?: number;
  /** Headers added to the answer; a name that is there already comes twice. */
  readonly addHeaders?: Readonly<Record<string, string>>;
}

/** The fault hook of tests and of the control interface. */
export interface Faults {
  /** Adds a fault; the returned function takes it away again. Earlier ones match first. */
  add(fault: Fault): () => void;
  clear(): void;
  /** Faults that can still hit, with what is left of their count. */
  list(): readonly Fault[];
}

export interface FaultEngine extends Faults {
  /** The first fault that matches a request; it counts as having hit. */
  take(route: string, user: string | undefined): Fault | undefined;
}

export function createFaults(): FaultEngine {
  let armed: { fault: Fault; left: number; skip: number }[] = [];

  return {
    add(fault) {
      const entry = { fault, left: fault.count ?? 1, skip: fault.skip ?? 0 };
      armed.push(entry);
      return () => {
        armed = armed.filter((other) => other !== entry);
      };
    },
    clear() {
      armed = [];
    },
    list: () =>
      armed.map(({ fault, left, skip }) => Object.assign({}, fault, { count: left, skip })),
    take(route, user) {
      for (const entry of armed) {
        const { fault } = entry;
        if (fault.route !== undefined && fault.route !== route) continue;
        if (fault.user !== undefined && fault.user !== user) continue;
        if (entry.skip > 0) {
          entry.skip--;
          continue;
        }
        if (--entry.left <= 0) armed = armed.filter((other) => other !== entry);
        return fault;
      }
      return undefined;
    },
  };
}
