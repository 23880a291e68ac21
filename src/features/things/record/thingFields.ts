import type { ThingRecord } from '#api/things.ts';
import { listTexts } from '#lib/listTexts.ts';

/** How the value of a field is rendered and exported. */
export type FieldKind =
  | 'identifier'
  | 'text'
  | 'number'
  | 'time'
  | 'flag'
  | 'state'
  | 'blocks'
  | 'blockFlag'
  | 'position'
  | 'json';

/** The sections of the detail view, in order. */
export const sections = [
  { id: 'identity', label: 'Identity' },
  { id: 'service', label: 'Service' },
  { id: 'device', label: 'Device' },
  { id: 'location', label: 'Location' },
  { id: 'usage', label: 'Usage' },
  { id: 'dates', label: 'Dates' },
  { id: 'other', label: 'Other fields' },
] as const;
type Section = (typeof sections)[number]['id'];

/** One field of a Thing, declared once for the table, the detail view and the export. */
export interface ThingField {
  /** Its name in API document 2.4; a dotted path if it is nested. */
  readonly id: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly section: Section;
  /** Not in API document 2.4, but known from public clients; a record may not have it. */
  readonly isUndocumented: boolean;
  readonly read: (thing: ThingRecord) => unknown;
}

/**
 * All known fields. A label is the field's name in words, or the name itself where the API document does not explain
 * it: a guess would be read as a fact. A new one needs a schema in `src/contract/thing.ts` and a line here.
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

  nested('LastLocation', 'Timestamp', 'Last location', 'time'),
  { ...field('LastLocation', 'Position', 'position', 'location') },
  nested('LastLocation', 'AccuracyInKM', 'Accuracy (km)', 'number'),
  nested('LastLocation', 'IsLocationTypeAccurate', 'Location type accurate', 'flag'),
  nested('LastLocation', 'Type', 'Location type', 'text'),
  nested('LastLocation', 'MCC', 'MCC', 'identifier'),
  nested('LastLocation', 'MNC', 'MNC', 'identifier'),
  nested('LastLocation', 'MNOId', 'Operator ID', 'identifier'),
  nested('LastLocation', 'IMSI', 'IMSI of the location', 'identifier'),
  field('CellId', 'Cell ID', 'identifier', 'location'),
  field('Lac', 'LAC', 'identifier', 'location'),
  field('FencingRadius', 'Fencing radius', 'number', 'location'),
  field('GeoDistance', 'Geo distance', 'number', 'location'),
  field('AddressSignal', 'Address signal', 'text', 'location'),
  field('Curr_Latitude', 'Curr_Latitude', 'json', 'location'),
  field('Curr_Longitude', 'Curr_Longitude', 'json', 'location'),
  field('LastAccuracyLocation', 'Last accuracy location', 'json', 'location'),

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

function field(
  id: keyof ThingRecord,
  label: string,
  kind: FieldKind,
  section: Section,
): ThingField {
  return { id, label, kind, section, isUndocumented: false, read: (thing) => thing[id] };
}

function undocumented(...[id, label, kind, section]: Parameters<typeof field>): ThingField {
  return { ...field(id, label, kind, section), isUndocumented: true };
}

function nested(
  parent: 'LastLocation',
  name: keyof NonNullable<ThingRecord['LastLocation']>,
  label: string,
  kind: FieldKind,
): ThingField {
  return {
    id: `${parent}.${name}`,
    label,
    kind,
    section: 'location',
    isUndocumented: false,
    read: (thing) => thing[parent]?.[name],
  };
}
