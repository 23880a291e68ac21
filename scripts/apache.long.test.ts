import { createServer } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startApache } from '../e2e/servers/apache.ts';
import { listening, portOf } from '../src/testing/fixtures/listening.ts';
import { findProgram } from './getProxies.ts';

/** The previous step and the last lines of the run report unavailable programs. */
const here = [findProgram('apache2')].filter((program) => program !== undefined);

const groups = '/api/thingsgroup/';
const ids = ['a%2Bb%2Fc%3Dd%25', 'a%5Cb', 'a%252Fb', '%C3%BC%20x', 'a%3Bb%2A'];

/** The paths of requests that Apache forwarded. */
const seen: string[] = [];
const behind = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`);
  response.end();
});
beforeAll(async () => {
  await listening(behind);
});
afterAll(() => {
  behind.close();
  behind.closeAllConnections();
});

async function passedBy(
  program: (typeof here)[number],
  lines: (target: string) => readonly string[],
): Promise<readonly string[]> {
  const target = `http://127.0.0.1:${portOf(behind)}/`;
  const apache = await startApache({ program, lines: lines(target) });
  seen.length = 0;
  for (const id of ids) {
    await (await fetch(`${apache.origin}${groups}${id}`, { method: 'PUT', body: '{}' })).text();
  }
  await apache.stop();
  return seen;
}

describe.each(here)('Apache, configured as in docs/operations.md', (program) => {
  it('forwards an id with encoded characters unchanged', async () => {
    const passed = await passedBy(program, (target) => [
      'AllowEncodedSlashes NoDecode',
      `ProxyPass / ${target} nocanon`,
    ]);
    expect(passed).toEqual(ids.map((id) => `PUT ${groups}${id}`));
  });

  it.each([
    ['AllowEncodedSlashes', (target: string) => [`ProxyPass / ${target} nocanon`]],
    ['nocanon', (target: string) => ['AllowEncodedSlashes NoDecode', `ProxyPass / ${target}`]],
  ])('changes the id without %s', async (_, lines) => {
    expect(await passedBy(program, lines)).not.toContain(`PUT ${groups}${ids[0]}`);
  });
});
