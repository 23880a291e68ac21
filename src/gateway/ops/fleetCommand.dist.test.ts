import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runOperator } from '#testing/fixtures/operatorCommand.ts';
import { storeOptions } from '#testing/fixtures/storeOptions.ts';
import { sharedFile } from '#testing/fixtures/testDatabases.ts';
import { newThing } from '#testing/fixtures/testThing.ts';

import { parseDatabaseUrl } from '../db/databaseUrl.ts';
import { openStore } from '../store.ts';

const root = join(import.meta.dirname, '../../..');

const fleet = (databaseUrl: string, ...options: readonly string[]) =>
  runOperator('fleet', databaseUrl, ...options);

/** A store with one SIM for each of these customers. */
async function storeWith(...customers: readonly string[]): Promise<string> {
  const { DATABASE_URL: databaseUrl } = sharedFile();
  const store = await openStore(parseDatabaseUrl(databaseUrl), storeOptions);
  const at = Date.UTC(2026, 0, 1);
  for (const customerId of customers) {
    const snapshots = [newThing('8988228000010485811', { firstSeenAt: at })];
    await store.things.accept({ customerId, askedAt: at, answeredAt: at, snapshots });
    const note = { iccid: '8988228000010485811', text: 'New SIM', revision: 0 };
    await store.notes.save({ customerId, id: 'note-1', username: 'anna' }, note);
    const view = { name: 'Scooters', search: 'IMEI=350000000000006', revision: 0 };
    await store.views.put({ customerId, id: 'view-1', author: 'anna', ...view });
  }
  await store.close();
  return databaseUrl;
}

it('F1: the command lists the customers, and erases all of a customer’s data', async () => {
  const databaseUrl = await storeWith('cid_1', 'cid_2');
  const all = await fleet(databaseUrl, 'list');
  expect([all.code, all.stderr]).toEqual([0, '2 customers\n']);
  expect(all.stdout).toBe(
    'CUSTOMER ID\tSIMS\tCHANGES\tSCANS\tLAST SEEN\ncid_1\t1\t0\t0\t2026-01-01T00:00:00.000Z\ncid_2\t1\t0\t0\t2026-01-01T00:00:00.000Z\n',
  );
  const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  expect(operations).toContain(all.stdout.slice(0, all.stdout.indexOf('\n') + 1));
  const erased = await fleet(databaseUrl, 'erase', 'cid_1');
  expect([erased.code, erased.stdout]).toEqual([
    0,
    'Erased for cid_1: 1 SIMs, 0 changes, 0 scans, 0 alerts, 1 notes, 1 shared views\n',
  ]);
  expect(erased.stderr).toContain('Set FLEET_MEMORY=off to store nothing');
  expect((await fleet(databaseUrl, 'list')).stdout).not.toContain('cid_1');
  const again = await fleet(databaseUrl, 'erase', 'cid_1');
  expect([again.code, again.stderr]).toEqual([1, 'There is no inventory for cid_1.\n']);
});

it.each([
  ['erase-notes', 'Notes', 'New SIM'],
  ['erase-views', 'Shared views', 'Scooters'],
])('F1: the command erases what a user has written: %s', async (command, what, written) => {
  const databaseUrl = await storeWith('cid_1', 'cid_2');
  const { stderr } = await fleet(databaseUrl, command, 'Anna');
  expect(stderr).toMatch(/ by Anna\. Not erased: those by anna, who may be the same user\.\n$/);
  const { code, stdout } = await fleet(databaseUrl, command, 'anna');
  expect([code, stdout]).toEqual([0, `${what} erased for anna: 2\n`]);
  // Nor may the free space of the file contain it.
  const file = readFileSync(databaseUrl.replace('sqlite:', ''), 'utf8');
  expect([file.includes('cid_1'), file.includes(written)]).toEqual([true, false]);
  const again = await fleet(databaseUrl, command, 'anna');
  expect([again.code, again.stderr]).toEqual([1, `There are no ${what.toLowerCase()} by anna.\n`]);
});

it.each([[[]], [['erase']], [['erase', 'cid_1', 'cid_2']], [['list', 'cid_1']]])(
  'F1: the command prints its usage for the invalid arguments %j, and erases nothing',
  async (args) => {
    const { code, stdout, stderr } = await fleet('sqlite:data/none.db', ...args);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('npm run fleet -- erase CUSTOMER_ID');
  },
);

it('F1: the command says that SIMs in a gateway’s memory cannot be seen', async () => {
  const { code, stderr } = await fleet('sqlite::memory:', 'list');
  expect(code).toBe(1);
  expect(stderr).toMatch(/^The SIMs are in the gateway's memory, [^\n]+\n$/);
});
