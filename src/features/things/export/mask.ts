import { isObject } from '#lib/isObject.ts';

export type Mask = ReturnType<typeof createMask>;

/** Fields that hold an IMSI or a phone number, including fields that the API document does not name. */
const identity = /imsi|msisdn|subscriber|phone/i;
const phone = /msisdn|phone/i;
/** Fields that hold a location or part of one. */
const place =
  /latitude|longitude|coord|geo|gps|position|(?<!al)location$|(?:^|[\W_])(?:lat|lng|lon)(?![a-z])|[a-z](?:Lat|Lng|Lon)(?![a-z])/i;

/** Fields whose numbers stay readable, because support needs them. */
const readableFields = /^(?:ExternalUniqueId|(?:Master)?IMEI)$/;

/** Shorter numbers also occur inside other numbers, so they are masked only where they stand alone. */
const minInside = 7;
/** Even shorter numbers are masked only in their own fields. */
const minDigits = 5;
/** The length of the longest country code (ITU-T E.164, 6.2.1). The national number follows it. */
const maxCountryCode = 3;

/** Digits with common separators between them. */
const numbers = /[\d０-９](?:[\s().,:;/'\u2010-\u2015\u00A0_-]{0,3}[\d０-９])+/g;
const shortNumbers = /(?<!\d)\d{5,6}(?!\d)/g;
/** Decimal numbers, except the seconds of a time. */
const decimals = /(?<![\d:.])(\d{1,3})[.,](\d{3})\d*/g;
/** An ICCID, an IMEI or another number of that length. */
const longNumbers = /(?<!\d)(\d{14,22})(?!\d)/;
const digit = /[\d０-９]/;
const digits = /[\d０-９]/g;

/** Replaces the digits of IMSIs, MSISDNs and positions. Masking is idempotent. */
export function createMask() {
  const secrets = new Set<string>();
  const lengths = new Set<number>();
  const short = new Set<string>();
  const places = new Set<string>();
  const readable = new Set<string>();

  function learnNumber(text: string, isPhone: boolean) {
    const number = digitsOf(text).replace(/^00/, '');
    if (number.length < minDigits) return;
    if (number.length < minInside) {
      short.add(number);
      return;
    }
    // Does not apply to an IMSI: its last digits may be part of the ICCID, which must stay readable.
    const atHome = isPhone ? number.slice(maxCountryCode) : number;
    for (const secret of [number, atHome]) {
      if (secret.length < minInside) continue;
      secrets.add(secret);
      lengths.add(secret.length);
    }
  }

  function learnPlace(value: number) {
    if (!Number.isFinite(value) || Number.isInteger(value)) return;
    const size = Math.abs(value);
    // Shortened forms are truncated or rounded.
    places.add(size.toFixed(3));
    places.add((Math.floor(size * 1000) / 1000).toFixed(3));
    places.add((/^\d+\.\d{3}/.exec(String(size)) ?? [''])[0]);
  }

  function learn(value: unknown, name = '') {
    if (Array.isArray(value)) for (const item of value) learn(item, name);
    else if (isObject(value)) {
      // Nested values are masked like the outer field, unless their own name says otherwise.
      const inherited = identity.test(name) || place.test(name) ? `${name} ` : '';
      for (const key of Object.keys(value)) learn(value[key], inherited + key);
    } else if (typeof value === 'string' || typeof value === 'number') {
      if (readableFields.test(name)) readable.add(digitsOf(String(value)));
      if (identity.test(name)) learnNumber(String(value), phone.test(name));
      if (place.test(name)) for (const part of partsOf(value)) learnPlace(part);
    }
  }

  function maskNumber(written: string): string {
    const characters = Array.from(written);
    const at = characters.flatMap((character, index) => (digit.test(character) ? index : []));
    const plain = digitsOf(written);
    // An IMEI may have been looked up as an IMSI.
    if (readable.has(plain)) return written;
    for (const length of lengths) {
      for (let from = 0; from + length <= plain.length; from++) {
        if (!secrets.has(plain.slice(from, from + length))) continue;
        for (const index of at.slice(from, from + length - kept(length))) characters[index] = '*';
      }
    }
    return characters.join('');
  }

  function maskText(given: string): string {
    return given
      .replace(decimals, (written, whole: string, fraction: string) =>
        places.has(`${Number(whole)}.${fraction}`) ? withoutDigits(written) : written,
      )
      .replace(numbers, maskNumber)
      .replace(shortNumbers, (written) => (short.has(written) ? lastDigits(written) : written));
  }

  function json(value: unknown, name = ''): unknown {
    if (Array.isArray(value)) return value.map((item) => json(item, name));
    if (isObject(value)) {
      const inherited = identity.test(name) || place.test(name) ? `${name} ` : '';
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [maskText(key), json(inner, inherited + key)]),
      );
    }
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const written = String(value);
    const masked = place.test(name)
      ? withoutDigits(written)
      : identity.test(name)
        ? lastDigits(written)
        : maskText(written);
    return masked === written ? value : masked;
  }

  return {
    /** Collects a record's numbers, so that they are masked wherever else they occur. */
    learn,
    /** Masks the collected numbers in any format: with separators, a plus, or a leading 00 or 0. */
    text: maskText,
    /** Masks every number of 7 or more digits in typed text, except ICCIDs and IMEIs that were collected. */
    typed: (text: string) =>
      text
        .split(longNumbers)
        .map((part) => (readable.has(part) ? part : maskText(part.replace(numbers, maskLong))))
        .join(''),
    /** A copy of a JSON value, masked by field names and collected numbers. */
    json,
    /** An encoded path with a query, masked by parameter names and collected numbers. */
    address(address: string) {
      const [path = '', search] = address.split('?');
      if (search === undefined) return maskText(path);
      const masked = new URLSearchParams();
      for (const [name, value] of new URLSearchParams(search)) {
        masked.append(name, String(json(value, name)));
      }
      return `${maskText(path)}?${masked}`;
    },
  };
}

/** Masks nothing. */
export const noMask: Mask = {
  learn: () => undefined,
  text: (text) => text,
  typed: (text) => text,
  json: (value) => value,
  address: (address) => address,
};

/** Masks every digit of a coordinate: in a short number, the last digits include the significant leading ones. */
function withoutDigits(text: string): string {
  return text.replaceAll(digits, '*');
}

function lastDigits(text: string): string {
  const count = text.match(digits)?.length ?? 0;
  let left = count - kept(count);
  return text.replaceAll(digits, (found) => (left-- > 0 ? '*' : found));
}

function maskLong(written: string): string {
  return digitsOf(written).length < minInside ? written : lastDigits(written);
}

/** How many of the last digits stay visible: enough to tell two SIMs apart. */
function kept(length: number): number {
  if (length >= 10) return 4;
  return length >= minDigits ? 2 : 0;
}

function digitsOf(text: string): string {
  return (text.match(digits) ?? []).join('').normalize('NFKC');
}

function partsOf(value: string | number): readonly number[] {
  if (typeof value === 'number') return [value];
  return (value.match(/\d{1,3}[.,]\d+/g) ?? []).map((part) => Number(part.replace(',', '.')));
}
