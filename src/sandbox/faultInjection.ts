import * as z from 'zod/mini';

import { type Clock, sleep } from '#lib/clock.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

import { ConnectionCut, ServiceError } from './responses.ts';

const count = z.int().check(z.minimum(0));
/** At most an hour: longer than any client waits, and far below the maximum delay of a timer. */
const milliseconds = count.check(z.maximum(3_600_000));
const headerValue = z
  .string()
  .check(z.refine((value) => isHeader('x-any', value), 'is not a valid header value'));

/** The effects and conditions of a fault, as the control interface accepts them. */
export const faultFields = {
  /** Route as in the API document, for example `GET /things` or `PUT /thingsgroup/{ThingsGroupId}`. */
  route: z.exactOptional(z.string()),
  /** Username of the caller (at sign-in: the submitted one). */
  user: z.exactOptional(z.string()),
  /** Number of requests affected; 1 by default, `Infinity` for all, written as "all" because JSON has no infinity. */
  count: z.exactOptional(
    z.union([
      count.check(z.minimum(1)),
      z.pipe(
        z.literal('all'),
        z.transform(() => Number.POSITIVE_INFINITY),
      ),
    ]),
  ),
  /** Number of matching requests to let through first. */
  skip: z.exactOptional(count),

  /** Waits before anything else, in milliseconds. */
  delayMs: z.exactOptional(milliseconds),
  /** Never responds; ends only when the caller gives up. */
  hang: z.exactOptional(z.literal(true)),
  /** The connection ends without a response, before or after the work is done. */
  cut: z.exactOptional(z.enum(['before', 'after'])),
  /** The service responds with this error instead of doing the work; if `body` is also set, it does the work first. */
  status: z.exactOptional(z.int().check(z.minimum(200), z.maximum(599))),
  /** The error's message; requires `status` and excludes `body`. */
  message: z.exactOptional(z.string()),
  /** `Retry-After` of the response: seconds, a date, or garbage; null for none. A `status` of 429 defaults to 5. */
  retryAfter: z.exactOptional(z.nullable(headerValue)),
  /** The work is done, but the response has this body, with status 200 or `status`. */
  body: z.exactOptional(z.string()),
  /** Content type of the response, whatever its body is. */
  contentType: z.exactOptional(headerValue),
  /** The connection ends in the middle of the response's body. */
  truncate: z.exactOptional(z.literal(true)),
  /** Delay of the second half of the response's body, in milliseconds. */
  slowBodyMs: z.exactOptional(milliseconds),
  /** Headers added to the response; a header that already exists is sent again, not replaced. */
  addHeaders: z.exactOptional(
    z
      .record(z.string(), z.string())
      .check(
        z.refine(
          (headers) => Object.entries(headers).every(([name, value]) => isHeader(name, value)),
          'has a name or value that is invalid in a header',
        ),
      ),
  ),
};

/**
 * A deliberate failure. Every effect that is set applies, even to a refusal; an omitted condition matches every
 * request. After `hang` or `cut: 'before'` there is no response, so nothing else applies.
 */
export type Fault = Readonly<z.output<z.ZodMiniObject<typeof faultFields>>>;

/** Faults for tests and for the control interface. */
export interface Faults {
  /** Adds a fault; the returned function removes it. Earlier faults match first. */
  add(fault: Fault): () => void;
  clear(): void;
  /** Faults that can still match, with their remaining counts. */
  list(): readonly Fault[];
}

export interface FaultInjection extends Faults {
  /** The first fault that matches a request; decrements its count. */
  take(route: string, user: string | undefined): Fault | undefined;
}

export function createFaultInjection(): FaultInjection {
  let active: { fault: Fault; left: number; skip: number }[] = [];

  return {
    add(fault) {
      const entry = { fault, left: fault.count ?? 1, skip: fault.skip ?? 0 };
      active.push(entry);
      return () => {
        active = active.filter((other) => other !== entry);
      };
    },
    clear() {
      active = [];
    },
    list: () => active.map(({ fault, left, skip }) => ({ ...fault, count: left, skip })),
    take(route, user) {
      for (const entry of active) {
        const { fault } = entry;
        if (fault.route !== undefined && fault.route !== route) continue;
        if (fault.user !== undefined && fault.user !== user) continue;
        if (entry.skip > 0) {
          entry.skip--;
          continue;
        }
        if (--entry.left <= 0) active = active.filter((other) => other !== entry);
        return fault;
      }
      return undefined;
    },
  };
}

