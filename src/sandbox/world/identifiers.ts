import { checkDigit } from '#identifiers/luhn.ts';

import { fraction, hash32, itemAt } from './random.ts';

/** A network that issues SIM cards: the digits that its ICCIDs, IMSIs and MSISDNs start with. */
interface Issuer {
  /** Issuer identification number: 89, country code, issuer (ITU-T E.118). */
  readonly iin: string;
  /** Length of the full ICCID, including the check digit. */
  readonly iccidLength: 19 | 20;
  /** Mobile country code and mobile network code, the start of the IMSI. */
  readonly plmn: string;
  /** Country code and number range, the start of the MSISDN. */
  readonly msisdn: string;
  readonly msisdnLength: number;
}

// prettier-ignore
const issuers = {
  global: { iin: '89882280', iccidLength: 19, plmn: '90128', msisdn: '88228', msisdnLength: 15 },
  germany: { iin: '894901', iccidLength: 20, plmn: '26201', msisdn: '49151', msisdnLength: 13 },
  switzerland: { iin: '894101', iccidLength: 20, plmn: '22801', msisdn: '4179', msisdnLength: 11 },
  unitedKingdom: { iin: '894410', iccidLength: 19, plmn: '23415', msisdn: '4477', msisdnLength: 12 },
  unitedStates: { iin: '890141', iccidLength: 20, plmn: '310410', msisdn: '1213', msisdnLength: 11 },
} as const satisfies Record<string, Issuer>;
export type IssuerName = keyof typeof issuers;

/**
 * Invented device models. The TAC (type allocation code) is the first eight digits of an IMEI; two TACs differ
 * only in the last digit.
 */
export const deviceModels = {
  telematics: { tac: '35684610', name: 'Telematics unit T4' },
  telematicsOld: { tac: '35684611', name: 'Telematics unit T3' },
  tracker: { tac: '86723905', name: 'Asset tracker AT2' },
  electricityMeter: { tac: '86411204', name: 'Electricity meter modem EM1' },
  waterMeter: { tac: '86832605', name: 'Water meter modem WM1' },
  paymentTerminal: { tac: '35290411', name: 'Payment terminal P400' },
  paymentTerminalMobile: { tac: '35938208', name: 'Mobile payment terminal P90' },
  scooter: { tac: '86056704', name: 'Scooter controller SC7' },
  elevatorPhone: { tac: '35171609', name: 'Elevator phone EP2' },
  camera: { tac: '86990304', name: 'Camera router CR5' },
  industrialRouter: { tac: '35507307', name: 'Industrial router IR8' },
  handset: { tac: '01580400', name: 'Test handset' },
} as const satisfies Record<string, { readonly tac: string; readonly name: string }>;
export type DeviceName = keyof typeof deviceModels;

/** The numbers of one card. */
export interface CardNumbers {
  readonly iccid: string;
  readonly imsi: string;
  /** Without `+`; empty for two in a hundred cards. */
  readonly msisdn: string;
}

/** The numbers of a card: unique, ascending with gaps as in a batch, with a valid ICCID check digit. */
export function cardNumbers(issuerName: IssuerName, seed: number, card: number): CardNumbers {
  const issuer: Issuer = issuers[issuerName];
  const iccid = padded(
    issuer.iin,
    1_048_576 + card * 7 + (hash32(seed, card, 1) % 7),
    issuer.iccidLength - 1,
  );
  const hasNumber = fraction(seed, card, 3) >= 0.02;
  return {
    iccid: iccid + checkDigit(iccid),
    imsi: padded(issuer.plmn, 70_000_000 + card * 11 + (hash32(seed, card, 2) % 11), 15),
    msisdn: hasNumber
      ? padded(
          issuer.msisdn,
          1_000_000 + card * 9 + (hash32(seed, card, 4) % 9),
          issuer.msisdnLength,
        )
      : '',
  };
}

function padded(start: string, serial: number, length: number): string {
  return start + String(serial).padStart(length - start.length, '0');
}

/** The device model of a SIM: mostly its group's first model, sometimes a model that does not belong there. */
export function deviceOf(
  devices: readonly [DeviceName, ...DeviceName[]],
  seed: number,
  row: number,
): DeviceName {
  const chance = fraction(seed, row, 5);
  if (chance < 0.015) return itemAt(deviceNames, hash32(seed, row, 6) % deviceNames.length);
  const others = devices.length - 1;
  if (chance < 0.86 || others === 0) return devices[0];
  return itemAt(devices, 1 + (hash32(seed, row, 7) % others));
}

/**
 * The IMEI that the network last saw. Most have 15 digits; some are empty or zeros, some have the 14 digits
 * without a check digit or the 16 of an IMEISV, and a few are not IMEIs at all.
 */
export function imeiOf(device: DeviceName, seed: number, row: number): string {
  const body = padded(deviceModels[device].tac, hash32(seed, row, 8) % 1_000_000, 14);
  const chance = fraction(seed, row, 9);
  if (chance < 0.03) return '';
  if (chance < 0.04) return '000000000000000';
  if (chance < 0.044) return itemAt(malformedImeis, hash32(seed, row, 10) % malformedImeis.length);
  if (chance < 0.054) return body;
  if (chance < 0.074) return `${body}0${1 + (hash32(seed, row, 11) % 9)}`;
  return body + checkDigit(body);
}

/** A device's 15-digit IMEI, from its model and serial number. */
export function imeiWith(tac: string, serial: number): string {
  const body = padded(tac, serial, 14);
  return body + checkDigit(body);
}

/**
 * The IMSI that a multi-IMSI card uses on a visited network: an IMSI from another issuer.
 *
 * @param choice any whole number
 */
export function otherImsi(imsi: string, choice: number): string {
  const plmns = Object.values(issuers).map(({ plmn }) => plmn);
  const own = plmns.find((plmn) => imsi.startsWith(plmn)) ?? '';
  const others = plmns.filter((plmn) => plmn !== own);
  const serial = Number(imsi.slice(own.length));
  return padded(itemAt(others, choice % others.length), serial, 15);
}

const deviceNames = Object.keys(deviceModels) as DeviceName[]; // oxlint-disable-line no-unsafe-type-assertion -- the keys of a constant
const malformedImeis = ['35684', 'UNKNOWN', '3568461A0043219', '35684610004321987654', '-'];
