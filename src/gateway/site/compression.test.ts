import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { signedInFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';

/** The response that the browser gets if the service compresses a list unasked. */
async function listSentAs(encoding: string, body: Uint8Array<ArrayBuffer>) {
  const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
  const { fixture, cookie } = await signedInFixture({
    service: fakeService(() => new Response(body, { headers })),
  });
  return fixture.send('GET', '/api/things', { cookie });
}

it.each([
  ['gzip', gzipSync],
  ['X-GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['identity', (text: string) => new TextEncoder().encode(text)],
])('4.5: a compressed list is decompressed from %s', async (encoding, pack) => {
  const answer = await listSentAs(encoding, new Uint8Array(pack('[{"ThingName":"ü"}]')));
  expect(answer.headers.get('content-encoding')).toBe(null);
  expect(await answer.json()).toEqual([{ ThingName: 'ü' }]);
});

it.each([
  ['of an unknown kind', 'zip', new Uint8Array([1, 2, 3])],
  ['broken', 'gzip', new Uint8Array([1, 2, 3])],
  ['H11: above 10 MiB once unpacked', 'gzip', new Uint8Array(gzipSync('x'.repeat(11_000_000)))],
])('4.5: a compressed list %s becomes 502', async (_name, encoding, body) => {
  const answer = await listSentAs(encoding, body);
  expect([answer.status, await answer.json()]).toMatchObject([502, { code: 'upstream_answer' }]);
});
