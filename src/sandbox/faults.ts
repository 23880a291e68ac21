import { type Clock, sleep } from '#lib/clock.ts';

import { textAnswer } from './answers.ts';
import { ConnectionCut, ServiceError } from './errors.ts';

/** Something that goes wrong on purpose. All that is set happens; left-out conditions match everything. */
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
  /** The service answers this error instead of doing the work. */
  readonly status?: number;
  readonly message?: string;
  /** `Retry-After` header of that error: seconds, a date, garbage; null for none. 429 has 5 when left out. */
  readonly retryAfter?: string | null;
  /** The work is done, but this text is answered, with status 200 or `status`. */
  readonly body?: string;
  /** Content type of the answer, whatever its body is. */
  readonly contentType?: string;
  /** The connection ends in the middle of the answer's body. */
  readonly truncate?: true;
  /** The second half of the answer's body comes that many milliseconds later. */
  readonly slowBodyMs?: number;
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
  /** Does the work of one request, spoiled by the first fault that matches. */
  run(
    request: { route: string; user: string | undefined; signal: AbortSignal },
    work: () => Promise<Response>,
  ): Promise<Response>;
}

export function createFaults(clock: () => Clock): FaultEngine {
  let armed: { fault: Fault; left: number; skip: number }[] = [];

  function take(route: string, user: string | undefined): Fault | undefined {
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
  }

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
    async run({ route, user, signal }, work) {
      const fault = take(route, user);
      if (!fault) return work();
      if (fault.delayMs !== undefined) await sleep(clock(), fault.delayMs, signal);
      if (fault.hang) await endOf(signal);
      if (fault.cut === 'before') throw new ConnectionCut();
      if (fault.status !== undefined && fault.body === undefined)
        throw errorOf(fault, fault.status);
      const answer = await work();
      if (fault.cut === 'after') throw new ConnectionCut();
      return spoil(answer, fault, clock());
    },
  };
}

function errorOf(fault: Fault, status: number): ServiceError {
  const retryAfter = fault.retryAfter === undefined && status === 429 ? '5' : fault.retryAfter;
  const message =
    fault.message ??
    (status === 429 ? `Rate limit exceeded. Retry in ${retryAfter} seconds.` : 'Fault');
  return new ServiceError(
    status,
    message,
    typeof retryAfter === 'string' ? { 'retry-after': retryAfter } : {},
  );
}

/** Rejects when the caller gives up, and never otherwise. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function spoil(answer: Response, fault: Fault, clock: Clock): Promise<Response> {
  const spoiled =
    fault.body === undefined
      ? answer
      : new Response(textAnswer(fault.body).body, {
          status: fault.status ?? 200,
          headers: answer.headers,
        });
  if (fault.contentType !== undefined) spoiled.headers.set('content-type', fault.contentType);
  if (!fault.truncate && fault.slowBodyMs === undefined) return spoiled;
  const bytes = new Uint8Array(await spoiled.arrayBuffer());
  const half = bytes.length >> 1;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, half)),
    async pull(controller) {
      if (fault.truncate) {
        controller.error(new ConnectionCut());
        return;
      }
      await sleep(clock, fault.slowBodyMs ?? 0);
      controller.enqueue(bytes.slice(half));
      controller.close();
    },
  });
  return new Response(stream, { status: spoiled.status, headers: spoiled.headers });
}
