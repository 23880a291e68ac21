import type { ThingFilterName } from '#api/things.ts';

import { filterMessages } from './filterMessages.ts';

/** A filter's field in the form. */
export interface FilterField {
  readonly name: ThingFilterName;
  readonly label: string;
  readonly hint?: string;
  /** Read digit by digit. */
  readonly mono?: boolean;
}

/** The text filters of API document 4.5 in the order of the form; State and Tags have their own fields. */
export const filterFields: readonly FilterField[] = [
  { name: 'ThingName', label: 'Thing name' },
  { name: 'ThingsGroupName', label: 'Thing Group' },
  { name: 'ExternalUniqueId', label: 'ICCID', hint: filterMessages.iccidHint, mono: true },
  { name: 'ActiveMobileSubscriber', label: 'IMSI', hint: filterMessages.imsiHint, mono: true },
  // The document's own example for this filter is an IMSI (4.5, "Not shown").
  { name: 'IMEI', label: 'IMEI', hint: filterMessages.imeiHint, mono: true },
  { name: 'MSISDN', label: 'MSISDN', hint: filterMessages.msisdnHint, mono: true },
  { name: 'Networks', label: 'Network' },
  { name: 'MnoName', label: 'Operator' },
  { name: 'CellId', label: 'Cell ID', hint: filterMessages.numberHint, mono: true },
  { name: 'Lac', label: 'LAC', hint: filterMessages.numberHint, mono: true },
  { name: 'ThingDescription', label: 'Description' },
];
