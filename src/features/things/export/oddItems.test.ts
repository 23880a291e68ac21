import { expect, it } from 'vitest';

import { readThing } from '#api/things.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import type { BundleContent } from './bundleFiles.ts';
import { writeBundle } from './writeBundle.ts';

const raw = {
  ExternalUniqueId: '8988228066600001234',
  ThingsGroupId: 'ThingsGroupId_1',
  MSISDN: '4915112345678',
  IPs: [
    { IP: '10.0.0.1' },
    '10.0.0.2',
    { Address: '10.0.0.3', Phone: '4711', Latitude: 52 },
    'for +49 151 12345678',
  ],
  FwBlockAttempts: { CalledBy: { MSISDN: '0815' } },
};
const group = {
  ThingsGroupId: 'ThingsGroupId_1',
  ThingsGroupDescription: 'ask +49 30 1234567',
  ContactPhone: '+49301234567',
  Site: { Latitude: 48, Note: 'roof' },
  CustomerId: 'cid_4c1e7a90',
};

async function bundle(isMasked: boolean): Promise<string> {
  const thing = readThing(raw);
  if (!thing) throw new Error('The record cannot be read');
  const content: BundleContent = {
    sims: [{ iccid: thing.ExternalUniqueId, read: { thing, readAt: 0, requestId: 'req-1' } }],
    knownGroup: () => ({
      group: { ThingsGroupId: 'ThingsGroupId_1', raw: group },
      readAt: 0,
      requestId: 'req-2',
    }),
    groupName: () => undefined,
    calls: [],
    notes: undefined,
    version: '1',
    environmentName: 'Test',
    now: 0,
    isMasked,
  };
  return (await writeBundle(content, 'txt', manualClock())).text();
}

it('masks an item that the console does not understand, both in the table and in the record', async () => {
  const text = await bundle(true);
  const row = text.split('\n').find((line) => line.startsWith('8988228066600001234,')) ?? '';
  expect(row).toContain(
    '10.0.0.1; 10.0.0.2; {""Address"":""10.0.0.3"",""Phone"":""****"",""Latitude"":""**""}',
  );
  expect(row).toContain('for +** *** ****5678');
  expect(text).not.toMatch(/4711|0815|"Latitude":\s*\d/);
  // Addresses are not masked, as the readme says.
  expect(text).toContain('- Undocumented fields whose name indicates that they hold one of these.');
  expect(await bundle(false)).toContain('""Phone"":""4711""');
});

it('masks a group’s unknown fields by name, and its numbers everywhere', async () => {
  const text = await bundle(true);
  expect(text).toContain('"ContactPhone": "+*******4567"');
  expect(text).toContain('"ThingsGroupDescription": "ask +** ** *****67"');
  expect(text).toContain('"Latitude": "**"');
  expect(text).toContain('"CustomerId": "cid_4c1e7a90"');
});
