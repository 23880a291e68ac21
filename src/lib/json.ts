/**
 * JSON.parse that keeps integers beyond 2^53 as strings of their digits: a 19-digit ICCID sent as a number
 * would otherwise be rounded silently.
 *
 * @returns undefined if the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return mayHoldLongNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sixteen digits outside quotes. A reviver is slow, so it is used only if there are such numbers. */
const mayHoldLongNumber = /[:[,]\s*-?\d{16}/;

/** The third argument is missing in TypeScript's library and in older browsers. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) {
    return value;
  }
  // Without the source text the digits are lost; an unreadable value is better than a rounded one.
  return context?.source ?? null;
}
