/** Words of the view of one Thing. */
export const thingMessages = {
  doing: 'load this Thing',
  loading: 'Loading this Thing…',
  backToThings: 'Back to Things',
  notFound: (iccid: string) => `No Thing with the ICCID ${iccid} was found.`,
  notFoundAdvice:
    'The service listed no record with exactly this ICCID for your customer. Check the digits.',
  notFoundUnread: (count: number) =>
    count === 1
      ? 'One record of its answer could not be read: it may be this one.'
      : `${count} records of its answer could not be read: it may be one of them.`,
  notFoundFull: (count: number) =>
    `The service listed ${count} other records for this ICCID, and there may be more: it may be among those.`,
  lookInList: (iccid: string) => `Look for ${iccid} in the list`,
  close: 'Close',
  copy: 'Copy',
  copyName: (label: string) => `Copy ${label}`,
  reading: 'Reading this Thing again…',
  readAt: (time: string) => `As the service listed it at ${time}`,
  // Not "Refresh", which is the list's button beside it.
  readAgain: 'Read again',
  requestId: 'Request ID',

  related: 'Related SIMs',
  relatedLead:
    'Lists by a value of this record. How the service compares is not documented: others may be among them.',
  sameGroup: 'Same Thing Group',
  sameCell: 'Same cell (Cell ID and LAC)',
  sameImei: 'Same IMEI',
  sameOperator: 'Same operator',

  allFields: 'All fields',
  allFieldsLead: 'Every field of the record, as it came.',
  searchFields: 'Search fields',
  fieldsFound: (count: number, of: number) => `${count} of ${of} fields.`,
  noFields: 'No field has this in its name or value.',
  copyJson: 'Copy as JSON',

  why: 'Why might this SIM have no service?',
  whyLead:
    'What the record shows, and nothing more: it is a copy of what the service knew when it was read.',
  kinds: { fact: 'Fact', hint: 'Hint', unknown: 'Unknown' },
  copyTicket: 'Copy ticket text',

  noMap: 'The record has no position that can be drawn.',
  zeroPosition:
    'The record says 0, 0, which is open sea and what systems write where they know no place. It is not drawn.',
  oddPosition: (latitude: number, longitude: number) =>
    `The record says ${latitude}, ${longitude}, which is no place on Earth. It is not drawn.`,
  mapText: (position: string, accuracy: string) => `Position ${position}${accuracy}.`,
  accuracy: (km: string) => `, accurate to about ${km} km as the service reports it`,
  noAccuracy: ', without a stated accuracy',
  oddAccuracy: (km: string) => `; the accuracy in the record, ${km} km, cannot be one`,
  seen: (age: string, time: string) => `Reported ${age}, at ${time}.`,
  seenUnknown: 'When it was reported is not in the record.',
  seenOddly: (time: number) => `The time in the record, ${time}, cannot be one.`,
  source: (parts: string) => `Source: ${parts}.`,
  sourceUnknown: 'The record names no source.',
  operator: (name: string) => `Operator of the record: ${name}.`,
  sourceType: (type: string) => `location type “${type}”`,
  sourceAccurate: 'which the service calls accurate',
  sourceInaccurate: 'which the service calls not accurate',
} as const;
