import type { ThingFilterName } from '#api/things.ts';

import { messages } from '../messages.ts';

/** A filter's field in the form. */
interface FilterField {
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
  { name: 'ExternalUniqueId', label: 'ICCID', mono: true },
  { name: 'ActiveMobileSubscriber', label: 'IMSI', mono: true },
  // The document's own example for this filter is an IMSI (4.5, "Not shown").
  { name: 'IMEI', label: 'IMEI', hint: messages.imeiHint, mono: true },
  { name: 'MSISDN', label: 'MSISDN', mono: true },
  { name: 'Networks', label: 'Network' },
  { name: 'MnoName', label: 'Operator' },
  { name: 'CellId', label: 'Cell ID', mono: true },
  { name: 'Lac', label: 'LAC', mono: true },
  { name: 'ThingDescription', label: 'Description' },
];
