import { checkDigit } from '#identifiers/luhn.ts';

import { deviceModels, type DeviceName } from './devices.ts';
import type { GroupPlan } from './groupPlans.ts';
import type { Issuer } from './issuers.ts';
import { fraction, hash32, itemAt } from './random.ts';

const models = Object.values(deviceModels);

/** An ICCID with its check digit; rising with the card's number, as in one batch, with gaps. */
export function iccidOf(issuer: Issuer, seed: number, card: number): string {
  const serial = 1_048_576 + card * 7 + (hash32(seed, card, 1) % 7);
  const digits = issuer.iccidLength - 1 - issuer.iin.length;
  const body = issuer.iin + String(serial).padStart(digits, '0');
  return body + checkDigit(body);
}

/** A 15-digit IMSI, unique within the fleet. */
export function imsiOf(issuer: Issuer, seed: number, card: number): string {
  const digits = 15 - issuer.plmn.length;
  return (
    issuer.plmn +
    String(70_000_000 + card * 11 + (hash32(seed, card, 2) % 11)).padStart(digits, '0')
  );
}

/** A phone number without `+`; empty for the few cards that have none. */
export function msisdnOf(issuer: Issuer, seed: number, card: number): string {
  if (fraction(seed, card, 3) < 0.02) return '';
  const digits = issuer.msisdnLength - issuer.msisdn.length;
  return (
    issuer.msisdn + String(1_000_000 + card * 9 + (hash32(seed, card, 4) % 9)).padStart(digits, '0')
  );
}

/** Which model the row's card sits in: mostly the group's first, now and then one that does not belong. */
export function deviceOf(plan: GroupPlan, seed: number, row: number): DeviceName {
  const chance = fraction(seed, row, 5);
  if (chance < 0.015) return strayDevice(hash32(seed, row, 6));
  const others = plan.devices.length - 1;
  if (chance < 0.86 || others === 0) return plan.devices[0];
  return itemAt(plan.devices, 1 + (hash32(seed, row, 7) % others));
}

/**
 * The IMEI that the network saw last: 15 digits for most, but also none, zeros, 14 digits without a
 * check digit, 16 of an IMEISV, and a few that are no IMEI at all.
 */
export function imeiOf(device: DeviceName, seed: number, row: number): string {
  const serial = String(hash32(seed, row, 8) % 1_000_000).padStart(6, '0');
  const body = deviceModels[device].tac + serial;
  const chance = fraction(seed, row, 9);
  if (chance < 0.03) return '';
  if (chance < 0.04) return '000000000000000';
  if (chance < 0.044) return itemAt(malformed, hash32(seed, row, 10) % malformed.length);
  if (chance < 0.054) return body;
  if (chance < 0.074) return `${body}0${1 + (hash32(seed, row, 11) % 9)}`;
  return body + checkDigit(body);
}

const malformed = ['35684', 'UNKNOWN', '3568461A0043219', '35684610004321987654', '-'] as const;

function strayDevice(hash: number): DeviceName {
  const names = Object.keys(deviceModels) as DeviceName[]; // oxlint-disable-line no-unsafe-type-assertion -- the keys of a constant
  return itemAt(names, hash % models.length);
}
