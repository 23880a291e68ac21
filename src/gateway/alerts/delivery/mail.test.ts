import { createServer } from 'node:net';

import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerOptions } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';

import type { AlertNotice } from '#contract/alerts.ts';
import {
  alertNotice,
  consoleAddress,
  noticedAlert,
  testMail,
} from '#testing/fixtures/alertMessages.ts';
import { listening } from '#testing/fixtures/listening.ts';

import { createMail } from './mail.ts';

const password = 'pass:w@rd/%';

/** A mail server on this machine, and the emails that it has accepted. */
async function mailServer(options: SMTPServerOptions = {}) {
  const mails: ParsedMail[] = [];
  const keep = async (stream: SMTPServerDataStream, done: () => void) => {
    mails.push(await simpleParser(stream));
    done();
  };
  const server = new SMTPServer({
    // Without a trusted certificate.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: (auth, _, done) =>
      auth.username === 'console' && auth.password === password
        ? done(null, { user: auth.username })
        : done(new Error(`No such user ${auth.password}`)),
    onData: (stream, _, done) => void keep(stream, done),
    ...options,
  });
  server.on('error', () => {});
  const port = await listening(server.server);
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { mails, port };
}

const user = `console:${encodeURIComponent(password)}@`;

async function send(
  port: number,
  {
    origin = `smtp://${user}127.0.0.1`,
    late,
    ...notice
  }: Partial<AlertNotice> & { readonly origin?: string; readonly late?: Promise<unknown> } = {},
) {
  const smtpUrl = `${origin}:${port}`;
  const courier = createMail({ mail: { ...testMail, smtpUrl }, address: consoleAddress });
  onTestFinished(courier.close);
  const limit = new AbortController();
  void late?.then(() => limit.abort());
  const reply = await courier.send('msg_1', alertNotice(notice), limit.signal);
  expect(reply.answer).not.toMatch(/pass:|w@rd|127\.0\.0\.1|console/);
  return reply;
}

it('W7: mail is plain text that no program answers, with the same Message-ID in each attempt', async () => {
  const { mails, port } = await mailServer();
  expect(await send(port)).toEqual({ kind: 'sent', answer: 'Accepted' });
  await send(port);
  const [mail, again] = mails;
  expect(mail?.subject).toBe('SIM Console: New alert: Same device on several SIMs');
  expect(mail?.messageId).toBe('<msg_1@sim.example.com>');
  expect(again?.messageId).toBe(mail?.messageId);
  expect(mail?.date).toEqual(new Date(alertNotice().at));
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail?.from?.text).toBe(testMail.from);
  expect(mail?.html).toBe(false);
  expect(mail?.text?.trim()).toBe(
    [
      'Same device on several SIMs: 3 new, 40 in all',
      'Groups: Zähler Süd (30), without a named group (10)',
      'https://sim.example.com/tools/fleet/sims?where=alert.is.alert-1',
      '',
      'As of 2026-01-01 12:00 UTC.',
      '',
      'All alerts: https://sim.example.com/tools/alerts',
    ].join('\n'),
  );
});

it('W7: mail has no header injected by a name, and names SIMs only if the notice does', async () => {
  const { mails, port } = await mailServer();
  const groups = [{ name: 'A\r\n.\r\nBcc: x@evil.example\r\n\r\nB', sims: 1 }];
  await send(port, { alerts: [noticedAlert({ groups, iccids: ['8988228000000000001'] })] });
  await send(port, { kind: 'stopped', stopped: 'h\r\nBcc: x@evil.example', alerts: [] });
  for (const mail of mails) expect(mail.bcc).toBeUndefined();
  expect(mails).toHaveLength(2);
  expect(mails[0]?.text).toContain('A . Bcc: x@evil.example B (1)');
  expect(mails[0]?.text).toContain('New SIMs: 8988228000000000001, and 2 more');
});

it('W7: mail stays below 20 kB', async () => {
  const { mails, port } = await mailServer();
  const groups = Array.from({ length: 9 }, () => ({ name: '𝔘'.repeat(900), sims: 1 }));
  const alerts = Array.from({ length: 20 }, () => noticedAlert({ groups }));
  await send(port, { alerts });
  expect(mails[0]?.subject).toBe('SIM Console: 20 alerts: 20 new');
  expect(Buffer.byteLength(mails[0]?.text ?? '')).toBeLessThan(20_000);
  expect(mails[0]?.text).toMatch(/… and \d+ more\./);
});

it('W7: mail says which recipients a server did not accept, and does not email the others twice', async () => {
  const { mails, port } = await mailServer({
    onRcptTo: ({ address }, _, done) =>
      done(address.startsWith('night') ? new Error('Unknown') : undefined),
  });
  expect(await send(port)).toEqual({
    kind: 'sent',
    answer: 'Accepted, but not for night@example.com',
  });
  expect(mails).toHaveLength(1);
});

it('W7: mail says why a server refused it', async () => {
  const refuse = (code: number) => Object.assign(new Error(password), { responseCode: code });
  const { port } = await mailServer();
  expect((await send(port, { origin: 'smtp://console:wrong@127.0.0.1' })).answer).toBe(
    'The mail server answered 535 to the user name and password',
  );
  const closed = await mailServer({ onRcptTo: (_, __, done) => done(refuse(550)) });
  expect((await send(closed.port)).answer).toBe('The mail server answered 550 to the recipients');
  const full = await mailServer({
    onData: (stream, _, done) => {
      stream.resume().on('end', () => done(refuse(452)));
    },
  });
  expect(await send(full.port)).toEqual({
    kind: 'refused',
    answer: 'The mail server answered 452 to the message',
  });
});

it('W7: mail sends a password to another machine only over TLS, and never without a valid certificate', async () => {
  const logins: unknown[] = [];
  const onAuth: SMTPServerOptions['onAuth'] = ({ username }, _, done) => {
    logins.push(username);
    done(null, { user: username });
  };
  const plain = await mailServer({ onAuth });
  // Not recognized as this machine.
  const origin = `smtp://${user}[::ffff:127.0.0.1]`;
  expect((await send(plain.port, { origin })).answer).toMatch(
    /answered 5\d\d to the switch to TLS$/,
  );
  const selfSigned = await mailServer({ onAuth, secure: true });
  expect((await send(selfSigned.port, { origin: `smtps://${user}127.0.0.1` })).answer).toMatch(
    /^The connection failed/,
  );
  const starttls = await mailServer({ onAuth, disabledCommands: [] });
  expect((await send(starttls.port)).answer).toMatch(/^The connection failed/);
  expect(logins).toEqual([]);
});

it('W7: mail gives up on a server that hangs, and reports one that cannot be reached', async () => {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const silent = createServer((socket) => {
    onTestFinished(() => void socket.destroy());
    resolve();
  });
  const port = await listening(silent);
  expect((await send(port, { late: asked })).answer).toBe('No answer within 60 seconds');
  silent.close();
  expect((await send(port)).answer).toMatch(/^The connection failed \(E[A-Z]+\)$/);
});
