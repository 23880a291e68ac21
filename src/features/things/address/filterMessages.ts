/** Words of the filters. */
export const filterMessages = {
  iccidHint: 'Usually 19 or 20 digits',
  imsiHint: '14 or 15 digits',
  imeiHint: 'May expect an IMSI',
  msisdnHint: 'With country code',
  numberHint: 'A whole number',
  tagsHint: 'Up to 4 tag ids, with commas',

  digitsOnly: 'Usually digits only.',
  part: (least: number, most: number) => `Usually ${least} to ${most} digits; parts may not match.`,
  tooLong: (most: number) => `At most ${most} digits.`,
  rounded: 'Zeros at the end, as a spreadsheet rounds: check them.',
  checkDigit: 'The check digit does not fit.',
  imeiCheckDigit: 'The check digit does not fit an IMEI.',
  noCountry: 'Begins with 0: is the country code missing?',
  wholeNumber: 'A whole number, in digits only.',
  tooLarge: (largest: number) => `Usually at most ${largest}.`,
  tooManyTags: (most: number) => `The service takes at most ${most} tags: take some out.`,
  noTags: 'There is no tag id between the commas.',

  applied: 'Applied filters',
  remove: 'Remove filter',
} as const;
