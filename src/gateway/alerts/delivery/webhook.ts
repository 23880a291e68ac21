import { STATUS_CODES } from 'node:http';

import type { AlertNotice } from '#contract/alerts.ts';
import { requestedWaitMs } from '#lib/retryAfter.ts';

import { GatewayError } from '../../http/gatewayError.ts';
import type { Log } from '../../ops/log.ts';
import type { WebhookConfig } from '../../ops/watchConfig.ts';
import { createHttpFetch } from '../../proxy/httpFetch.ts';
import { codeIn, type Courier, longestWaitMs, type Reply } from './courier.ts';
import type { ConsoleAddress } from './messageWords.ts';
import { slackBody } from './slack.ts';
import { signatureHeaders, standardBody } from './standard.ts';
import { teamsBody } from './teams.ts';

const maxMs = 15_000;
const maxAnswerBytes = 64 * 1024;

const bodies: Readonly<
  Record<WebhookConfig['format'], (notice: AlertNotice, address: ConsoleAddress) => string>
> = { standard: standardBody, slack: slackBody, teams: teamsBody };

/**
 * Posts messages to `ALERT_WEBHOOK_URL`.
 *
 * @param given.systemTime milliseconds since the Unix epoch, for signatures
 */
export function createWebhook(given: {
  readonly webhook: WebhookConfig;
  readonly address: ConsoleAddress;
  readonly systemTime: () => number;
  readonly log: Log;
}): Courier {
  const { webhook, address, systemTime, log } = given;
  const { url, format, secrets, proxies } = webhook;
  const http = createHttpFetch({ proxies, log });

  return {
    host: new URL(url).host,
    maxMs,
    async send(id, notice, signal) {
      const body = bodies[format](notice, address);
      const at = new Date(systemTime());
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'sim-console',
        ...(format === 'standard' && signatureHeaders(secrets, { id, body, at })),
      };
      const request = new Request(url, { method: 'POST', headers, body, signal });
      try {
        const response = await http.fetch(request);
        // The status is sufficient, even if reading the body fails.
        await skip(response.body).catch(() => {});
        return replyOf(response, systemTime());
      } catch (error) {
        return { kind: 'refused', answer: problemOf(error, signal) };
      }
    },
    close: http.close,
  };
}

/** Receives the body of a response, unless it is long, so that the connection ends cleanly. */
async function skip(body: Response['body']): Promise<void> {
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    // Leaving the loop closes the connection.
    if (bytes > maxAnswerBytes) return;
  }
}

function replyOf({ ok, status, headers }: Response, now: number): Reply {
  const answer = `${status} ${STATUS_CODES[status] ?? ''}`.trim();
  if (ok) return { kind: 'sent', answer };
  if (status === 410) return { kind: 'gone', answer };
  if (status >= 300 && status < 400) {
    return { kind: 'refused', answer: `${answer}: redirects are not followed` };
  }
  const waitMs = status === 429 || status === 503 ? requestedWaitMs(headers, now) : undefined;
  return {
    kind: 'refused',
    answer,
    waitMs: waitMs === undefined ? undefined : Math.min(waitMs, longestWaitMs),
  };
}

function problemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `No answer within ${maxMs / 1000} seconds`;
  if (!(error instanceof GatewayError)) return `The connection failed${codeIn(error)}`;
  if (error.code === 'upstream_timeout') return 'No connection within 5 seconds';
  return error.code === 'upstream_answer'
    ? 'The response is not valid HTTP'
    : 'The proxy refused the connection, failed, or did not respond';
}
