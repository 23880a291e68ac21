import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { temporaryFolder } from '#testing/fixtures/testDatabases.ts';

import { readConfig } from './config.ts';

const real = {
  SIM_API_URL: 'https://api.example.com',
  SIM_CONSOLE_URL: 'https://c.example.com/x/',
};

function fileWith(text: string): string {
  const file = join(temporaryFolder(), 'secret');
  writeFileSync(file, text);
  return file;
}

const secret = `whsec_${Buffer.from('twenty-four random bytes').toString('base64')}`;

describe('W1: the configuration of the watch', () => {
  it('is a user and a file with the password, together', () => {
    const WATCH_PASSWORD_FILE = fileWith('geheim\n');
    const both = { ...real, WATCH_USER: 'watch', WATCH_PASSWORD_FILE };
    expect(readConfig(both).watch).toEqual({
      username: 'watch',
      password: 'geheim',
      everyMs: 3_600_000,
      callsPerMinute: 120,
    });
    expect(readConfig(real).watch).toBeNull();
    expect(() => readConfig({ ...real, WATCH_USER: 'watch' })).toThrow(
      'WATCH_PASSWORD_FILE must also be set',
    );
    expect(() => readConfig({ ...real, WATCH_PASSWORD_FILE })).toThrow(
      'WATCH_USER must also be set',
    );
    expect(() => readConfig({ ...both, FLEET_MEMORY: 'off' })).toThrow('cannot both be set');
    expect(() => readConfig({ ...both, WATCH_PASSWORD_FILE: '/none' })).toThrow(
      'WATCH_PASSWORD_FILE must be the path of a file that this user can read',
    );
  });

  it('W11: has a user of its own on the sandbox, unless it is switched off', () => {
    expect(readConfig({}).watch).toMatchObject({ username: 'watcher', everyMs: 120_000 });
    expect(readConfig({ WATCH_EVERY_MINUTES: '5' }).watch).toMatchObject({ everyMs: 300_000 });
    expect(readConfig({ SANDBOX_WATCH: 'false' }).watch).toBeNull();
    expect(readConfig({ FLEET_MEMORY: 'off' }).watch).toBeNull();
  });
});

describe('the configuration of messages about alerts', () => {
  const webhook = { ...real, ALERT_WEBHOOK_URL: 'https://hooks.example.com/x' };

  it('needs one or two secrets to sign messages in the standard format', () => {
    const read = (lines: string) =>
      readConfig({ ...webhook, ALERT_WEBHOOK_SECRET_FILE: fileWith(lines) }).alerts.webhook;
    expect(read(`${secret}\n`)).toMatchObject({ format: 'standard', secrets: [secret] });
    expect(read(`${secret}\n${secret}\n`)?.secrets).toHaveLength(2);
    expect(readConfig({ ...webhook, ALERT_FORMAT: 'slack' }).alerts.webhook?.secrets).toEqual([]);
    expect(() => readConfig(webhook)).toThrow('ALERT_WEBHOOK_SECRET_FILE must also be set');
    const short = `whsec_${Buffer.from('short').toString('base64')}`;
    for (const lines of ['', short, `${secret}\n${secret}\n${secret}`]) {
      expect(() => read(lines)).toThrow('ALERT_WEBHOOK_SECRET_FILE must be');
    }
  });

  it('names a mail server in a file, and never repeats its password', () => {
    const mail = { ...real, ALERT_MAIL_TO: 'a@example.com, b@example.com' };
    const whole = { ...mail, ALERT_MAIL_FROM: 'c@example.com' };
    const read = (line: string) =>
      readConfig({ ...whole, SMTP_URL_FILE: fileWith(line) }).alerts.mail;
    expect(read('smtps://user:geheim@mail.example.com')).toMatchObject({
      to: ['a@example.com', 'b@example.com'],
      from: 'c@example.com',
    });
    expect(() => readConfig(mail)).toThrow('ALERT_MAIL_FROM must also be set');
    expect(() => readConfig(whole)).toThrow('SMTP_URL_FILE must also be set');
    expect(() => read('https://user:geheim@mail.example.com')).toThrow(
      /^SMTP_URL_FILE must be (?!.*geheim)/,
    );
  });
});
