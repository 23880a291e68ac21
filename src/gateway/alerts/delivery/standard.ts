import { Webhook } from 'standardwebhooks';

import type { AlertNotice } from '#contract/alerts.ts';
import { checkLabels } from '#contract/checkLabels.ts';

import {
  alertsUrl,
  type ConsoleAddress,
  fitting,
  mostUrgent,
  shortened,
  shownName,
  simsUrl,
} from './messageWords.ts';

/** The body of a message as Standard Webhooks describes it: `type`, `timestamp` and `data`. */
export function standardBody(whole: AlertNotice, address: ConsoleAddress): string {
  const timestamp = isoTime(whole.at);
  const type = typeOf(whole);
  const url = alertsUrl(address);
  return fitting(whole, ({ alerts, username, kind, stopped }, more) =>
    JSON.stringify({
      type,
      timestamp,
      data: {
        url,
        ...(kind === 'alerts' && {
          alerts: shortened(alerts).map((alert) => ({
            ...alert,
            label: checkLabels[alert.check],
            openedAt: isoTime(alert.openedAt),
            url: simsUrl(address, alert),
          })),
          more,
        }),
        ...(kind === 'test' && username !== null && { username: shownName(username) }),
        ...(stopped !== undefined && { stopped: shownName(stopped) }),
      },
    }),
  );
}

function typeOf({ kind, alerts }: AlertNotice): string {
  if (kind === 'test') return 'test';
  return kind === 'stopped' ? 'destination.stopped' : `alert.${mostUrgent(alerts)}`;
}

function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/**
 * The headers that prove where a message comes from, with one signature for each secret.
 *
 * @param message.at the time of this attempt: receivers refuse old signatures
 */
export function signatureHeaders(
  secrets: readonly string[],
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
): Readonly<Record<string, string>> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
