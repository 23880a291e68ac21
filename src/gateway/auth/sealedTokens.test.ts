import { createDecipheriv, hkdfSync } from 'node:crypto';

import { expect, it } from 'vitest';

import { openTokens, SealError, sealTokens, sessionKey } from './sealedTokens.ts';

const tokens = { accessToken: 'header.payload.signature', refreshToken: 'spend-me-once' };
const own = { cookie: 'A'.repeat(43), generation: 7 };

it('S1: sealed tokens are opened with the cookie and generation they were sealed for', () => {
  expect(openTokens(sealTokens(tokens, own), own)).toEqual(tokens);
});

it('S1: sealed tokens reveal neither a token nor the cookie', () => {
  const text = Buffer.from(sealTokens(tokens, own)).toString('latin1');
  for (const secret of [...Object.values(tokens), own.cookie]) expect(text).not.toContain(secret);
  expect(sessionKey(own.cookie)).toMatch(/^[0-9a-f]{64}$/);
  expect(sessionKey(own.cookie)).not.toContain(own.cookie);
});

it('S1: sealed tokens differ each time, so that rows with the same content look different', () => {
  expect(sealTokens(tokens, own)).not.toEqual(sealTokens(tokens, own));
});

it('S1: sealed tokens are sealed with a key derived from the cookie, which never appears in a database dump', () => {
  const sealed = sealTokens(tokens, own);
  const openWith = (secret: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'sim-console session tokens 1', 32));
    const opening = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 13));
    opening.setAAD(Buffer.from(`${sessionKey(own.cookie)} ${own.generation}`));
    opening.setAuthTag(sealed.subarray(-16));
    const text = [opening.update(sealed.subarray(13, -16)), opening.final()];
    return Buffer.concat(text).toString('utf8');
  };
  expect(JSON.parse(openWith(own.cookie))).toEqual(tokens);
  for (const known of ['', sessionKey(own.cookie)])
    expect(() => openWith(known)).toThrow('authenticate');
});

it.each([
  ['with another session’s cookie', { cookie: 'B'.repeat(43) }],
  ['in a row of another generation', { generation: 8 }],
])('S1: sealed tokens cannot be opened %s', (_case, other) => {
  const sealed = sealTokens(tokens, own);
  expect(() => openTokens(sealed, { ...own, ...other })).toThrow(SealError);
});

it('S1: sealed tokens cannot be opened when any byte is changed', () => {
  const sealed = sealTokens(tokens, own);
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte));
    expect(() => openTokens(changed, own)).toThrow(SealError);
  }
});

it('S1: sealed tokens cannot be opened when bytes are missing', () => {
  const sealed = sealTokens(tokens, own);
  for (let length = 0; length < sealed.length; length++) {
    expect(() => openTokens(sealed.subarray(0, length), own)).toThrow(SealError);
  }
});
