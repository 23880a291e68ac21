import { expect, it } from 'vitest';

import { readThingsAddress, writeThingsAddress } from './thingsAddress.ts';

const read = (search: string) => readThingsAddress(new URLSearchParams(search));

it('starts unfiltered and unsorted, with 25 rows, on page 1', () => {
  expect(read('')).toEqual({
    address: {
      filters: {},
      tags: [],
      state: undefined,
      sort: undefined,
      size: 25,
      page: 1,
      columns: undefined,
      mark: undefined,
    },
    invalid: [],
  });
});

it('reports a filter with wrong capitalisation, and ignores other tools’ parameters', () => {
  const { address, invalid } = read('thingname=VAN&externaluniqueid=8949&IMEI=1&embed=1&map=1');
  expect(address.filters).toEqual({ IMEI: '1' });
  expect(invalid).toEqual(['thingname', 'externaluniqueid']);
});

it('reads every documented filter, State, up to four tags, sort, size and page', () => {
  const search =
    'ThingName=a&ThingsGroupName=b&Networks=c&ActiveMobileSubscriber=d&IMEI=e&MSISDN=f&CellId=1&Lac=2' +
    '&MnoName=g&ExternalUniqueId=h&ThingDescription=i&Tags=t1&Tags=t2&State=SUSPENDED&sort=-ThingName&size=50&page=3';
  const { address, invalid } = read(search);
  expect(invalid).toEqual([]);
  expect(Object.keys(address.filters)).toHaveLength(11);
  expect(address).toMatchObject({
    tags: ['t1', 't2'],
    state: 'SUSPENDED',
    sort: 'DESC',
    size: 50,
    page: 3,
  });
  const written = writeThingsAddress(new URLSearchParams(), address);
  const given = new URLSearchParams(search);
  written.sort();
  given.sort();
  expect(written.toString()).toBe(given.toString());
});

it.each([
  'State=active',
  'sort=IMEI',
  'size=51',
  'page=0',
  'page=-1',
  'page=1.5',
  'State=__proto__',
  'columns=nothing,like*it',
  'mark=everything',
])('uses the default for %s, and reports it', (search) => {
  expect(read(search).invalid).toEqual([search.split('=')[0]]);
  expect(read(search).address).toEqual(read('').address);
});

it('reads and writes a shared view’s columns, with widths and pins', () => {
  const search = 'columns=ExternalUniqueId*%2CIMEI-222*%2CLastLocation.MCC%2CBlock.SMS_MO-90';
  const { address, invalid } = read(search);
  expect(invalid).toEqual([]);
  expect(address.columns).toEqual([
    { id: 'ExternalUniqueId', pinned: true },
    { id: 'IMEI', width: 222, pinned: true },
    { id: 'LastLocation.MCC' },
    { id: 'Block.SMS_MO', width: 90 },
  ]);
  expect(decodeURIComponent(writeThingsAddress(new URLSearchParams(), address).toString())).toBe(
    decodeURIComponent(search),
  );
});

it('shows the existing columns, and reports that others were ignored', () => {
  const { address, invalid } = read('columns=IMEI,gone');
  expect(address.columns?.map(({ id }) => id)).toEqual(['ExternalUniqueId', 'IMEI']);
  expect(invalid).toEqual(['columns']);
});

it('uses the first four of five tags, and reports that', () => {
  const { address, invalid } = read('Tags=1&Tags=2&Tags=3&Tags=4&Tags=5');
  expect(address.tags).toEqual(['1', '2', '3', '4']);
  expect(invalid).toEqual(['Tags']);
});

it.each([
  ['ThingName=a&ThingName=b', 'ThingName', { filters: { ThingName: 'a' } }],
  ['CellId=&CellId=7&CellId=8', 'CellId', { filters: { CellId: '7' } }],
  ['Lac=x&Lac=8', 'Lac', { filters: { Lac: 'x' } }],
  ['State=ACTIVE&State=SUSPENDED', 'State', { state: 'ACTIVE' }],
  ['page=2&page=3', 'page', { page: 2 }],
])('uses the first value of %s, and reports the others', (search, name, expected) => {
  const { address, invalid } = read(search);
  expect(address).toMatchObject(expected);
  expect(invalid).toEqual([name]);
});

it.each([
  'ThingName=a&ThingName=a',
  'ThingName=&ThingName=a',
  'Tags=t&Tags=t',
  'IMEI=hello',
  'MSISDN=-1',
  'Lac=70000',
  'Lac=1A2B',
  'CellId=0x1A',
  'CellId=+7+',
])('reads %s completely, and reports nothing', (search) => {
  expect(read(search).invalid).toEqual([]);
});

it('uses a repeated tag only once', () => {
  expect(read('Tags=1&Tags=1&Tags=2&Tags=3&Tags=4').address.tags).toEqual(['1', '2', '3', '4']);
});

it('keeps other tools’ parameters, and omits its own defaults', () => {
  const next = writeThingsAddress(new URLSearchParams('embed=1&IMEI=3&page=2'), read('').address);
  expect(next.toString()).toBe('embed=1');
});
