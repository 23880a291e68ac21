import type { Insertable } from 'kysely';
import { expect, it } from 'vitest';

import { engines, twoGateways } from '#testing/fixtures/testDatabases.ts';

import type { Tables } from '../db/tables.ts';
import { readLockCause } from './lockCause.ts';

const values = (LockMasterImei: boolean, IMEIPrefix: string) =>
  JSON.stringify({ LockMasterImei, IMEIPrefix });
const day = 86_400_000;
const customerId = 'cid_1';

it.each(engines)(
  'W6: only a change that counts can have caused an alert, in %s',
  async (engine) => {
    const { first, time } = await twoGateways(engine);
    const now = time.now();
    const cause: Insertable<Tables['groupChanges']> = {
      id: 'cause',
      customerId,
      groupId: 'g1',
      groupName: 'Vans',
      searchName: 'vans',
      username: 'anna',
      recordedAt: now - 5000,
      beforeValues: values(true, '35'),
      afterValues: values(true, '99'),
      outcome: 'saved',
      tracking: 'done',
      isShown: 1,
    };
    const others: readonly Partial<typeof cause>[] = [
      { customerId: 'cid_2' },
      { groupId: 'g2' },
      // Sent with a customer id that the service has not confirmed.
      { isShown: 0 },
      { outcome: 'refused' },
      { outcome: 'not-sent' },
      { outcome: 'unknown', checkResult: 'different' },
      // The lock was not changed.
      { beforeValues: values(true, '99') },
      // Nothing was known before, but an earlier change set the same lock.
      { beforeValues: '{}' },
      // After the alert.
      { recordedAt: now - 1 },
    ];
    const later = { ...cause, recordedAt: now - 4000 };
    const rows = others.map((other, index) => ({ ...later, id: `other ${index}`, ...other }));
    const all = [cause, ...rows];
    await first.run((db) => db.insertInto('groupChanges').values(all).execute());
    const period = { customerId, groupIds: ['g1', 'g3'], after: now - 9000, until: now - 2 };
    const read = (historyMs: number, given = period) =>
      readLockCause(first.reader({ customerId }), { historyMs }, given);
    expect(await read(day)).toEqual({
      groupId: 'g1',
      groupName: 'Vans',
      username: 'anna',
      at: now - 5000,
      isLocked: true,
      prefix: '99',
    });
    expect(await read(0)).toBe(null);
    // Before the scan that the alert's scan was compared with.
    expect(await read(day, { ...period, after: now - 5000 })).toBe(null);
  },
);
