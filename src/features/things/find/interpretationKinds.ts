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

/** The filter for an interpretation, without any other filters. */
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
      return 'Too short for a whole one: finds something only if the service matches parts';
    case 'imei':
      if (interpretation.checkFits) return `${digits}, check digit fits an IMEI`;
      return beginsLikeImei(interpretation.value)
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
    : `${value.length} digits, as an IMSI has; no mobile country code begins like this`;
}

function iccidReason({
  value,
  begins,
  checkFits,
}: Extract<Interpretation, { kind: 'iccid'; form: 'whole' }>): string {
  const start = `${value.length} digits${begins ? ' that begin with 89' : ''}`;
  return checkFits
    ? `${start}, check digit fits an ICCID`
    : `${start}; check digit does not fit an ICCID, so one may be mistyped`;
}
