import type { ThingRecord } from '#api/things.ts';

/** How a field's value is drawn. */
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

/** The parts of the page of one Thing. */
export type Section = 'identity' | 'service' | 'device' | 'location' | 'usage' | 'dates' | 'other';

/** One field of a Thing, for the table's columns and the page of one Thing alike. */
export interface ThingField {
  /** Its name in API document 2.4, dotted where nested. */
  readonly id: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly section: Section;
  /** Not in API document 2.4, but seen by public clients: a record may or may not carry it. */
  readonly isFurther: boolean;
  readonly read: (thing: ThingRecord) => unknown;
}

/** The fields beyond API document 2.4 that are known by name. */
const furtherFields: ReadonlySet<keyof ThingRecord> = new Set([
  'ThingId',
  'ThingName',
  'ThingDescription',
  'ThingsGroupId',
  'ThingsGroupName',
  'State',
  'BillingState',
  'MSISDN',
  'MasterIMEI',
  'LockMasterImei',
  'MnoName',
  'ThingTag',
] as const);

/** Every field that is known by name: those of API document 2.4 and those seen beyond it. */
export const thingFields: readonly ThingField[] = [
  field('ExternalUniqueId', 'ICCID', 'identifier', 'identity'),
  field('ThingName', 'Thing name', 'text', 'identity'),
  field('ThingsGroupName', 'Thing Group', 'text', 'identity'),
  field('ThingDescription', 'Description', 'text', 'identity'),
  field('MSISDN', 'MSISDN', 'identifier', 'identity'),
  field('ActiveMobileSubscriber', 'IMSI (current or last)', 'identifier', 'identity'),
  field('ThingTag', 'Tags', 'text', 'identity'),
  field('ThingId', 'Thing ID', 'identifier', 'identity'),
  field('ThingsGroupId', 'Thing Group ID', 'identifier', 'identity'),
  field('CustomerId', 'Customer ID', 'identifier', 'identity'),
  field('BatchId', 'Batch', 'text', 'identity'),
  field('ExternalBatchId', 'External batch', 'text', 'identity'),

  field('State', 'State', 'state', 'service'),
  field('Block', 'Blocked', 'blocks', 'service'),
  field('BillingState', 'Billing state', 'text', 'service'),
  field('MnoName', 'Operator', 'text', 'service'),
  field('ActivationChargeFlag', 'Activation charge', 'flag', 'service'),
  field('FwBlockAttempts', 'Firewall block attempts', 'text', 'service'),
  {
    ...field('IPs', 'IP addresses', 'identifier', 'service'),
    read: ({ IPs }) => IPs?.flatMap(({ IP }) => (IP === undefined ? [] : [IP])),
  },

  field('IMEI', 'IMEI (last known)', 'identifier', 'device'),
  field('MasterIMEI', 'Master IMEI', 'identifier', 'device'),
  field('LockMasterImei', 'Locked to the master IMEI', 'flag', 'device'),

  nested('LastLocation', 'Timestamp', 'Last seen', 'time'),
  { ...field('LastLocation', 'Position', 'position', 'location') },
  nested('LastLocation', 'AccuracyInKM', 'Accuracy (km)', 'number'),
  nested('LastLocation', 'IsLocationTypeAccurate', 'Location type accurate', 'flag'),
  nested('LastLocation', 'Type', 'Location type', 'text'),
  nested('LastLocation', 'MCC', 'MCC', 'identifier'),
  nested('LastLocation', 'MNC', 'MNC', 'identifier'),
  nested('LastLocation', 'MNOId', 'Operator ID', 'identifier'),
  nested('LastLocation', 'IMSI', 'IMSI at that place', 'identifier'),
  field('CellId', 'Cell ID', 'identifier', 'location'),
  field('Lac', 'LAC', 'identifier', 'location'),
  field('FencingRadius', 'Fencing radius', 'number', 'location'),
  field('GeoDistance', 'Geo distance', 'number', 'location'),
  field('AddressSignal', 'Address signal', 'text', 'location'),
  field('Curr_Latitude', 'Current latitude', 'json', 'location'),
  field('Curr_Longitude', 'Current longitude', 'json', 'location'),
  field('LastAccuracyLocation', 'Last accuracy location', 'json', 'location'),

  field('Data', 'Data', 'number', 'usage'),

  field('DateModified', 'Modified', 'time', 'dates'),
  field('DateCreated', 'Created', 'time', 'dates'),
  field('DateAssignedToCustomer', 'Assigned to the customer', 'time', 'dates'),
  field('ExpirationDate', 'Expires', 'time', 'dates'),
  field('DeletionDate', 'Deleted', 'time', 'dates'),

  field('ExternalUniqueType', 'Kind of identifier', 'text', 'other'),
  field('ExternalHLRId', 'External HLR', 'text', 'other'),
  field('CreatedBy', 'Created by', 'identifier', 'other'),
];

function field(
  id: keyof ThingRecord,
  label: string,
  kind: FieldKind,
  section: Section,
): ThingField {
  const isFurther = furtherFields.has(id);
  return { id, label, kind, section, isFurther, read: (thing) => thing[id] };
}

function nested(
  parent: 'LastLocation',
  name: keyof NonNullable<ThingRecord['LastLocation']>,
  label: string,
  kind: FieldKind,
): ThingField {
  const read = (thing: ThingRecord) => thing[parent]?.[name];
  return {
    id: `${parent}.${name}`,
    label,
    kind,
    section: 'location',
    isFurther: false,
    read,
  };
}
