import { writeFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { alertNotice, storedMessages } from '#testing/fixtures/alertMessages.ts';
import { listening } from '#testing/fixtures/listening.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';
import { databaseUrl, emptyDatabase, withTables } from '#testing/fixtures/testDatabases.ts';

import { readConfig } from '../../ops/config.ts';
import { alertTargets } from '../targets.ts';
import { writeMessage } from './writeMessage.ts';

it('W7: a gateway sends to both destinations, and finishes an attempt before it stops', async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => asked.resolve(response));
  });
  const port = await listening(receiver);
  onTestFinished(() => void receiver.close());

  const SMTP_URL_FILE = join(temporaryFolder(), 'smtp');
  // Nothing listens there.
  await writeFile(SMTP_URL_FILE, 'smtp://console:geheim@127.0.0.1:1');
  const target = await emptyDatabase('sqlite');
  const environment = {
    DATABASE_URL: databaseUrl(target),
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${port}/secret-path`,
    ALERT_FORMAT: 'slack',
    ALERT_MAIL_TO: 'desk@example.com',
    ALERT_MAIL_FROM: 'console@example.com',
    SMTP_URL_FILE,
    SANDBOX_WATCH: 'false',
  };
  const database = await withTables(target);
  for (const to of alertTargets(readConfig(environment).alerts)) {
    const id = `msg_${to.destination}`;
    await database.run((db) => writeMessage(db, { id, to, notice: alertNotice() }));
  }

  const gateway = await startedGateway({ environment, distDir: builtSite() });
  const response = await asked.promise;
  const closed = gateway.close();
  response.end('ok');
  await closed;

  const stored = await storedMessages(database);
  expect(stored.get('msg_webhook')).toMatchObject({ state: 'sent', answer: '200 OK' });
  expect(stored.get('msg_mail')).toMatchObject({ state: 'pending', tries: 1 });
  expect(stored.get('msg_mail')?.answer).toMatch(/^The connection failed/);
  const lines = gateway.log.filter(({ event }) => event === 'alert message');
  expect(lines).toContainEqual(
    expect.objectContaining({ destination: 'webhook', host: `127.0.0.1:${port}`, outcome: 'sent' }),
  );
  expect(lines).toContainEqual(
    expect.objectContaining({ destination: 'mail', host: '127.0.0.1:1', outcome: 'again' }),
  );
  expect(JSON.stringify(gateway.log)).not.toMatch(/secret-path|geheim|desk@|cid_secret/);
});
