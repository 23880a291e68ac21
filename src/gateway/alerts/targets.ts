import { createHash } from 'node:crypto';

import type { Destination } from '#contract/alerts.ts';

import type { AlertConfig } from '../ops/watchConfig.ts';

/** Where messages about alerts go. */
export interface AlertTarget {
  readonly destination: Destination;
  /** A digest of the full address: a message to an old address is not sent to the current one. */
  readonly target: string;
  /** The address in the form that users may see: a webhook's path may be a secret. */
  readonly to: string;
}

/** The configured destinations. */
export function alertTargets({
  webhook,
  mail,
}: Pick<AlertConfig, 'webhook' | 'mail'>): readonly AlertTarget[] {
  const targets: AlertTarget[] = [];
  if (webhook) {
    const target = digest('webhook', webhook.format, webhook.url);
    targets.push({ destination: 'webhook', target, to: new URL(webhook.url).host });
  }
  if (mail) {
    const { host } = new URL(mail.smtpUrl);
    const target = digest('mail', host, mail.from, ...mail.to);
    targets.push({ destination: 'mail', target, to: mail.to.join(', ') });
  }
  return targets;
}

function digest(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
