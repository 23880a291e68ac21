import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/**
 * Creates a self-signed certificate for `localhost`, 127.0.0.1 and other hosts, so no key is checked in and no
 * other program is needed (RFC 5280; DER as in ITU-T X.690).
 */
export function createCertificate(...hosts: readonly string[]): {
  readonly key: string;
  readonly cert: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
  const name = sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, text('localhost')))));
  const hour = 3_600_000;
  const validity = sequence(time(Date.now() - hour), time(Date.now() + 24 * hour));
  const names = sequence(
    ...['localhost', ...hosts].map((host) => tagged(0x82, text(host))),
    tagged(0x87, Uint8Array.of(127, 0, 0, 1)),
  );
  const extensions = sequence(sequence(oid('551d11'), tagged(0x04, names)));
  const certificate = sequence(
    tagged(0xa0, integer(Uint8Array.of(2))),
    integer(Uint8Array.of(1, ...randomBytes(8))),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, extensions),
  );
  const signature = sign('sha256', certificate, privateKey);
  const noUnusedBits = Uint8Array.of(0);
  const signed = sequence(
    certificate,
    ecdsaWithSha256,
    tagged(0x03, noUnusedBits, new Uint8Array(signature)),
  );
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem(signed),
  };
}

function tagged(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Uint8Array.of(tag, ...size, ...content);
}

const sequence = (...parts: readonly Uint8Array[]) => tagged(0x30, ...parts);
const oid = (hex: string) => tagged(0x06, Uint8Array.from(Buffer.from(hex, 'hex')));
const integer = (bytes: Uint8Array) => tagged(0x02, bytes);
const text = (characters: string) => new TextEncoder().encode(characters);

/** UTCTime, with two digits for the year. */
function time(at: number): Uint8Array {
  const digits = new Date(at).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return tagged(0x17, text(`${digits}Z`));
}

function pem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
