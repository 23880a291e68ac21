import type { ThingFilterName } from '#api/things.ts';
import { beginsLikeImei } from '#identifiers/imei.ts';
import type { Interpretation } from '#identifiers/interpretations.ts';

import type { ThingsFilter } from '../list/filters/thingsFilter.ts';

/** The label of each kind of identifier, and the filter that finds it. */
export const kinds = {
  iccid: { label: 'ICCID', filter: 'ExternalUniqueId' },
  imsi: { label: 'IMSI', filter: 'ActiveMobileSubscriber' },
  imei: { label: 'IMEI', filter: 'IMEI' },
  msisdn: { label: 'MSISDN', filter: 'MSISDN' },
  name: { label: 'Thing name', filter: 'ThingName' },
} as const satisfies Record<Interpretation['kind'], { label: string; filter: ThingFilterName }>;

/** A filter for just this interpretation. */
export function interpretationFilter({ kind, value }: Interpretation): ThingsFilter {
  return { filters: { [kinds[kind].filter]: value }, tags: [], state: undefined };
}

/** The reason for an interpretation, in words. */
export function reason(interpretation: Interpretation): string {
  const words = reasonOf(interpretation);
  return interpretation.isInside ? `Found in the text: ${words}` : words;
}

function reasonOf(interpretation: Interpretation): string {
  const digits = `${interpretation.value.length} digits`;
  switch (interpretation.form) {
    case 'text':
      return 'As written';
    case 'part':
      return 'Too short to be complete: works only if partial matches are allowed';
    case 'imei':
      if (interpretation.checkFits) return `${digits} with a valid IMEI check digit`;
      return beginsLikeImei(interpretation.value)
        ? `${digits} that begin like an IMEI; the check digit is not valid, but some networks report IMEIs like this`
        : `${digits}; not a valid IMEI check digit`;
    case 'withoutCheck':
      return `${digits}, an IMEI without its check digit`;
    case 'imeisv':
      return `${digits}, an IMEI with software version`;
    case 'leading':
      return 'First 14 digits, which all forms of an IMEI share; works only if partial matches are allowed';
    case 'tac':
      return `${digits}, a device model (TAC); works only if partial matches are allowed`;
    case 'international':
      return `${digits}, written as an international phone number`;
    case 'national':
      return 'A national number without its country code';
    case 'plain':
      return `${digits}, as in a phone number`;
    case 'whole':
      return interpretation.kind === 'imsi'
        ? imsiReason(interpretation)
        : iccidReason(interpretation);
  }
}

function imsiReason({
  value,
  begins,
}: Extract<Interpretation, { kind: 'imsi'; form: 'whole' }>): string {
  return begins
    ? `${value.length} digits that begin with a mobile country code`
    : `${value.length} digits, as in an IMSI, but without a known mobile country code`;
}

function iccidReason({
  value,
  begins,
  checkFits,
}: Extract<Interpretation, { kind: 'iccid'; form: 'whole' }>): string {
  const start = `${value.length} digits${begins ? ' that begin with 89' : ''}`;
  return checkFits
    ? `${start}, valid ICCID check digit`
    : `${start}; not a valid ICCID check digit, so a digit may be mistyped`;
}
