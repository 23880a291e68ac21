import { type Clock, sleep } from '#lib/clock.ts';

import { textAnswer } from './answers.ts';
import { ConnectionCut, ServiceError } from './errors.ts';
import type { Fault } from './faults.ts';

/**
 * Does the work of one request as far as a fault lets it. Throws a ServiceError for the fault's
 * status, a ConnectionCut, or the signal's reason when the caller gives up.
 */
export async function runWithFault(
  fault: Fault | undefined,
  clock: Clock,
  signal: AbortSignal,
  work: () => Promise<Response>,
): Promise<Response> {
  if (!fault) return work();
  if (fault.delayMs !== undefined) await sleep(clock, fault.delayMs, signal);
  if (fault.hang) await endOf(signal);
  if (fault.cut === 'before') throw new ConnectionCut();
  if (fault.status !== undefined && fault.body === undefined) throw errorOf(fault, fault.status);
  const answer = await work();
  if (fault.cut === 'after') throw new ConnectionCut();
  const spoiled =
    fault.body === undefined
      ? answer
      : new Response(textAnswer(fault.body).body, {
          status: fault.status ?? 200,
          headers: answer.headers,
        });
  if (fault.contentType !== undefined) spoiled.headers.set('content-type', fault.contentType);
  for (const [name, value] of Object.entries(fault.addHeaders ?? {})) {
    spoiled.headers.append(name, value);
  }
  return spoilBody(spoiled, fault, clock);
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

async function spoilBody(answer: Response, fault: Fault, clock: Clock): Promise<Response> {
  if (!fault.truncate && fault.slowBodyMs === undefined) return answer;
  const bytes = new Uint8Array(await answer.arrayBuffer());
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
  return new Response(stream, { status: answer.status, headers: answer.headers });
}
