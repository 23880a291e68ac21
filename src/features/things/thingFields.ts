import type { ThingRecord } from '#api/things.ts';
import { listTexts } from '#lib/listTexts.ts';

import type { FieldSection } from './fieldSections.ts';

/** How a field's value is rendered and exported. */
export type FieldKind =
  | 'identifier'
  | 'text'
  | 'number'
  | 'time'
  | 'flag'
  | 'state'
  | 'blocks'
  | 'blockFlag'
  | 'position';

/** One field of a Thing, declared once for the table, the detail view and the export. */
export interface ThingField {
  /** The field's name in API document 2.4; a dotted path if it is nested. */
  readonly id: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly section: FieldSection;
  /** Not in API document 2.4, but known from public clients. Records may lack it. */
  readonly isUndocumented: boolean;
  readonly read: (thing: ThingRecord) => unknown;
}

/**
 * All known fields. A label is the field's name in words, or the bare name if the API document does not explain it,
 * because a guess would be taken for a fact. A new field needs a schema in `src/contract/thing.ts` and a line here.
 */
export const thingFields: readonly ThingField[] = [
  field('ExternalUniqueId', 'ICCID', 'identifier', 'identity'),
  undocumented('ThingName', 'Thing name', 'text', 'identity'),
  undocumented('ThingsGroupName', 'Thing Group', 'text', 'identity'),
  undocumented('ThingDescription', 'Description', 'text', 'identity'),
  undocumented('MSISDN', 'MSISDN', 'identifier', 'identity'),
  field('ActiveMobileSubscriber', 'IMSI (current or last)', 'identifier', 'identity'),
  undocumented('ThingTag', 'Tags', 'text', 'identity'),
  undocumented('ThingId', 'Thing ID', 'identifier', 'identity'),
  undocumented('ThingsGroupId', 'Thing Group ID', 'identifier', 'identity'),
  field('CustomerId', 'Customer ID', 'identifier', 'identity'),
  field('BatchId', 'Batch', 'text', 'identity'),
  field('ExternalBatchId', 'External batch', 'text', 'identity'),

  undocumented('State', 'State', 'state', 'service'),
  field('Block', 'Blocked', 'blocks', 'service'),
  undocumented('BillingState', 'Billing state', 'text', 'service'),
  undocumented('MnoName', 'Operator', 'text', 'service'),
  field('ActivationChargeFlag', 'Activation charge flag', 'flag', 'service'),
  field('FwBlockAttempts', 'FwBlockAttempts', 'text', 'service'),
  {
    ...field('IPs', 'IP addresses', 'identifier', 'service'),
    read: ({ IPs }) => IPs && listTexts(IPs, 'IP'),
  },

  field('IMEI', 'IMEI (last known)', 'identifier', 'device'),
  undocumented('MasterIMEI', 'Master IMEI', 'identifier', 'device'),
  undocumented('LockMasterImei', 'Lock master IMEI', 'flag', 'device'),

  located('Timestamp', 'Last location', 'time'),
  field('LastLocation', 'Position', 'position', 'location'),
  located('AccuracyInKM', 'Accuracy (km)', 'number'),
  located('IsLocationTypeAccurate', 'Location type accurate', 'flag'),
  located('Type', 'Location type', 'text'),
  located('MCC', 'MCC', 'identifier'),
  located('MNC', 'MNC', 'identifier'),
  located('MNOId', 'Operator ID', 'identifier'),
  located('IMSI', 'IMSI of the location', 'identifier'),
  field('CellId', 'Cell ID', 'identifier', 'location'),
  field('Lac', 'LAC', 'identifier', 'location'),
  field('FencingRadius', 'Fencing radius', 'number', 'location'),
  field('GeoDistance', 'Geo distance', 'number', 'location'),
  field('AddressSignal', 'Address signal', 'text', 'location'),
  field('Curr_Latitude', 'Curr_Latitude', 'text', 'location'),
  field('Curr_Longitude', 'Curr_Longitude', 'text', 'location'),
  field('LastAccuracyLocation', 'Last accuracy location', 'text', 'location'),

  field('Data', 'Data', 'number', 'usage'),

  field('DateModified', 'Modified', 'time', 'dates'),
  field('DateCreated', 'Created', 'time', 'dates'),
  field('DateAssignedToCustomer', 'Assigned to the customer', 'time', 'dates'),
  field('ExpirationDate', 'Expiration date', 'time', 'dates'),
  field('DeletionDate', 'Deletion date', 'time', 'dates'),

  field('ExternalUniqueType', 'Kind of identifier', 'text', 'other'),
  field('ExternalHLRId', 'External HLR ID', 'text', 'other'),
  field('CreatedBy', 'Created by', 'identifier', 'other'),
];

/** A field of API document 2.4, as the console reads it. */
export function field(
  id: keyof ThingRecord,
  label: string,
  kind: FieldKind,
  section: FieldSection,
): ThingField {
  return { id, label, kind, section, isUndocumented: false, read: (thing) => thing[id] };
}

function undocumented(...[id, label, kind, section]: Parameters<typeof field>): ThingField {
  return { ...field(id, label, kind, section), isUndocumented: true };
}

/** A field of `LastLocation`. */
function located(
  name: keyof NonNullable<ThingRecord['LastLocation']>,
  label: string,
  kind: FieldKind,
): ThingField {
  return {
    ...field('LastLocation', label, kind, 'location'),
    id: `LastLocation.${name}`,
    read: ({ LastLocation }) => LastLocation?.[name],
  };
}
