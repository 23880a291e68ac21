/**
 * The check digit of ISO/IEC 7812-1, annex B (Luhn), as used by ICCID (ITU-T E.118) and IMEI (3GPP TS 23.003, annex B).
 *
 * @param digits decimal digits without the check digit
 */
export function checkDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48;
    const doubled = i % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Whether the last digit is the check digit of those before it. */
export function hasCheckDigit(digits: string): boolean {
  return digits.length > 1 && checkDigit(digits.slice(0, -1)) === digits.at(-1);
}
