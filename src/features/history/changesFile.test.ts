import { expect, it } from 'vitest';

import type { GroupChange } from '#api/history.ts';
import { createCsvFile } from '#lib/csvFile.ts';
import { groupBody } from '#testing/fixtures/groupBody.ts';
import { groupChange } from '#testing/fixtures/groupChange.ts';

import { changeColumns } from './changesFile.ts';

const at = Date.UTC(2026, 10, 22, 9, 12);

const change = groupChange({
  at,
  username: '=cmd|anna',
  groupId: '8988228066600000123',
  groupName: 'Vans, north',
  before: { LockMasterImei: false, IMEIPrefix: '' },
  beforeAt: at,
  after: {
    ...groupBody({ TelephonyProfileId: 'p1', LockMasterImei: true, IMEIPrefix: '01234567' }),
    Networks: ['A1', 'Orange'],
  },
  check: { result: 'different', at: at + 60_000, seen: { LockMasterImei: false } },
  serviceRequestId: 's1',
});

/** The cells of the file's only row, keyed by column header. */
async function rowOf(given: Partial<GroupChange>) {
  const file = createCsvFile(changeColumns);
  file.add([{ ...change, ...given }]);
  const [heads = '', row = ''] = (await file.blob().text()).split('\r\n');
  const cells = row.match(/"(?:[^"]|"")*"|[^,]+|(?<=,|^)(?=,|$)/g) ?? [];
  return Object.fromEntries(heads.split(',').map((head, index) => [head, cells[index]]));
}

it('the changes file has a column for each value of both sides and of the check', async () => {
  expect(await rowOf({})).toEqual({
    'When (UTC)': '2026-11-22T09:12:00.000Z',
    'Not before (UTC)': '',
    Who: `"'=cmd|anna"`,
    'Thing Group ID': '8988228066600000123',
    'Thing Group': '"Vans, north"',
    'Name before': '',
    'IMEI lock before': 'false',
    'IMEI prefix before': 'no prefix',
    'Profile ID before': '',
    'Networks before': '',
    'Name after': 'Vans',
    'IMEI lock after': 'true',
    'IMEI prefix after': '01234567',
    'Profile ID after': 'p1',
    'Networks after': '"A1; Orange"',
    Outcome: 'saved',
    Answer: '',
    Status: '200',
    Message: '',
    Check: 'different',
    'Checked against the list read at (UTC)': '2026-11-22T09:13:00.000Z',
    'Name in that list': '',
    'IMEI lock in that list': 'false',
    'IMEI prefix in that list': '',
    'Profile ID in that list': '',
    'Networks in that list': '',
    'Request ID': 'r1',
    'Service request ID': 's1',
  });
});

it('the changes file marks a change that is under way, and gives the time range of a change made elsewhere', async () => {
  const underWay = await rowOf({ outcome: 'unknown', isUnderWay: true });
  expect(underWay).toMatchObject({ Outcome: 'in progress', Answer: '' });
  const elsewhere = await rowOf({ outcome: 'elsewhere', username: null, since: at - 60_000 });
  expect(elsewhere).toMatchObject({ 'Not before (UTC)': '2026-11-22T09:11:00.000Z', Who: '' });
});

it('the changes file gives the outcome of a change whose response was lost, and says that it was lost', async () => {
  const lost = { status: null } as const;
  expect(await rowOf(lost)).toMatchObject({ Outcome: 'saved', Answer: 'lost', Status: '' });
  const notSeen = await rowOf({ ...lost, outcome: 'not-seen' });
  expect(notSeen).toMatchObject({ Outcome: 'not-seen', Answer: 'lost' });
  const unclear = await rowOf({ outcome: 'unknown', status: 502 });
  expect(unclear).toMatchObject({ Outcome: 'unknown', Answer: 'unclear', Status: '502' });
});
