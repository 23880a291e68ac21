/** Words of the filters. */
export const filterMessages = {
  iccidHint: '19 or 20 digits, as a rule',
  imsiHint: '14 or 15 digits',
  imeiHint: 'May expect an IMSI',
  msisdnHint: 'With country code',
  numberHint: 'A whole number',
  tagsHint: 'Up to 4 tag ids, with commas',

  digitsOnly: 'It usually has digits only.',
  part: (least: number, most: number) =>
    `It usually has ${least} to ${most} digits. Whether parts match is not documented.`,
  tooLong: (most: number) => `It has at most ${most} digits.`,
  rounded: 'It ends in zeros as a spreadsheet writes long numbers: check the last digits.',
  checkDigit: 'The check digit does not fit: check the digits.',
  imeiCheckDigit: 'The check digit does not fit an IMEI. It may be an IMSI.',
  noCountry: 'It begins with 0: the country code may be missing.',
  wholeNumber: 'It is usually a whole number.',
  tooLarge: (largest: number) => `It is at most ${largest}.`,
  tooManyTags: (most: number) => `The service takes at most ${most} tags: take some out.`,

  applied: 'Applied filters',
  remove: 'Remove filter',
} as const;
