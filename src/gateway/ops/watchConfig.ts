import { readFileSync } from 'node:fs';

import type { FleetCheck } from '#contract/inventory.ts';

import type { EgressProxies } from '../proxy/egressProxy.ts';
import {
  ConfigError,
  invalidValue,
  readSettings,
  type Setting,
  type ValuesOf,
} from './readSettings.ts';
import { proxySettings } from './serviceKeys.ts';
import { alertSettings, watchSettings } from './watchKeys.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The technical user that reads the fleet automatically. */
export type WatchConfig = NonNullable<ReturnType<typeof readWatch>>;

export interface WebhookConfig {
  readonly url: string;
  readonly format: ValuesOf<typeof alertSettings>['format'];
  /** One or two with the format `standard`, else none. */
  readonly secrets: readonly string[];
  /** The same as for the service, and used even if the service is the sandbox. */
  readonly proxies: EgressProxies;
}

/** The `smtpUrl` contains the server's password. */
export type MailConfig = NonNullable<ReturnType<typeof readMail>>;

/** Which checks open alerts, and where messages about them go. */
export interface AlertConfig {
  readonly checks: readonly FleetCheck[];
  /** Whether messages name SIMs. */
  readonly identifiers: boolean;
  readonly webhook: WebhookConfig | null;
  readonly mail: MailConfig | null;
}

const minute = 60_000;
/** The sandbox's user for the watch. */
const sandboxWatch = { username: 'watcher', password: 'sandbox-watcher', everyMs: 2 * minute };

/** @returns null if there is no watch */
export function readWatch(
  environment: Environment,
  { isSandbox, inventory }: { readonly isSandbox: boolean; readonly inventory: boolean },
) {
  const { user, passwordFile, everyMs, callsPerMinute, onSandbox } = readSettings(
    watchSettings,
    environment,
  );
  if (user === null && passwordFile === null) {
    if (!isSandbox || !onSandbox || !inventory) return null;
    return { ...sandboxWatch, everyMs: everyMs ?? sandboxWatch.everyMs, callsPerMinute };
  }
  if (user === null || passwordFile === null) {
    const setting = user === null ? watchSettings.user : watchSettings.passwordFile;
    throw missing(setting, 'WATCH_USER and WATCH_PASSWORD_FILE belong together');
  }
  if (!inventory) {
    throw new ConfigError(
      'WATCH_USER and FLEET_MEMORY=off cannot both be set, because what the technical user reads would not be kept: remove one, for example FLEET_MEMORY',
    );
  }
  const password = readLines(passwordFile, watchSettings.passwordFile)[0];
  if (password === undefined) throw invalidValue(watchSettings.passwordFile);
  return { username: user, password, everyMs: everyMs ?? 60 * minute, callsPerMinute };
}

export function readAlerts(environment: Environment): AlertConfig {
  const values = readSettings(alertSettings, environment);
  const { checks, identifiers } = values;
  return { checks, identifiers, webhook: readWebhook(values, environment), mail: readMail(values) };
}

type AlertValues = ValuesOf<typeof alertSettings>;

function readWebhook(
  { webhookUrl: url, webhookSecretFile, format }: AlertValues,
  environment: Environment,
): WebhookConfig | null {
  if (url === null) {
    if (webhookSecretFile === null && format === 'standard') return null;
    throw missing(alertSettings.webhookUrl, 'ALERT_WEBHOOK_SECRET_FILE and ALERT_FORMAT need it');
  }
  const proxies = readSettings(proxySettings, environment);
  if (format !== 'standard') return { url, format, secrets: [], proxies };
  if (webhookSecretFile === null) {
    throw missing(alertSettings.webhookSecretFile, 'messages in the format standard are signed');
  }
  const secrets = readLines(webhookSecretFile, alertSettings.webhookSecretFile);
  if (secrets.length === 0 || secrets.length > 2 || !secrets.every(isSecret)) {
    throw invalidValue(alertSettings.webhookSecretFile);
  }
  return { url, format, secrets, proxies };
}

/** Standard Webhooks: `whsec_` and at least 24 random bytes in base64. */
function isSecret(secret: string): boolean {
  const [, base64] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  return base64 !== undefined && Buffer.from(base64, 'base64').length >= 24;
}

function readMail({ mailTo: to, mailFrom: from, smtpUrlFile }: AlertValues) {
  if (to === null) {
    if (from === null && smtpUrlFile === null) return null;
    throw missing(alertSettings.mailTo, 'ALERT_MAIL_FROM and SMTP_URL_FILE need it');
  }
  if (from === null || smtpUrlFile === null) {
    const setting = from === null ? alertSettings.mailFrom : alertSettings.smtpUrlFile;
    throw missing(setting, 'ALERT_MAIL_TO needs it');
  }
  const [smtpUrl, ...others] = readLines(smtpUrlFile, alertSettings.smtpUrlFile);
  if (smtpUrl === undefined || !isSmtp(smtpUrl) || others.length > 0) {
    throw invalidValue(alertSettings.smtpUrlFile);
  }
  return { to, from, smtpUrl };
}

/** Without a query, in which some programs expect options that would have no effect here. */
function isSmtp(text: string): boolean {
  try {
    const { protocol, hostname, username, password, search } = new URL(text);
    decodeURIComponent(username + password);
    return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && search === '';
  } catch {
    return false;
  }
}

/** The lines of a secret file; messages never contain any part of them. */
export function readLines(file: string, setting: Setting): readonly string[] {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  } catch {
    throw invalidValue(setting);
  }
}

/** Half of what belongs together would be off without a word. */
function missing({ key, example }: Setting, reason: string): ConfigError {
  return new ConfigError(
    `${key} must also be set, because ${reason}, for example ${key}=${example}`,
  );
}
