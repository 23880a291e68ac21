import { createHash } from 'node:crypto';

import { isObject } from '#lib/isObject.ts';

type Fields = Readonly<Record<string, unknown>>;

const maxTextLength = 64;

/** No location area has these codes, which stand for "none" (3GPP TS 24.008, 10.5.1.3). */
const noArea = /^(?:0+|65534|(?:0x)?fffe)$/i;

/**
 * A code for the cell of a SIM's last location, used to count the SIMs in a cell; null if the record does not name the
 * cell. SIMs of different customers never share a code.
 *
 * The code does no more than keep plain-text locations out of the database: the world has so few cells that anyone with
 * the database can try them all.
 */
export function cellCode(customerId: string, item: Fields): string | null {
  const { CellId: cell, Lac: area } = item;
  const { MCC: country, MNC: network } = isObject(item['LastLocation']) ? item['LastLocation'] : {};
  const parts = [...[country, network].map(numberOf), ...[area, cell].map(codeOf)];
  if (parts.some((part) => part === undefined) || noArea.test(String(parts[2]))) return null;
  return createHash('sha256')
    .update(JSON.stringify([customerId, ...parts]))
    .digest('base64url')
    .slice(0, 16);
}

/**
 * A number, or any other text unchanged, such as hexadecimal digits: the service's filters accept it (API document
 * 4.5).
 */
function codeOf(value: unknown): number | string | undefined {
  const isText = typeof value === 'string' && value.trim() !== '' && value.length <= maxTextLength;
  return numberOf(value) ?? (isText ? value : undefined);
}

/** Services mix 7 and "07", which mean the same network code. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined;
}
