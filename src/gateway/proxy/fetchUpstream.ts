import { serviceTimeoutMs } from '#api/tokens/tokenEngine.ts';
import type { Endpoint } from '#contract/endpoints.ts';
import { requestIdHeader } from '#contract/session.ts';
import type { Clock } from '#lib/clock.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

import { emptySpan, type UpstreamSpan } from '../http/context.ts';
import { ClientGoneError, GatewayError } from '../http/gatewayError.ts';
import { readLimited, TooLargeError, wholeAnswer } from '../http/limitedBody.ts';
import type { Metrics, UpstreamOutcome } from '../ops/metrics.ts';
import { decompress } from '../site/compression.ts';
import type { Upstream } from '../upstream.ts';

const headersTimeoutMs = 30_000;
const maxAnswerBytes = 10 * 1024 * 1024;

/** A call to the service. */
export interface UpstreamCall {
  readonly endpoint: Endpoint;
  /** The endpoint's path with its parameters filled in and encoded; omit if there are none. */
  readonly path?: string;
  readonly query?: URLSearchParams;
  readonly requestId: string;
  /** The client's address, if a reverse proxy reports one. */
  readonly reportedAddress: string | undefined;
  /** Set for calls on behalf of a signed-in user. */
  readonly as?: { readonly accessToken: string; readonly customerId: string };
  readonly body?: Uint8Array<ArrayBuffer> | string | undefined;
  /** Cancels the call. For reads only, because a write may already have been done. */
  readonly signal?: AbortSignal | undefined;
  /** `serviceTimeoutMs` by default; less for a call that is sent again. */
  readonly timeoutMs?: number;
}

/**
 * Sends a call once, and resolves to the service's complete response. Redirects are not followed: they would pass on
 * `apikey`.
 *
 * @param span gets the call's duration and result
 * @throws {GatewayError} if no response arrives in time, or if it cannot be forwarded
 * @throws {ClientGoneError} if the call's signal cancelled it
 */
export type FetchUpstream = (call: UpstreamCall, span?: UpstreamSpan) => Promise<Response>;

/** @param given.clientIpHeader from the configuration */
export function createFetchUpstream(given: {
  readonly upstream: Upstream;
  readonly version: string;
  readonly clientIpHeader: string | null;
  readonly clock: Clock;
  readonly metrics: Pick<Metrics, 'upstreamCall'>;
}): FetchUpstream {
  const { upstream, clock, metrics } = given;

  /** All headers that the service receives (H8): created here, none copied from the browser. */
  function headersOf(call: UpstreamCall): Record<string, string> {
    const { requestId, reportedAddress, as, body } = call;
    return {
      accept: 'application/json',
      'user-agent': `sim-console/${given.version}`,
      [requestIdHeader]: requestId,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(as && { authorization: `Bearer ${as.accessToken}`, apikey: as.customerId }),
      ...(given.clientIpHeader !== null &&
        reportedAddress !== undefined && { [given.clientIpHeader]: reportedAddress }),
    };
  }

  async function send(call: UpstreamCall): Promise<Response> {
    const url = addressOf(upstream.bases[call.endpoint.base], call);
    const timeout = new AbortController();
    const onTimeout = () => timeout.abort(new GatewayError('upstream_timeout'));
    const cancelHeadersTimer = clock.after(headersTimeoutMs, onTimeout);
    const cancelTotalTimer = clock.after(call.timeoutMs ?? serviceTimeoutMs, onTimeout);
    const signal = AbortSignal.any([timeout.signal, ...(call.signal ? [call.signal] : [])]);
    try {
      const request = new Request(url, {
        method: call.endpoint.method,
        headers: headersOf(call),
        body: call.body ?? null,
        redirect: 'manual',
        signal,
      });
      const response = await unlessAborted(upstream.fetch(request), signal);
      cancelHeadersTimer();
      if (response.status < 200 || (response.status >= 300 && response.status < 400)) {
        await response.body?.cancel().catch(() => {});
        throw new GatewayError('upstream_answer', {
          message: `The service responded with status ${response.status}, which the gateway cannot use.`,
        });
      }
      return await readAnswer(response, signal);
    } catch (error) {
      if (call.signal?.aborted === true) throw new ClientGoneError();
      if (error instanceof GatewayError) throw error;
      throw new GatewayError('upstream_unreachable');
    } finally {
      cancelHeadersTimer();
      cancelTotalTimer();
    }
  }

  return async (call, span = emptySpan()) => {
    const startedAt = clock.now();
    let outcome: UpstreamOutcome = 'no answer';
    span.status = undefined;
    try {
      const answer = await send(call);
      outcome = answer.status;
      span.status = answer.status;
      span.requestId = answer.headers.get(requestIdHeader)?.slice(0, 128);
      return answer;
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      const ms = clock.now() - startedAt;
      span.ms = (span.ms ?? 0) + ms;
      metrics.upstreamCall({ endpoint: call.endpoint, outcome, ms });
    }
  };
}

/** @throws {GatewayError} if the URL would not be the base followed by the path, and thus might lead elsewhere (H7) */
function addressOf(base: string, { endpoint, path = endpoint.path, query }: UpstreamCall): URL {
  const url = new URL(base);
  const whole = `${url.pathname.replace(/\/$/, '')}${path}`;
  url.pathname = whole;
  if (url.pathname !== whole) throw new GatewayError('not_forwarded');
  url.search = query?.toString() ?? '';
  return url;
}

function outcomeOf(error: unknown): UpstreamOutcome {
  if (error instanceof ClientGoneError) return 'given up';
  const isTimeout = error instanceof GatewayError && error.code === 'upstream_timeout';
  return isTimeout ? 'timeout' : 'no answer';
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
          ? "The service's response is larger than 10 MiB."
          : "The service's response is incomplete, or compressed in an unsupported format.",
    });
  }
  const { status, headers } = response;
  return wholeAnswer(body, { status, headers });
}
