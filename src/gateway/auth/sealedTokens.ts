import {
  createCipheriv,
  createDecipheriv,
  createHash,
  hkdfSync,
  type KeyObject,
  createSecretKey,
  randomBytes,
} from 'node:crypto';

import * as z from 'zod/mini';

/** The secrets of a session. */
export interface SessionSecrets {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A row's tokens cannot be opened: wrong cookie, wrong generation, or altered bytes. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

const cipher = 'aes-256-gcm';
/** The format's version, so that other formats can be added later. */
const formatByte = 1;
const nonceLength = 12;
const tagLength = 16;
const headerLength = 1 + nonceLength;

const secrets = z.object({ accessToken: z.string(), refreshToken: z.string() });

/** The key of a session's row: a digest of the cookie's value, which does not reveal its 256 random bits. */
export function sessionKey(cookie: string): string {
  return createHash('sha256').update(cookie).digest('hex');
}

/**
 * Seals tokens for the database with a key derived only from the cookie's value (HKDF, RFC 5869, and AES-256-GCM). The
 * row key and the generation are authenticated too, so that bytes from another row or an earlier pair are refused.
 *
 * @param given.cookie value of the session's cookie
 */
export function sealTokens(
  tokens: SessionSecrets,
  given: { readonly cookie: string; readonly generation: number },
): Uint8Array {
  const nonce = randomBytes(nonceLength);
  const sealing = createCipheriv(cipher, sealingKey(given.cookie), nonce);
  sealing.setAAD(contextOf(given));
  const { accessToken, refreshToken } = tokens;
  const text = JSON.stringify({ accessToken, refreshToken });
  const sealed = [sealing.update(text, 'utf8'), sealing.final()];
  return Buffer.concat([Buffer.of(formatByte), nonce, ...sealed, sealing.getAuthTag()]);
}

/** @throws {SealError} if these bytes do not belong to this cookie's session and generation */
export function openTokens(
  sealed: Uint8Array,
  given: { readonly cookie: string; readonly generation: number },
): SessionSecrets {
  if (sealed[0] !== formatByte || sealed.length < headerLength + tagLength) {
    throw new SealError('These are not sealed tokens.');
  }
  const nonce = sealed.subarray(1, headerLength);
  const opening = createDecipheriv(cipher, sealingKey(given.cookie), nonce, {
    authTagLength: tagLength,
  });
  opening.setAAD(contextOf(given));
  opening.setAuthTag(sealed.subarray(-tagLength));
  try {
    const parts = [opening.update(sealed.subarray(headerLength, -tagLength)), opening.final()];
    return secrets.parse(JSON.parse(Buffer.concat(parts).toString('utf8')));
  } catch (error) {
    throw new SealError('This session’s tokens cannot be opened.', { cause: error });
  }
}

function sealingKey(cookie: string): KeyObject {
  return createSecretKey(
    Buffer.from(hkdfSync('sha256', cookie, '', 'sim-console session tokens 1', 32)),
  );
}

function contextOf({ cookie, generation }: { cookie: string; generation: number }): Buffer {
  return Buffer.from(`${sessionKey(cookie)} ${generation}`);
}
