import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { systemClock } from '#lib/clock.ts';
import {
  createFixture,
  signedInFixture,
  fakeService,
  groupUpdate,
} from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';

import { createLog, createLogWriter, errorFields } from './log.ts';

describe('H18: the log', () => {
  it('contains no secrets or identifiers after 1,000 requests that carry them everywhere', async () => {
    const secrets = [
      'geheim-password',
      'access.secret',
      'refresh.secret',
      'cid_test',
      '89490100000010485908',
      '262010070000030',
      '4915101000022',
      'ThingsGroupId_secret',
      'query-secret',
    ];
    const answer404 = fakeService((request) =>
      request.url.includes('broken')
        ? Promise.reject(new Error(`no route to ${request.url} with access.secret`))
        : Response.json({ message: 'about 89490100000010485908' }, { status: 404 }),
    );
    const fixture = await createFixture({
      environment: { SIGN_IN_TRIES: '10000' },
      async service(request) {
        const isSignIn = request.url.endsWith('/v1/auth/token');
        const accepts = !isSignIn || (await request.clone().text()).includes('"writer"');
        const words = { message: 'No geheim-password' };
        return accepts ? answer404(request) : Response.json(words, { status: 401 });
      },
    });
    const body = { username: 'writer', password: 'geheim-password' };
    const answer = await fixture.send('POST', '/session', { body });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const paths = [
      '/api/things?filterBy[ExternalUniqueId]=89490100000010485908',
      '/api/things?filterBy[ThingName]=broken',
      '/api/things/262010070000030',
      '/api/things?query-secret=1',
      '/things/89490100000010485908?MSISDN=4915101000022',
      '/session/4915101000022',
      '/api/thingsgroup/ThingsGroupId_secret',
    ];
    const headers = {
      authorization: 'Bearer access.secret',
      apikey: 'cid_test',
      referer: 'http://localhost:8080/things/262010070000030',
    };
    for (let i = 0; i < 125; i++) {
      for (const path of paths) await fixture.send('GET', path, { cookie, headers });
      const group = '/api/thingsgroup/ThingsGroupId_secret';
      await fixture.send('PUT', group, { cookie, headers, body: { password: 'geheim-password' } });
      await fixture.send('PUT', group, { cookie, headers, body: groupUpdate });
      // A password in the wrong field, a customer id, and a sign-out from a nonexistent session.
      const slip = { username: 'geheim-password', password: 'query-secret' };
      await fixture.send('POST', '/session', { headers, body: slip });
      await fixture.send('POST', '/session', { headers, body: { customerId: 'cid_test' } });
      const customer = { customerId: 'cid_test' };
      await fixture.send('PUT', '/session/customer', { cookie, headers, body: customer });
      await fixture.send('DELETE', '/session', { headers, cookie: `${cookie.slice(0, -1)}_` });
    }
    const last = await fixture.send('POST', '/session', { cookie, headers, body });
    const lastCookie = last.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    await fixture.send('DELETE', '/session', { headers, cookie: lastCookie });
    for (const event of ['sign-in', 'sign-out', 'customer id changed', 'session ended']) {
      expect(fixture.log.join('')).toContain(`"event":"${event}"`);
    }
    expect(fixture.log.length).toBeGreaterThan(1000);
    const all = fixture.log.join('');
    const ids = [cookie, lastCookie].map((sent) => sent.split('=')[1] ?? 'no cookie');
    for (const secret of [...secrets, ...ids]) expect(all).not.toContain(secret);
  });

  it('contains the route’s template and both request ids', async () => {
    const { fixture, cookie } = await signedInFixture({
      service: fakeService(() => Response.json([], { headers: { 'x-request-id': 'service-1' } })),
    });
    await fixture.send('PUT', '/api/thingsgroup/ThingsGroupId_1', {
      cookie,
      body: groupUpdate,
      headers: { 'x-request-id': 'browser-1' },
    });
    expect(JSON.parse(fixture.log.at(-1) ?? '')).toEqual({
      time: new Date(fixture.clock.now()).toISOString(),
      event: 'request',
      requestId: 'browser-1',
      upstreamRequestId: 'service-1',
      method: 'PUT',
      route: '/api/thingsgroup/{ThingsGroupId}',
      status: 200,
      ms: 0,
      upstreamMs: 0,
    });
  });

  it('keeps a value’s line break within its line', () => {
    const lines: string[] = [];
    createLog(
      (line) => lines.push(line),
      () => 0,
    )('event', { value: 'a\r\n{"event":"forged"}' });
    expect(lines).toEqual([
      '{"time":"1970-01-01T00:00:00.000Z","event":"event","value":"a\\r\\n{\\"event\\":\\"forged\\"}"}\n',
    ]);
  });

  it('says where an error came from, without its message', () => {
    const fields = errorFields(Object.assign(new TypeError('secret'), { code: 'EPIPE' }));
    expect(fields).toMatchObject({ error: 'TypeError', code: 'EPIPE' });
    expect(JSON.stringify(fields)).not.toContain('secret');
  });
});

