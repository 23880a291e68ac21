import { expect, it } from 'vitest';

import type { RecordsAccess } from '#api/client.ts';

import { columnFields } from '../list/columns/columnFields.ts';
import { exportColumns } from './exportColumns.ts';
import { withNames } from './nameColumns.ts';

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
