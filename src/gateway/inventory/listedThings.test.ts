import { expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';

import { readThingsList } from './listedThings.ts';

const iccid = '8988228000010485823';
const flags = {
  Data: false,
  LTEData: false,
  SMS_MO: true,
  SMS_MO_except_home_country: false,
  SMS_MT: true,
};

const time = 1_760_000_000_000;
const located = { Timestamp: time, MCC: 262, MNC: '01', Latitude: 52.5, Longitude: 13.4 };

/** The value read from a record in which this field is set. */
function read(field: Readonly<Record<string, unknown>>): unknown {
  return readThingsList([{ ExternalUniqueId: iccid, ...field }])[0]?.values;
}

it.each([
  ['a text', { ThingName: 'Van 7' }, { name: 'Van 7' }],
  [
    'a number as an id',
    { ThingsGroupId: 7, ThingsGroupName: 'Vans' },
    { groupId: '7', groupName: 'Vans' },
  ],
  ['an empty text', { State: '' }, {}],
  ['null', { State: null, IMEI: null, Data: null, Block: null, LastLocation: null }, {}],
  ['an IMEI with spaces', { IMEI: '35 208115 000001 6' }, { imei: '352081150000016' }],
  ['an IMEI of zeros', { IMEI: '000000000000000' }, { imei: '' }],
  ['no IMEI', { IMEI: '' }, { imei: '' }],
  ['an invalid IMEI', { IMEI: 'unknown' }, {}],
  ['an IMEI that lost a zero', { IMEI: 10_000_000_000_001 }, {}],
  ['all block flags', { Block: flags }, { blocks: ['SMS_MO', 'SMS_MT'] }],
  ['some block flags', { Block: { Data: true } }, {}],
  ['usage', { Data: 12 }, { data: 12 }],
  ['an invalid usage', { Data: -1 }, {}],
  ['texts of digits', { Data: '12', LastLocation: { Timestamp: '7' } }, { data: 12, locatedAt: 7 }],
  [
    'a location, without its position',
    { LastLocation: located },
    { locatedAt: time, network: '262-01' },
  ],
  ['a location without time', { LastLocation: { Timestamp: 0, MCC: 262 } }, {}],
  ['a text with a control character', { ThingName: 'a\u0000b' }, {}],
])('a list of Things %s', (_name, field, values) => {
  expect(read(field)).toEqual(values);
});

const odd: [unknown][] = [[undefined], ['text'], [{}], [[null, 7, {}, { ExternalUniqueId: '' }]]];
it.each(odd)('a list of Things has no SIM in %j', (body) => {
  expect(readThingsList(body)).toEqual([]);
});

it('a list of Things takes the values that both records agree on if a SIM is listed twice', () => {
  const one = { ExternalUniqueId: iccid, State: 'ACTIVE', Block: flags, IMEI: '352081150000016' };
  const other = { ...one, State: 'SUSPENDED', IMEI: undefined };
  expect(readThingsList([one, { ExternalUniqueId: '8988' }, other])).toEqual([
    { iccid, values: { blocks: ['SMS_MO', 'SMS_MT'] } },
    { iccid: '8988', values: {} },
  ]);
});

it('a list of Things keeps everything the sandbox lists, except positions', () => {
  const things = createSandbox({ things: 50 }).state.things().slice(0, 50);
  const list = readThingsList(structuredClone(things));
  expect(list.map((thing) => thing.iccid)).toEqual(
    things.map(({ ExternalUniqueId }) => ExternalUniqueId),
  );
  expect(JSON.stringify(list)).not.toMatch(/Latitude|Longitude/);
  expect(list.every(({ values }) => values.state !== undefined)).toBe(true);
});