describe('the writer of log lines', () => {
  const folder = temporaryFolder(afterAll);

  /** A pipe that is read only when the test asks for it, and only as much as it asks for. */
  function pipe(name: string) {
    const path = join(folder, name);
    execFileSync('mkfifo', [path]);
    const { O_NONBLOCK, O_RDONLY, O_RDWR } = constants;
    // Opened for reading as well as writing, because a pipe cannot be opened only for writing until it has a reader.
    const fd = openSync(path, O_RDWR | O_NONBLOCK);
    const reader = openSync(path, O_RDONLY | O_NONBLOCK);
    const buffer = Buffer.alloc(1024 * 1024);
    return {
      fd,
      /** Everything that can be read right now. */
      read(): string {
        try {
          return buffer.toString('utf8', 0, readSync(reader, buffer));
        } catch {
          return '';
        }
      },
      /** Leaves no room for a single byte. */
      fill() {
        try {
          for (;;) writeSync(fd, '#');
        } catch {
          // EAGAIN: the pipe is full.
        }
      },
      close() {
        closeSync(reader);
        closeSync(fd);
      },
    };
  }

  const line = (number: number) => `${String(number).padStart(999, '.')}\n`;

  it('drops and counts whole lines when there is no room, and reports the count once there is', async () => {
    const { fd, read, fill, close } = pipe('stalled');
    const writer = createLogWriter(fd, systemClock, 20_000);
    fill();
    for (let number = 0; number < 200; number++) {
      writer.write(line(number));
      await writer.flush(1);
    }
    // No line fits in the pipe, and twenty fit in the buffer.
    expect(writer.dropped()).toBe(180);

    let text = '';
    await expect
      .poll(() => (text += read()))
      .toContain('"event":"log lines dropped","lines":180}\n');
    writer.write(line(200));
    await expect.poll(() => (text += read())).toContain(line(200));
    const lines = text.replace(/^#+/, '').split('\n');
    expect(lines.at(-2)).toBe(line(200).trimEnd());
    expect(lines.slice(0, 20)).toEqual(
      Array.from({ length: 20 }, (_, number) => line(number).trimEnd()),
    );
    expect(lines).toHaveLength(23);
    expect(writer.dropped()).toBe(180);
    close();
  });

  it('a full disk costs only the lines that do not fit', async () => {
    const fd = openSync('/dev/full', 'w');
    const writer = createLogWriter(fd, systemClock, 10_000);
    for (let number = 0; number < 50; number++) {
      writer.write(line(number));
      await writer.flush(5);
    }
    expect(writer.dropped()).toBe(40);
    closeSync(fd);
  });

  it('flushing never waits longer for a reader than requested', async () => {
    const { fd, read, close } = pipe('slow');
    const clock = manualClock();
    const writer = createLogWriter(fd, clock);
    for (let number = 0; number < 100; number++) writer.write(line(number));
    let isFlushed = false;
    const flushed = writer.flush(2_000).then(() => {
      isFlushed = true;
      return undefined;
    });
    await clock.advance(1_999);
    expect(isFlushed).toBe(false);
    await clock.advance(1);
    await flushed;

    const all = writer.flush(2_000);
    let text = '';
    await expect.poll(() => (text += read()).length).toBe(100_000);
    await all;
    close();
  });
});
