/**
 * JSON.parse that keeps whole numbers beyond 2^53 as their digits: a 19-digit ICCID sent as a number
 * would otherwise be rounded without a word.
 *
 * @returns undefined where the text is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    return mayHoldLongNumber.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Sixteen digits outside quotes; reviving every value costs time that ordinary answers need not spend. */
const mayHoldLongNumber = /[:[,]\s*-?\d{16}/;

/** The third argument is not in TypeScript's library yet, and is absent in older browsers. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || !Number.isInteger(value)) {
    return value;
  }
  // Without the source the true digits are lost: better unreadable than rounded.
  return context?.source ?? null;
}