/** The normal processing of a request, without a fault. */
export interface Work {
  /** Runs the endpoint; a refusal also counts as a response. */
  run(): Promise<Response>;
  /** An error response, in the form set by the options. */
  refuse(error: ServiceError): Response;
}

/**
 * Does the work with a fault, and applies each of the fault's effects in turn. Rejects with a ConnectionCut, or with
 * the signal's reason when the caller gives up.
 */
export async function injectFault(
  fault: Fault | undefined,
  work: Work,
  clock: Clock,
  request: Request,
): Promise<Response> {
  if (!fault) return work.run();
  if (fault.delayMs !== undefined) await sleep(clock, fault.delayMs, request.signal);
  if (fault.hang) await unlessAborted(new Promise<never>(() => {}), request.signal);
  if (fault.cut === 'before') throw new ConnectionCut();
  const response = replaceBody(await replaceWork(fault, work), fault);
  if (fault.cut === 'after') throw new ConnectionCut();
  replaceHeaders(response.headers, fault);
  return breakBody(response, fault, clock, request);
}

/** A status without a body replaces the work; with a body, the work is done first. */
async function replaceWork(fault: Fault, work: Work): Promise<Response> {
  const { status, body } = fault;
  if (status === undefined || body !== undefined) return work.run();
  return work.refuse(new ServiceError(status, fault.message ?? messageOf(fault, status)));
}

/** The message of a 429 includes the seconds (API document 7, rule 3), if the header does. */
function messageOf(fault: Fault, status: number): string {
  if (status !== 429) return 'Fault';
  const retryAfter = retryAfterOf(fault) ?? '';
  const seconds = /^\d+$/.test(retryAfter) ? ` Retry in ${retryAfter} seconds.` : '';
  return `Rate limit exceeded.${seconds}`;
}

function retryAfterOf({ retryAfter, status }: Fault): string | null | undefined {
  return retryAfter === undefined && status === 429 ? '5' : retryAfter;
}

/** Statuses whose response has no body (Fetch standard, "null body status"). */
const nullBodyStatuses: ReadonlySet<number> = new Set([204, 205, 304]);

function replaceBody(response: Response, { body, status = 200 }: Fault): Response {
  if (body === undefined) return response;
  const { headers } = response;
  return new Response(nullBodyStatuses.has(status) ? null : body, { status, headers });
}

function replaceHeaders(headers: Headers, fault: Fault): void {
  const retryAfter = retryAfterOf(fault);
  if (retryAfter === null) headers.delete('retry-after');
  else if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  if (fault.contentType !== undefined) headers.set('content-type', fault.contentType);
  for (const [name, value] of Object.entries(fault.addHeaders ?? {})) headers.append(name, value);
}

/** Sends half of the body, then waits or cuts the connection. The wait ends when the caller gives up. */
async function breakBody(response: Response, fault: Fault, clock: Clock, request: Request) {
  const { truncate, slowBodyMs } = fault;
  const isWhole = truncate === undefined && slowBodyMs === undefined;
  if (isWhole || response.body === null) return response;
  const bytes = new Uint8Array(await response.arrayBuffer());
  const half = bytes.length >> 1;
  const stopped = new AbortController();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, half)),
    async pull(controller) {
      const signal = AbortSignal.any([request.signal, stopped.signal]);
      if (slowBodyMs !== undefined) await sleep(clock, slowBodyMs, signal);
      if (truncate) {
        controller.error(new ConnectionCut());
        return;
      }
      controller.enqueue(bytes.slice(half));
      controller.close();
    },
    cancel: () => stopped.abort(),
  });
  // Otherwise, the server reads ahead, and an error this early becomes a 500.
  if (truncate) response.headers.set('transfer-encoding', 'chunked');
  return new Response(stream, { status: response.status, headers: response.headers });
}

function isHeader(name: string, value: string): boolean {
  try {
    new Headers().set(name, value);
    return true;
  } catch {
    return false;
  }
}
