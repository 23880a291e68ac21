import type { Endpoint } from '#contract/endpoints.ts';
import type { Clock } from '#lib/clock.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

import { CalledOffError } from '../calledOffError.ts';
import { GatewayError } from '../gatewayError.ts';
import { decompress } from '../site/compression.ts';
import type { Upstream } from '../upstream.ts';
import { readLimited, TooLargeError } from './limitedBody.ts';

const headersTimeoutMs = 30_000;
/** From when a call is sent until its answer has been read. */
export const totalTimeoutMs = 60_000;
const maxAnswerBytes = 10 * 1024 * 1024;

/** One call as it goes to the service. */
export interface ServiceCall {
  readonly endpoint: Endpoint;
  /** The endpoint's path with its parameters filled in, each encoded. */
  readonly path: string;
  readonly query?: URLSearchParams;
  /** All that the service gets to see; nothing is added but what HTTP itself needs. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer> | string;
  /** Gives the call up; for reads only, since a write may have been done already. */
  readonly signal?: AbortSignal;
  /** Limits the time of the call together with others, where one is sent a second time. */
  readonly deadline?: AbortSignal;
}

/** The service's answer, read to its end. */
export type CallService = (call: ServiceCall) => Promise<Response>;

/**
 * Sends one call once. No redirect is followed: `apikey` would go with it.
 *
 * @throws {GatewayError} when there is no answer, none in time, or none that can be passed on
 * @throws {CalledOffError} when the call's signal gave it up
 */
export function createCallService({ fetch, bases }: Upstream, clock: Clock): CallService {
  return async (call) => {
    const url = new URL(bases[call.endpoint.base]);
    const path = `${url.pathname.replace(/\/$/, '')}${call.path}`;
    // No path set this way leads to another host, and one that does not stay as it is leads elsewhere (H7).
    url.pathname = path;
    if (url.pathname !== path) throw new GatewayError('not_forwarded');
    url.search = call.query?.toString() ?? '';

    const timeout = new AbortController();
    const onTimeout = () => timeout.abort(new GatewayError('upstream_timeout'));
    const cancelHeadersTimer = clock.after(headersTimeoutMs, onTimeout);
    const cancelTotalTimer = clock.after(totalTimeoutMs, onTimeout);
    const givenUpBy = [timeout.signal, call.deadline, call.signal].filter((by) => by !== undefined);
    const signal = AbortSignal.any(givenUpBy);
    try {
      const request = new Request(url, {
        method: call.endpoint.method,
        headers: call.headers,
        body: call.body ?? null,
        redirect: 'manual',
        signal,
      });
      const response = await unlessAborted(fetch(request), signal);
      cancelHeadersTimer();
      if (response.status < 200 || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel().catch(() => {});
        throw new GatewayError('upstream_answer', {
          message: `The service answered with status ${response.status}, which is not passed on.`,
        });
      }
      return await readAnswer(response, signal);
    } catch (error) {
      if (call.signal?.aborted === true) throw new CalledOffError();
      if (error instanceof GatewayError) throw error;
      throw new GatewayError('upstream_unreachable');
    } finally {
      cancelHeadersTimer();
      cancelTotalTimer();
    }
  };
}

async function readAnswer(response: Response, signal: AbortSignal): Promise<Response> {
  let body: Uint8Array<ArrayBuffer>;
  try {
    const packed = await unlessAborted(readLimited(response, maxAnswerBytes), signal);
    const encoding = response.headers.get('content-encoding');
    body = await decompress(packed, encoding, maxAnswerBytes);
  } catch (error) {
    signal.throwIfAborted();
    throw new GatewayError('upstream_answer', {
      message:
        error instanceof TooLargeError
          ? 'The answer of the service is larger than 10 MiB.'
          : 'The answer of the service broke off, or is packed in a way that is not known.',
    });
  }
  const { status, headers } = response;
  return new Response(body.byteLength === 0 ? null : body, { status, headers });
}
