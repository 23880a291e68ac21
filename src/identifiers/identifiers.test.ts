import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cleanIccid, looksRounded } from './iccid.ts';
import { cleanImei, isSameDevice, isZeros, tacOf } from './imei.ts';
import { cleanImsi } from './imsi.ts';
import { checkDigit } from './luhn.ts';
import { cleanMsisdn, readMsisdn } from './msisdn.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const noise = fc.constantFrom(...Array.from(` -–./\u00A0\u200B\uFEFF'"_\u00AD`));

/** The digits with noise between them, some of them as full-width digits. */
const noisy = (text: string) => {
  const wide = (digit: string) => String.fromCodePoint(0xff10 + Number(digit));
  const marked = Array.from(text, (digit) =>
    fc.tuple(fc.option(noise, { nil: '' }), fc.constantFrom(digit, wide(digit))),
  );
  return fc.tuple(...marked).map((all) => all.flat().join(''));
};
const noisyDigits = (length: number) =>
  digits(length).chain((clean) => noisy(clean).map((text) => ({ clean, text })));

describe('noise around identifiers', () => {
  it('an ICCID of 16 to 22 digits keeps its exact digits, without the padding F', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 16, max: 22 }).chain(noisyDigits),
        fc.constantFrom('', 'F', 'f', ' F'),
        fc.constantFrom('', 'ICCID: ', 'iccid=', 'SIM card no. ', '="', 'SIM (1): ', 'icc-id #02='),
        ({ clean, text }, end, label) => {
          expect(cleanIccid(label + text + end)).toBe(clean);
        },
      ),
    );
  });

  it('an IMEI of 14 to 16 digits and an IMSI of 14 or 15 keep their exact digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: 14, max: 16 }).chain(noisyDigits), ({ clean, text }) => {
        expect(cleanImei(`IMEI: ${text}`)).toBe(clean);
        expect(cleanImsi(`IMSI ${text}`)).toBe(clean.length === 16 ? undefined : clean);
      }),
    );
  });

  const noImei = ['', '-', 'UNKNOWN', '35684', '3568461A0043219', '35684610004321987654', '1e15'];
  it.each(noImei)('"%s" is not an IMEI', (text) => {
    expect(cleanImei(text)).toBeUndefined();
    expect(tacOf(text)).toBeUndefined();
  });

  it.each([
    ['+49 151 2345 6789', '4915123456789', 'international'],
    ['0049 151-2345-6789', '4915123456789', 'international'],
    ['+49 (0) 151 2345 6789', '4915123456789', 'international'],
    ['tel:+1 (213) 555-0123', '12135550123', 'international'],
    ['＋４９１５１２３４５６７８９', '4915123456789', 'international'],
    ['0151 23456789', '15123456789', 'national'],
    ['4915123456789', '4915123456789', 'plain'],
  ])('the MSISDN of %s is %s', (text, clean, written) => {
    expect(cleanMsisdn(text)).toBe(clean);
    expect(readMsisdn(text)?.written).toBe(written);
  });

  const faulty = ['123456', '+1234567890123456', '000000000', '49151x2345', ''];
  it.each(faulty)('"%s" is not an MSISDN', (text) => expect(cleanMsisdn(text)).toBeUndefined());
});

describe('the forms of an IMEI (3GPP TS 23.003, 6.2)', () => {
  it('belong to the same device if TAC and serial number are equal', () => {
    fc.assert(
      fc.property(digits(14), digits(2), digits(1), (body, version, last) => {
        const forms = [body, body + checkDigit(body), body + last, body + version];
        for (const form of forms) {
          expect(tacOf(form)).toBe(body.slice(0, 8));
          for (const other of forms) expect(isSameDevice(form, other)).toBe(true);
        }
        const changed = String((Number(body[13]) + 1) % 10);
        expect(isSameDevice(body, body.slice(0, 13) + changed)).toBe(false);
      }),
    );
  });

  it('never belong to the same device if either is not an IMEI', () => {
    expect(isSameDevice('UNKNOWN', 'UNKNOWN')).toBe(false);
    expect(isSameDevice('', '')).toBe(false);
  });

  it('zeros are distinguished from other digits and from empty text', () => {
    expect(['000000000000000', '0', '0000-0000'].map(isZeros)).toEqual([true, true, true]);
    expect(['', '-', '01', 'O'].map(isZeros)).toEqual([false, false, false, false]);
  });
});

it('a number rounded by a spreadsheet ends in zeros from its 16th digit on', () => {
  expect(looksRounded('8988228066602390000')).toBe(true);
  expect(looksRounded('8988228066602395000')).toBe(false);
  expect(looksRounded('8988228066602391234')).toBe(false);
  expect(looksRounded('898822806660239')).toBe(false);
});
