import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { interpretations } from './interpretations.ts';
import { checkDigit } from './luhn.ts';

const withCheck = (body: string) => body + checkDigit(body);
const short = (text: string) =>
  interpretations(text).map(({ kind, form, value }) => `${kind} ${form} ${value}`);
const best = (text: string) => short(text)[0];

const iccid19 = withCheck('898822806660001234');
const iccid20 = withCheck('8949012000001234567');
const imei = withCheck('35684610004321');
const imsi = '262011234567890';

describe('the interpretations of a string, best first', () => {
  it.each([
    ['an ICCID of 19 digits', iccid19, `iccid whole ${iccid19}`],
    ['an ICCID of 20 digits', iccid20, `iccid whole ${iccid20}`],
    ['an ICCID with its F', `${iccid19}F`, `iccid whole ${iccid19}`],
    ['an ICCID as a formula', `="${iccid19}"`, `iccid whole ${iccid19}`],
    ['an ICCID of 16 digits', '8988228066600012', 'iccid whole 8988228066600012'],
    ['an IMEI with a matching check digit', imei, `imei imei ${imei}`],
    ['an IMEI whose last digit is 0', `${imei.slice(0, 14)}0`, `imei imei ${imei.slice(0, 14)}0`],
    ['an IMEI without check digit', imei.slice(0, 14), `imei withoutCheck ${imei.slice(0, 14)}`],
    ['an IMEI with a version', `${imei.slice(0, 14)}07`, `imei imeisv ${imei.slice(0, 14)}07`],
    ['a TAC', '35684610', 'imei tac 35684610'],
    ['an IMSI', imsi, `imsi whole ${imsi}`],
    ['an IMSI of the United States', '310410123456789', 'imsi whole 310410123456789'],
    ['an IMSI of a test network', '001010123456789', 'imsi whole 001010123456789'],
    ['a phone number with +', '+262 0112 3456 7890', 'msisdn international 262011234567890'],
    ['a phone number with 00', '0049 151 23456789', 'msisdn international 4915123456789'],
    ['a phone number', '4915123456789', 'msisdn plain 4915123456789'],
    ['a name', 'Scooter 12', 'name text Scooter 12'],
    ['a short number', '12', 'name text 12'],
    ['a label that decides', 'IMSI: 356846100043219', 'imsi whole 356846100043219'],
    ['a numbered label', 'IMSI 2:262011234567890', 'imsi whole 262011234567890'],
    ['a label and colons', 'IMEI 35:684610:004321:9', 'imei imei 356846100043219'],
    ['a label and a country code', 'MSISDN 49: 15123456789', 'msisdn plain 4915123456789'],
    ['a label of a phone number', 'MSISDN 262011234567890', 'msisdn plain 262011234567890'],
    ['a labelled name', 'Thing name: 4915123456789', 'name text 4915123456789'],
    ['a label without digits', 'IMEI', 'name text IMEI'],
  ])('%s', (_name, text, expected) => expect(best(text)).toBe(expected));

  it('fifteen digits can be an IMEI, an IMSI, an MSISDN or a name', () => {
    expect(short(imei)).toEqual([
      `imei imei ${imei}`,
      `imsi whole ${imei}`,
      `msisdn plain ${imei}`,
      `imei leading ${imei.slice(0, 14)}`,
      `name text ${imei}`,
    ]);
  });

  it('a wrong check digit excludes nothing, and is reported', () => {
    const wrong = iccid19.slice(0, -1) + String((Number(iccid19.at(-1)) + 1) % 10);
    const [first] = interpretations(wrong);
    expect(first).toMatchObject({ kind: 'iccid', value: wrong, checkFits: false });
  });

  it('part of an identifier is offered after likelier interpretations', () => {
    expect(short('8949')).toEqual([
      'iccid part 8949',
      'name text 8949',
      'msisdn part 8949',
      'imsi part 8949',
      'imei part 8949',
    ]);
    expect(best('894901200000')).toBe('iccid part 894901200000');
  });

  it('a name keeps its separators, except for quotes around it', () => {
    expect(short('"Meter 7/12 – west"')).toEqual(['name text Meter 7/12 – west']);
    expect(short('Ｓｃｏｏｔｅｒ')).toEqual(['name text Ｓｃｏｏｔｅｒ']);
  });

  it.each([
    [`sim ${iccid20} of van`, `iccid whole ${iccid20}; name`],
    [`no data since monday: ${iccid19}F (van 12)`, `iccid whole ${iccid19}; name`],
    [`van 12 ${iccid19}`, `iccid whole ${iccid19}; name`],
    [`card ${iccid19.replace(/(.{4})(?=.)/g, '$1 ')} is dead`, `iccid whole ${iccid19}; name`],
    [`SIM_${iccid20}`, `iccid whole ${iccid20}; name`],
    [`tracker ${imei} lost`, `imei imei ${imei}; name; imsi whole ${imei}; msisdn plain ${imei}`],
    [
      `has IMSI: ${imsi} please`,
      `imsi whole ${imsi}; name; msisdn plain ${imsi}; imei imei ${imsi}`,
    ],
    [
      `IMSI=${imsi};MSISDN=4915101000022`,
      `imsi whole ${imsi}; msisdn plain 4915101000022; name; imei imei ${imsi}`,
    ],
    [
      `MSISDN: 4915101000022, IMEI: ${imei}`,
      `msisdn plain 4915101000022; imei imei ${imei}; name; imsi whole ${imei}`,
    ],
    ['reach tel. 0151 2345678 at night', 'msisdn national 1512345678; name'],
    ['call +49 151 23456789 today', 'msisdn international 4915123456789; name'],
    [`${iccid19} and ${iccid20}`, `iccid whole ${iccid19}; iccid whole ${iccid20}; name`],
    // The first digits do not suggest an identifier, so the name comes first.
    [
      'Meter 81234567890123 west',
      'name; imei withoutCheck 81234567890123; msisdn plain 81234567890123; imsi whole 81234567890123',
    ],
    [`Thing name: van ${iccid20}`, `name; iccid whole ${iccid20}`],
    ['Scooter 4915123456789', 'name'],
    ['550e8400-e29b-41d4-a716-446655440000', 'name'],
    ['2026-11-21 to 2026-11-23', 'name'],
    [`x${'1'.repeat(23)}`, 'name'],
  ])('finds whole identifiers among other words: %s', (text, expected) => {
    const found = interpretations(text);
    const all = short(text).map((line) => line.replace(/^name .*/, 'name'));
    expect(all.join('; ')).toBe(expected);
    const inside = found.filter(({ isInside }) => isInside).map(({ kind }) => kind);
    expect(inside).toEqual(found.map(({ kind }) => kind).filter((kind) => kind !== 'name'));
  });

  it('an identifier that is the whole text is not marked as part of it', () => {
    expect(interpretations(`IMEI: ${imei}`).filter(({ isInside }) => isInside)).toEqual([]);
  });

  it('long text is parsed in linear time', () => {
    const blanks = ' '.repeat(200_000);
    expect(short(`a${blanks}b`)).toEqual([`name text a${blanks}b`]);
  });

  it('an integer written as a decimal number by a spreadsheet keeps its digits', () => {
    expect(best(`${iccid20}.0`)).toBe(`iccid whole ${iccid20}`);
  });

  it.each(['', '   ', '\u200B', '\n\t'])('an empty string has no interpretations: %j', (text) => {
    expect(interpretations(text)).toEqual([]);
  });

  it('any text is parsed without an exception, as itself or as digits, with each interpretation once', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789 -+.F"=:')) }),
      fc.string({
        unit: fc.constantFrom('IMEI', 'name', 'tel', ': ', '8', '35', '\u200B', '00', '"'),
      }),
    );
    fc.assert(
      fc.property(text, (given) => {
        const found = interpretations(given);
        const wrong = found.filter(({ kind, value }) =>
          kind === 'name' ? value.trim() === '' : !/^\d{4,22}$/.test(value),
        );
        expect(wrong).toEqual([]);
        const keys = short(given);
        expect(new Set(keys).size).toBe(keys.length);
        expect(found.filter(({ kind }) => kind === 'name')).toHaveLength(Math.min(found.length, 1));
      }),
      { numRuns: 2_000 },
    );
  });

  it('empty quotes count as a name', () => {
    expect(interpretations('" "')).toEqual([{ kind: 'name', form: 'text', value: '" "' }]);
  });
});
