import { setImmediate } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { manualClock } from '#testing/fixtures/manualClock.ts';

import { createChangeRecord } from './changeRecord.ts';

it('C2: a change ends as not sent if its row is committed after the attempt was abandoned', async () => {
  const clock = manualClock();
  let begun = '';
  const rows = new Map<string, string>();
  const changes = {
    begin: ({ id }: { readonly id: string }) => {
      begun = id;
      return Promise.reject(new Error('no answer within 2000 ms'));
    },
    finish: async (id: string, { outcome }: { readonly outcome: string }) => {
      if (rows.has(id)) rows.set(id, outcome);
    },
    page: () => Promise.reject(new Error('not used')),
    isSending: () => Promise.reject(new Error('not used')),
    removeOld: async () => 0,
  };
  const record = createChangeRecord({
    store: { changes },
    clock,
    log: () => {},
    onDropped: () => {},
  });
  const intent = {
    customerId: 'cid_a',
    groupId: 'Group_1',
    username: 'anna',
    unconfirmedSession: null,
    after: {},
    requestId: 'request-1',
  };
  await expect(record.begin(intent)).rejects.toThrow('no answer');
  await setImmediate();
  rows.set(begun, 'sending');
  await clock.advance(60_000);
  await setImmediate();
  expect(rows.get(begun)).toBe('not-sent');
});
