import * as z from 'zod/mini';

import { type FleetCheck, fleetChecks } from '#contract/inventory.ts';

import { duration, file, flag, isLoopback, onOff, parts, wholeNumber } from './configValues.ts';
import type { Setting } from './readSettings.ts';

const isCheck = (name: string): name is FleetCheck => fleetChecks.some((check) => check === name);

/** Plain http only to this machine: a message names groups and counts SIMs. */
const webhookUrl = z.string().check(
  z.refine((value) => {
    const url = URL.parse(value);
    const isPrivate = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url));
    return isPrivate && url.username === '' && url.password === '' && url.hash === '';
  }),
);

const mailAddress = /^[^\s@,<>"]{1,64}@[^\s@,<>"]{1,255}$/;
const mailAddresses = z.pipe(
  parts(/[\s,]+/),
  z.array(z.string().check(z.regex(mailAddress))).check(z.minLength(1), z.maxLength(20)),
);

/** The technical user that reads the fleet automatically. */
export const watchSettings = {
  user: {
    key: 'WATCH_USER',
    meaning:
      'username of a technical user that reads the fleet automatically; together with WATCH_PASSWORD_FILE',
    schema: z.string().check(z.maxLength(256)),
    expected: 'a username of up to 256 characters',
    example: 'sim-console-watch',
    defaultMeaning: 'off; on the sandbox a user of its own',
  },
  passwordFile: {
    key: 'WATCH_PASSWORD_FILE',
    meaning: "file with that user's password",
    ...file,
    example: '/run/secrets/watch-password',
    defaultMeaning: 'none',
  },
  everyMs: {
    key: 'WATCH_EVERY_MINUTES',
    meaning: 'how often the fleet is read',
    ...duration(1, 1440, 'minutes'),
    example: '60',
    defaultMeaning: '60; on the sandbox 2',
  },
  callsPerMinute: {
    key: 'WATCH_CALLS_PER_MINUTE',
    meaning: 'maximum number of calls per minute that the watch sends to the service',
    schema: wholeNumber(1, 6000),
    expected: 'a whole number from 1 to 6000',
    example: '120',
    default: '120',
  },
  onSandbox: {
    key: 'SANDBOX_WATCH',
    meaning: "false: the sandbox's own technical user does not read the fleet",
    ...flag,
    example: 'false',
    default: 'true',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** Which checks open alerts, and where messages about them go. */
export const alertSettings = {
  checks: {
    key: 'ALERT_CHECKS',
    meaning: 'checks that open alerts, by their names in the address /fleet/<check>',
    schema: z.pipe(
      parts(/[\s,]+/),
      z.pipe(
        z.array(z.string().check(z.refine(isCheck))).check(z.minLength(1)),
        z.transform((names) => fleetChecks.filter((check) => names.includes(check))),
      ),
    ),
    expected: `names of checks, separated by commas: ${fleetChecks.join(', ')}`,
    example: 'outside-lock,shared-imei',
    default: 'outside-lock,shared-imei,other-device,suspended-counting,not-found',
  },
  identifiers: {
    key: 'ALERT_IDENTIFIERS',
    meaning: 'on: messages name up to 20 SIMs by their ICCID',
    ...onOff,
    example: 'on',
    default: 'off',
  },
  webhookUrl: {
    key: 'ALERT_WEBHOOK_URL',
    meaning: 'address that messages about alerts are posted to',
    schema: webhookUrl,
    expected: 'an https address without user name and password (http only for localhost)',
    example: 'https://hooks.example.com/sim-console',
    defaultMeaning: 'off',
  },
  webhookSecretFile: {
    key: 'ALERT_WEBHOOK_SECRET_FILE',
    meaning: 'file with the secret that signs these messages, or two during a change: whsec_…',
    schema: z.string(),
    expected:
      'the path of a file with one or two secrets of at least 24 bytes, one a line: whsec_ and base64',
    example: '/run/secrets/alert-webhook',
    defaultMeaning: 'none; required for the format standard',
  },
  format: {
    key: 'ALERT_FORMAT',
    meaning: 'format of these messages: standard (Standard Webhooks), slack or teams',
    schema: z.enum(['standard', 'slack', 'teams']),
    expected: 'standard, slack or teams',
    example: 'slack',
    default: 'standard',
  },
  mailTo: {
    key: 'ALERT_MAIL_TO',
    meaning: 'email addresses that get messages about alerts, separated by commas',
    schema: mailAddresses,
    expected: 'up to 20 email addresses, separated by commas',
    example: 'sim-desk@example.com',
    defaultMeaning: 'off',
  },
  mailFrom: {
    key: 'ALERT_MAIL_FROM',
    meaning: 'sender address of these emails',
    schema: z.string().check(z.regex(mailAddress)),
    expected: 'an email address',
    example: 'sim-console@example.com',
    defaultMeaning: 'none; required with ALERT_MAIL_TO',
  },
  smtpUrlFile: {
    key: 'SMTP_URL_FILE',
    meaning: 'file with the address of the mail server, smtp://… or smtps://…, with its password',
    schema: z.string(),
    expected: 'the path of a file with an address such as smtps://user:password@mail.example.com',
    example: '/run/secrets/smtp-url',
    defaultMeaning: 'none; required with ALERT_MAIL_TO',
  },
} as const satisfies Readonly<Record<string, Setting>>;
