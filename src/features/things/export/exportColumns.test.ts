import { describe, expect, it } from 'vitest';

import { createApi, type RecordsAccess } from '#api/client.ts';

import { columnFields } from '../list/columns/columnFields.ts';
import { allColumns, exportColumns } from './exportColumns.ts';
import { withNames } from './nameColumns.ts';

/** The text of each column for one raw record. */
async function texts(item: Record<string, unknown>): Promise<Record<string, string>> {
  const record = { ExternalUniqueId: '89882280666000001234', ...item };
  const answer = { status: 200, text: JSON.stringify([record]), requestId: 'req_1' };
  const api = createApi({ send: async () => answer, budget: () => ({}) });
  const [thing] = (await api.things.list({ size: 1, offset: 0 })).things;
  if (!thing) throw new Error('The record could not be read');
  const all = allColumns.map(({ head, text }) => [head, text(thing)] as const);
  return Object.fromEntries(all.filter(([, text]) => text !== ''));
}

describe('the columns of an export', () => {
  it('have unique names', () => {
    const heads = allColumns.map(({ head }) => head);
    expect(new Set(heads).size).toBe(heads.length);
  });

  it('contain plain numbers, times in UTC, and flags in words', async () => {
    const place = { Latitude: -33.8688, Longitude: 151.2, Timestamp: 1_767_225_600_000, MNC: '01' };
    expect(
      await texts({
        ActiveMobileSubscriber: '901405100000001',
        Data: 12_345_678,
        DateModified: 1_767_225_600_000,
        DateCreated: 7,
        LockMasterImei: true,
        ThingTag: ['a', 'b'],
        IPs: [{ IP: '10.0.0.1' }, '10.0.0.2', { Address: '10.0.0.3' }, null],
        FwBlockAttempts: { Count: 3 },
        Block: { Data: false, SMS_MO: true, SMS_MT: true },
        LastLocation: place,
      }),
    ).toEqual({
      ICCID: '89882280666000001234',
      'IMSI (current or last)': '901405100000001',
      Data: '12345678',
      'Modified (UTC)': '2026-01-01T00:00:00.000Z',
      'Created (UTC)': '7',
      'Lock master IMEI': 'true',
      Tags: 'a; b',
      'IP addresses': '10.0.0.1; 10.0.0.2; {"Address":"10.0.0.3"}',
      FwBlockAttempts: '{"Count":3}',
      Blocked: 'SMS_MO; SMS_MT',
      'Block: data': 'false',
      'Block: SMS from the SIM': 'true',
      'Block: SMS to the SIM': 'true',
      Latitude: '-33.8688',
      Longitude: '151.2',
      'Last location (UTC)': '2026-01-01T00:00:00.000Z',
      MNC: '01',
    });
  });

  it('do not call a SIM unblocked if the record does not say so', async () => {
    const flags = { Data: false, LTEData: false, SMS_MO: false, SMS_MO_except_home_country: false };
    expect((await texts({ Block: { ...flags, SMS_MT: false } }))['Blocked']).toBe('None');
    expect((await texts({ Block: flags }))['Blocked']).toBe('None of the 4 reported');
  });

  it('V3: keep unknown fields and values of the wrong type in the last column', async () => {
    expect(await texts({ ThingName: { a: 1 }, NewField: [1, 'x'], IMEI: null })).toEqual({
      ICCID: '89882280666000001234',
      'Other fields (JSON)': '{"ThingName":{"a":1},"NewField":[1,"x"]}',
    });
  });

  it('V3: keep the unknown fields of a nested record', async () => {
    const odd = await texts({ Block: { SMS_MO: true, MMS: true }, LastLocation: { Altitude: 7 } });
    expect(odd).toMatchObject({
      Blocked: 'SMS_MO',
      'Other fields (JSON)': '{"Block":{"MMS":true},"LastLocation":{"Altitude":7}}',
    });
  });

  it('V4: never contain "undefined" or "[object Object]", whatever a field contains', async () => {
    const names = new Set(columnFields.map(({ id }) => id.split('.')[0] ?? id));
    for (const name of [...names].filter((id) => id !== 'ExternalUniqueId')) {
      for (const value of [null, {}, [], '', 7, -1, true, 'text', [{}], { a: {} }, 8.64e15 + 1]) {
        const all = Object.values(await texts({ [name]: value })).join(' ');
        expect(`${name}: ${all}`).not.toMatch(/undefined|NaN|\[object|Invalid/);
      }
    }
  });

  it('follow the shown columns, in their order', () => {
    const shown = ['IMEI', 'ExternalUniqueId'].flatMap((id) =>
      columnFields.filter((field) => field.id === id),
    );
    expect(exportColumns(shown).map(({ head }) => head)).toEqual(['IMEI (last known)', 'ICCID']);
  });
});

const chosen = exportColumns(
  columnFields.filter(({ id }) => ['IMEI', 'State', 'LastLocation.MNC'].includes(id)),
);

/** A gateway that names one network and one model, and the queries that it receives. */
function gateway() {
  const asked: string[] = [];
  const records: RecordsAccess = {
    async send({ query }) {
      asked.push(decodeURIComponent(String(query)));
      const body = { networks: { '262-01': 'Telekom' }, models: { 35_684_610: 'Unit T4' } };
      return { status: 200, text: JSON.stringify(body), requestId: 'call' };
    },
  };
  return { asked, records };
}

const sim = (IMEI: string, MNC: string) => ({
  ExternalUniqueId: '8988228000000000001',
  State: 'ACTIVE',
  IMEI,
  LastLocation: { MCC: '262', MNC },
  raw: {},
});

it('Q3: an exported file has a column with the name after each code that may have one', async () => {
  const { asked, records } = gateway();
  const { columns, learn } = withNames(chosen, records);
  expect(columns.map(({ head }) => head).join()).toBe(
    'State,IMEI (last known),Device model,MNC,Network name',
  );
  const things = [sim('356846101234567', '01'), sim('356846109999999', '07'), sim('', '01')];
  await learn(things);
  await learn(things);
  expect(asked).toEqual(['networks=262-01,262-07&tacs=35684610']);
  expect(things.map((thing) => columns.map(({ text }) => text(thing)).slice(1))).toEqual([
    ['356846101234567', 'Unit T4', '01', 'Telekom'],
    ['356846109999999', 'Unit T4', '07', ''],
    ['', '', '01', 'Telekom'],
  ]);
});

it('Q3: without a gateway, a file has no such columns', () => {
  expect(withNames(chosen, undefined).columns).toBe(chosen);
});
