import { type Clock, sleep } from '#lib/clock.ts';

import type { Fault } from './faults.ts';
import { ConnectionCut, ServiceError } from './responses.ts';

/** Statuses whose answer has no body (Fetch standard, "null body status"). */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** What a request comes to without its fault. */
export interface Work {
  /** Does what the endpoint does; a refusal is an answer too. */
  run(): Promise<Response>;
  /** The service's answer to an error, in the form that the options ask for. */
  refuse(error: ServiceError): Response;
}

/**
 * Answers one request with all that its fault says, each on top of the one before. Rejects with a
 * ConnectionCut, or with the signal's reason when the caller gives up.
 */
export async function runWithFault(
  fault: Fault | undefined,
  clock: Clock,
  signal: AbortSignal,
  work: Work,
): Promise<Response> {
  if (!fault) return work.run();
  if (fault.delayMs !== undefined) await sleep(clock, fault.delayMs, signal);
  if (fault.hang) await endOf(signal);
  if (fault.cut === 'before') throw new ConnectionCut();
  const answer = withOtherBody(await basis(fault, work), fault);
  if (fault.cut === 'after') throw new ConnectionCut();
  setHeaders(answer.headers, fault);
  return spoilBody(answer, fault, clock);
}

/** A status alone stands in for the work; with a body of its own the work is done before. */
async function basis(fault: Fault, work: Work): Promise<Response> {
  const { status, body } = fault;
  if (status === undefined || body !== undefined) return work.run();
  return work.refuse(new ServiceError(status, fault.message ?? messageOf(fault, status)));
}

function withOtherBody(answer: Response, { body, status = 200 }: Fault): Response {
  if (body === undefined) return answer;
  return new Response(bodiless.has(status) ? null : body, { status, headers: answer.headers });
}

function setHeaders(headers: Headers, fault: Fault): void {
  const retryAfter = retryAfterOf(fault);
  if (retryAfter === null) headers.delete('retry-after');
  else if (retryAfter !== undefined) headers.set('retry-after', retryAfter);
  if (fault.contentType !== undefined) headers.set('content-type', fault.contentType);
  for (const [name, value] of Object.entries(fault.addHeaders ?? {})) headers.append(name, value);
}

function retryAfterOf({ retryAfter, status }: Fault): string | null | undefined {
  return retryAfter === undefined && status === 429 ? '5' : retryAfter;
}

/** The message of a 429 names the seconds (API document 7, rule 3), where there are any to name. */
function messageOf(fault: Fault, status: number): string {
  if (status !== 429) return 'Fault';
  const retryAfter = retryAfterOf(fault) ?? '';
  const seconds = /^\d+$/.test(retryAfter) ? ` Retry in ${retryAfter} seconds.` : '';
  return `Rate limit exceeded.${seconds}`;
}

/** Rejects when the caller gives up, and never otherwise. */
function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

async function spoilBody(answer: Response, fault: Fault, clock: Clock): Promise<Response> {
  const isSpoilt = fault.truncate === true || fault.slowBodyMs !== undefined;
  if (!isSpoilt || answer.body === null) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const half = bytes.length >> 1;
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(bytes.slice(0, half)),
    async pull(controller) {
      if (fault.slowBodyMs !== undefined) await sleep(clock, fault.slowBodyMs);
      if (fault.truncate) {
        controller.error(new ConnectionCut());
        return;
      }
      controller.enqueue(bytes.slice(half));
      controller.close();
    },
  });
  return new Response(stream, { status: answer.status, headers: answer.headers });
}
