import { beginsLikeImei } from '#identifiers/imei.ts';
import type { Reading } from '#identifiers/readings.ts';
import { formatNumber } from '#lib/format.ts';

export const findMessages = {
  label: 'Find a SIM',
  placeholder: 'ICCID, IMSI, IMEI, MSISDN or name',
  readings: 'What it can be',
  first: (count: number) =>
    count === 1
      ? 'One reading: Enter looks for it.'
      : `${count} readings: Enter looks for the first.`,
  pasted: (count: number) =>
    `${formatNumber(count)} values pasted. One SIM is looked for at a time: choose which.`,
  pastedLong: (read: number) =>
    `Only the first ${formatNumber(read)} values of a long text were read. One SIM is looked for at a time: choose which.`,
  pastedShown: (shown: number) => `The first ${shown} are offered here.`,
  rounded:
    'These digits end in zeros as if a spreadsheet had rounded them: it keeps only 15. Copy the number from a column of text.',
  shortened:
    'A spreadsheet has shortened this number, and its last digits are lost. Copy it from a column of text.',
  eid: '32 digits beginning with 89 are an EID, which the service cannot be asked for.',

  inside: (words: string) => `Found in the text: ${words}`,

  kinds: { iccid: 'ICCID', imsi: 'IMSI', imei: 'IMEI', msisdn: 'MSISDN', name: 'Thing name' },
  others: 'It can be something else. Look for it as',
  other: (kind: string, value: string) => `${kind} ${value}`,
  imeiMayBeImsi:
    'An empty answer to an IMEI does not mean that there is no such SIM: the service may know another IMEI or none, or expect an IMSI in this filter.',
} as const;

/** What speaks for a reading, in words. */
export function reason(reading: Reading): string {
  const words = reasonOf(reading);
  return reading.isInside ? findMessages.inside(words) : words;
}

function reasonOf(reading: Reading): string {
  const digits = `${reading.value.length} digits`;
  switch (reading.form) {
    case 'text':
      return 'As it stands';
    case 'part':
      return 'Too short for a whole one: finds something only if the service matches parts';
    case 'imei':
      if (reading.checkFits) return `${digits}, check digit fits an IMEI`;
      return beginsLikeImei(reading.value)
        ? `${digits} that begin like an IMEI; check digit does not fit, as networks may report it`
        : `${digits}; check digit does not fit an IMEI`;
    case 'withoutCheck':
      return `${digits}, an IMEI without its check digit`;
    case 'imeisv':
      return `${digits}, an IMEI with software version`;
    case 'leading':
      return 'First 14 digits, which all forms of one IMEI share; needs a service that matches parts';
    case 'tac':
      return `${digits}, a device model (TAC); needs a service that matches parts`;
    case 'international':
      return `${digits}, written as an international phone number`;
    case 'national':
      return 'Written as a national number: its country code is missing';
    case 'plain':
      return `${digits}, as a phone number can have`;
    case 'whole':
      return reading.kind === 'imsi' ? imsiReason(reading) : iccidReason(reading);
  }
}

function imsiReason({ value, begins }: Extract<Reading, { kind: 'imsi'; form: 'whole' }>): string {
  return begins
    ? `${value.length} digits that begin with a mobile country code`
    : `${value.length} digits, as an IMSI has; no mobile country code begins so`;
}

function iccidReason({
  value,
  begins,
  checkFits,
}: Extract<Reading, { kind: 'iccid'; form: 'whole' }>): string {
  const start = `${value.length} digits${begins ? ' that begin with 89' : ''}`;
  return checkFits
    ? `${start}, check digit fits an ICCID`
    : `${start}; check digit does not fit an ICCID, so one may be mistyped`;
}
