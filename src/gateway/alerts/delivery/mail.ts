import { createTransport } from 'nodemailer';

import type { AlertNotice } from '#contract/alerts.ts';

import { isLoopback } from '../../ops/configValues.ts';
import type { MailConfig } from '../../ops/watchConfig.ts';
import { codeIn, type Courier } from './courier.ts';
import { type ConsoleAddress, fitting, messageWords } from './messageWords.ts';

/** Mail servers may take their time before they greet a client or accept an email. */
const maxMs = 60_000;

/** Emails messages to `ALERT_MAIL_TO` as plain text. */
export function createMail({
  mail,
  address,
}: {
  readonly mail: MailConfig;
  readonly address: ConsoleAddress;
}): Courier {
  const url = new URL(mail.smtpUrl);
  const hasPassword = url.username !== '';
  const secure = url.protocol === 'smtps:';
  const transport = createTransport({
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    secure,
    ...(url.port !== '' && { port: Number(url.port) }),
    ...(hasPassword && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    // Otherwise, an attacker in the middle could hide STARTTLS and read the password.
    requireTLS: hasPassword && !secure && !isLoopback(url),
    connectionTimeout: maxMs,
    greetingTimeout: maxMs,
    socketTimeout: maxMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const { hostname } = new URL(address.publicOrigin);

  return {
    host: url.host,
    maxMs,
    async send(id, notice, signal) {
      const text = mailText(notice, address);
      try {
        const { rejected } = await transport.sendMail({
          from: mail.from,
          to: [...mail.to],
          subject: `SIM Console: ${messageWords(notice, address, 0).title}`,
          text,
          date: new Date(notice.at),
          messageId: `<${id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal,
        });
        // Another attempt would reach the others twice.
        const refused = rejected.length > 0 ? `, but not for ${rejected.join(', ')}` : '';
        return { kind: 'sent', answer: `Accepted${refused}` };
      } catch (error) {
        return { kind: 'refused', answer: problemOf(error, signal) };
      }
    },
    close: () => transport.close(),
  };
}

function mailText(whole: AlertNotice, address: ConsoleAddress): string {
  return fitting(whole, (notice, more) => {
    const { paragraphs, url } = messageWords(notice, address, more);
    const texts = paragraphs.map(({ lines, url: sims }) =>
      [...lines, ...(sims === null ? [] : [sims])].join('\n'),
    );
    return [...texts, `All alerts: ${url}`].join('\n\n');
  });
}

/** The commands that a server may refuse, for users. */
const commandWords: Readonly<Record<string, string>> = {
  STARTTLS: 'to the switch to TLS',
  AUTH: 'to the user name and password',
  MAIL: 'to the sender',
  RCPT: 'to the recipients',
  DATA: 'to the message',
};

function problemOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return `No answer within ${maxMs / 1000} seconds`;
  const code: unknown = Reflect.get(Object(error), 'responseCode');
  if (typeof code !== 'number') return `The connection failed${codeIn(error)}`;
  const [command = ''] = String(Reflect.get(Object(error), 'command')).split(' ');
  const toWhat = Object.hasOwn(commandWords, command) ? ` ${commandWords[command]}` : '';
  return `The mail server answered ${code}${toWhat}`;
}
