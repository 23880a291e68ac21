import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { testWebhook } from '#testing/fixtures/alertMessages.ts';
import { realService } from '#testing/fixtures/gatewayEnvironment.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';

import { readConfig } from './config.ts';
import { ConfigError } from './readSettings.ts';

type Environment = Readonly<Record<string, string>>;

const [secret] = testWebhook.secrets;
const other = `whsec_${Buffer.alloc(64, 2).toString('base64')}`;

/** A file with this content. */
function file(content: string): string {
  const path = join(temporaryFolder(), 'secret');
  writeFileSync(path, content);
  return path;
}

/** Why the gateway does not start. */
function refusal(environment: Environment): string {
  try {
    readConfig({ ...realService, ...environment });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The configuration is valid');
}

describe('W1: the watch', () => {
  const user = { WATCH_USER: 'watch' };

  it('is off with a real service, and has its own user on the sandbox', () => {
    expect(readConfig(realService).watch).toBeNull();
    expect(readConfig({}).watch).toMatchObject({ username: 'watcher', everyMs: 120_000 });
    expect(readConfig({ SANDBOX_WATCH: 'false' }).watch).toBeNull();
    expect(readConfig({ FLEET_MEMORY: 'off' }).watch).toBeNull();
    expect(readConfig({ WATCH_EVERY_MINUTES: '7' }).watch).toMatchObject({ everyMs: 420_000 });
  });

  it('reads the password from a file', () => {
    const WATCH_PASSWORD_FILE = file('\n  geheim \n');
    expect(readConfig({ ...realService, ...user, WATCH_PASSWORD_FILE }).watch).toEqual({
      username: 'watch',
      password: 'geheim',
      everyMs: 3_600_000,
      callsPerMinute: 120,
    });
  });

  it.each([
    [{ WATCH_EVERY_MINUTES: '0' }, 'WATCH_EVERY_MINUTES'],
    [{ WATCH_EVERY_MINUTES: '1441' }, 'WATCH_EVERY_MINUTES'],
    [{ WATCH_CALLS_PER_MINUTE: '0' }, 'WATCH_CALLS_PER_MINUTE'],
    [{ WATCH_USER: 'a'.repeat(257) }, 'WATCH_USER'],
    [user, 'WATCH_PASSWORD_FILE must also be set'],
    [{ WATCH_PASSWORD_FILE: '/none' }, 'WATCH_USER must also be set'],
    [{ ...user, WATCH_PASSWORD_FILE: '/none' }, 'WATCH_PASSWORD_FILE must be the path of a file'],
  ])('refuses %j', (environment: Environment, sentence) => {
    expect(refusal({ ...environment })).toMatch(new RegExp(`^${sentence}.* for example [A-Z_]+=`));
  });

  it('refuses an empty password, and an inventory that keeps nothing', () => {
    const set = { ...user, WATCH_PASSWORD_FILE: file(' \n') };
    expect(refusal(set)).toContain('WATCH_PASSWORD_FILE must be');
    expect(refusal({ ...set, FLEET_MEMORY: 'off' })).toContain('FLEET_MEMORY=off cannot both be');
  });
});

describe('W6, W7: alerts', () => {
  const url = { ALERT_WEBHOOK_URL: 'https://hooks.example.com/secret-path' };
  const mail = { ALERT_MAIL_TO: 'a@example.com, b@example.com', ALERT_MAIL_FROM: 'c@example.com' };

  it('have five checks and no destination', () => {
    expect(readConfig(realService).alerts).toEqual({
      checks: ['outside-lock', 'shared-imei', 'suspended-counting', 'other-device', 'not-found'],
      identifiers: false,
      webhook: null,
      mail: null,
    });
    const { alerts } = readConfig({ ...realService, ALERT_CHECKS: 'blocked shared-imei,' });
    expect(alerts.checks).toEqual(['shared-imei', 'blocked']);
  });

  it('go to a webhook, signed with one secret, or two during a change', () => {
    for (const secrets of [[secret], [secret, other]]) {
      const ALERT_WEBHOOK_SECRET_FILE = file(`${secrets.join('\r\n')}\n`);
      const { alerts } = readConfig({ ...realService, ...url, ALERT_WEBHOOK_SECRET_FILE });
      expect(alerts.webhook).toMatchObject({ format: 'standard', secrets });
    }
    const slack = { ...url, ALERT_FORMAT: 'slack' };
    expect(readConfig({ ...realService, ...slack }).alerts.webhook).toMatchObject({ secrets: [] });
    expect(
      readConfig({ ...slack, ALERT_WEBHOOK_URL: 'http://127.0.0.1:9/x' }).alerts.webhook,
    ).toBeDefined();
  });

  it('go through the proxies, even on the sandbox', () => {
    const proxy = { HTTPS_PROXY: 'http://proxy.example.com:3128' };
    const { alerts } = readConfig({ ...url, ...proxy, ALERT_FORMAT: 'teams' });
    expect(alerts.webhook?.proxies.https).toBe('http://proxy.example.com:3128/');
  });

  it('go to email addresses', () => {
    const smtpUrl = 'smtps://user:p%40ss@mail.example.com:465';
    const { alerts } = readConfig({ ...realService, ...mail, SMTP_URL_FILE: file(`${smtpUrl}\n`) });
    expect(alerts.mail).toEqual({
      to: ['a@example.com', 'b@example.com'],
      from: 'c@example.com',
      smtpUrl,
    });
  });

  it.each([
    [{ ALERT_CHECKS: 'shared-imei,nothing' }, 'ALERT_CHECKS'],
    [{ ALERT_CHECKS: ',' }, 'ALERT_CHECKS'],
    [{ ALERT_IDENTIFIERS: 'true' }, 'ALERT_IDENTIFIERS'],
    [{ ...url, ALERT_FORMAT: 'email' }, 'ALERT_FORMAT'],
    [{ ALERT_WEBHOOK_URL: 'http://hooks.example.com/secret-path' }, 'ALERT_WEBHOOK_URL'],
    [{ ALERT_WEBHOOK_URL: 'https://me:secret-path@hooks.example.com' }, 'ALERT_WEBHOOK_URL'],
    [{ ALERT_WEBHOOK_URL: 'secret-path' }, 'ALERT_WEBHOOK_URL'],
    [url, 'ALERT_WEBHOOK_SECRET_FILE must also be set'],
    [{ ...url, ALERT_WEBHOOK_SECRET_FILE: '/none' }, 'ALERT_WEBHOOK_SECRET_FILE must be'],
    [{ ALERT_MAIL_TO: 'secret-path' }, 'ALERT_MAIL_TO'],
    [{ ALERT_MAIL_TO: '<a@example.com>' }, 'ALERT_MAIL_TO'],
    [{ ALERT_MAIL_TO: 'a@example.com' }, 'ALERT_MAIL_FROM must also be set'],
    [mail, 'SMTP_URL_FILE must also be set'],
    [{ ALERT_WEBHOOK_SECRET_FILE: '/secret-path' }, 'ALERT_WEBHOOK_URL must also be set'],
    [{ ALERT_FORMAT: 'slack' }, 'ALERT_WEBHOOK_URL must also be set'],
    [{ SMTP_URL_FILE: '/secret-path' }, 'ALERT_MAIL_TO must also be set'],
    [{ ALERT_MAIL_FROM: 'a@example.com' }, 'ALERT_MAIL_TO must also be set'],
    [{ ...mail, ALERT_MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, 'ALERT_MAIL_FROM'],
  ])('refuse %j', (environment: Environment, sentence) => {
    const reason = refusal({ ...environment });
    expect(reason).toMatch(new RegExp(`^${sentence}.* for example [A-Z_]+=`));
    expect(reason).not.toContain('secret-path');
  });

  it.each([
    '',
    secret.slice(6),
    `whsec_${Buffer.alloc(23, 1).toString('base64')}`,
    `${secret}\n${secret}\n${secret}`,
    `${secret}\n# a comment`,
  ])('refuse the secrets %j', (content) => {
    const reason = refusal({ ...url, ALERT_WEBHOOK_SECRET_FILE: file(content) });
    expect(reason).toMatch(
      /^ALERT_WEBHOOK_SECRET_FILE must be .* for example ALERT_WEBHOOK_SECRET_FILE=/,
    );
    expect(reason).not.toContain(secret.slice(6, 16));
  });

  it.each([
    '',
    'mail.example.com',
    'https://geheim@mail.example.com',
    'smtps://',
    'smtp://user:geheim%@mail.example.com',
    'smtp://user:geheim@mail.example.com/?logger=true',
    'smtp://user:geheim@mail.example.com\nsmtp://mail.example.com',
  ])('refuse the mail server %j', (content) => {
    const reason = refusal({ ...mail, SMTP_URL_FILE: file(content) });
    expect(reason).toMatch(/^SMTP_URL_FILE must be .* for example SMTP_URL_FILE=/);
    expect(reason).not.toContain('geheim');
  });
});
