import type { LocalRefreshQueue } from '#api/session/refreshQueue.ts';
import type { Clock } from '#lib/clock.ts';

import type { GatewayConfig } from './config/config.ts';
import type { GatewayContext } from './context.ts';
import { outgoingHeaders } from './proxy/outgoingHeaders.ts';
import type { CallService } from './proxy/service.ts';
import type { SessionCookie } from './sessions/cookie.ts';
import type { SessionStore } from './sessions/sessions.ts';
import type { SignInLimit } from './sessions/signInLimit.ts';
import type { GroupsSeen } from './telemetry/groupsSeen.ts';
import type { Log } from './telemetry/log.ts';
import type { Metrics } from './telemetry/metrics.ts';
import type { SessionLog } from './telemetry/sessionLog.ts';

/** What the routes of the gateway work with. */
export interface Parts {
  readonly config: GatewayConfig;
  /** The origin that users see. */
  readonly publicOrigin: string;
  readonly version: string;
  /** For ages, waits and limits: it does not move when the system's time is set. */
  readonly clock: Clock;
  /** Milliseconds since the Unix epoch, for what is a date: in the audit log, in HTTP. */
  readonly systemTime: () => number;
  /** 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly log: Log;
  readonly sessionLog: SessionLog;
  readonly metrics: Metrics;
  readonly callService: CallService;
  readonly sessions: SessionStore;
  readonly cookie: SessionCookie;
  readonly signInLimit: SignInLimit;
  /** One for the whole process: the service counts refreshes per client address. */
  readonly refreshQueue: LocalRefreshQueue;
  /** For the audit log. */
  readonly groupsSeen: GroupsSeen;
}

/** Headers of a call to the service on behalf of this request. */
export function headersFor(
  parts: Parts,
  context: GatewayContext,
  given: Pick<Parameters<typeof outgoingHeaders>[0], 'hasBody' | 'as'>,
): Record<string, string> {
  return outgoingHeaders({
    ...given,
    version: parts.version,
    requestId: context.get('requestId'),
    clientIp: { name: parts.config.clientIpHeader, value: reportedAddress(parts, context) },
  });
}

/** What the configured header says of the client's address; undefined where there is none. */
export function reportedAddress({ config }: Parts, context: GatewayContext): string | undefined {
  return config.clientIpHeader === null ? undefined : context.req.header(config.clientIpHeader);
}

/** Calls the service and notes for the log how long it took and what it called the request. */
export async function tracedCall(
  parts: Parts,
  context: GatewayContext,
  call: Parameters<CallService>[0],
): Promise<Response> {
  const begun = parts.clock.now();
  context.set('upstreamStatus', undefined);
  try {
    const answer = await parts.callService(call);
    context.set('upstreamStatus', answer.status);
    context.set('upstreamRequestId', answer.headers.get('x-request-id')?.slice(0, 128));
    return answer;
  } finally {
    context.set('upstreamMs', (context.get('upstreamMs') ?? 0) + parts.clock.now() - begun);
  }
}
