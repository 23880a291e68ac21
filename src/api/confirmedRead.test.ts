import { expect, it } from 'vitest';

import { memoryTextStore } from '#testing/fixtures/memoryTextStore.ts';

import { createCallLog } from './callLog.ts';
import { ApiError } from './errors.ts';
import { groupsApi } from './groups.ts';
import { fleetApi } from './inventory.ts';
import { createUserServices } from './userServices.tsx';

const { signal } = new AbortController();

/** A tab with a gateway, and the calls it sends; calls to the service wait for `answer`. */
function openTab(given: { readonly isUnproven?: true }) {
  const sent: string[] = [];
  let isRefused = false;
  const waiting: { readonly resolve: () => void; readonly reject: () => void }[] = [];
  const { api } = createUserServices({
    info: { username: 'anna', customerId: 'cid_1', mayChangeCustomer: false, ...given },
    http: {
      budget: () => ({}),
      belongTo: () => undefined,
      async send({ method, route }) {
        sent.push(`${method} ${route}`);
        const isList = route.startsWith('/api/');
        if (isList) {
          await new Promise<void>((resolve, reject) => {
            const failure = new ApiError({ method, route, kind: 'network', requestId: '1' });
            waiting.push({ resolve, reject: () => reject(failure) });
          });
        }
        if (!isList && isRefused) {
          isRefused = false;
          const problem = { kind: 'forbidden', code: 'customer_unproven', status: 403 } as const;
          throw new ApiError({ method, route, requestId: '1', ...problem });
        }
        const page = { events: [], next: null, previous: null, keptDays: 90 };
        return { status: 200, text: JSON.stringify(isList ? [] : page), requestId: '1' };
      },
    },
    calls: createCallLog(),
    config: { basePath: '/', environmentName: '', version: '0.0.0', frameAncestors: [] },
    hasRecords: true,
    storage: memoryTextStore(),
    tabStorage: memoryTextStore(),
  });
  const fleet = fleetApi(api);
  if (!fleet) throw new Error('There is a gateway');
  const settle = async () => void (await new Promise((resolve) => setTimeout(resolve)));
  return {
    groups: groupsApi(api),
    sent,
    /** The gateway does not treat the customer id as confirmed yet. */
    refuseOnce: () => (isRefused = true),
    read: (readSignal = signal) => fleet.events({}, readSignal),
    async answer(how: 'resolve' | 'reject' = 'resolve') {
      await settle();
      waiting.shift()?.[how]();
      await settle();
    },
  };
}

const events = 'GET /records/fleet/events';

it('the first read of a record sends no call if the service has already answered this session', async () => {
  const { read, sent } = openTab({});
  await read();
  expect(sent).toEqual([events]);
});

it('the first read of a record lists the groups once beforehand, because the gateway would refuse the read', async () => {
  const { read, sent, answer } = openTab({ isUnproven: true });
  const reads = [read(), read()];
  await answer();
  await Promise.all(reads);
  await read();
  expect(sent).toEqual([expect.stringMatching(/group/), events, events, events]);
  expect(sent[0]).not.toBe(events);
});

it('the first read of a record waits for a list that the page reads anyway, and lists the groups only if that fails', async () => {
  const { groups, read, sent, answer } = openTab({ isUnproven: true });
  const list = groups.list({ signal }).catch(() => undefined);
  const record = read();
  await answer('reject');
  await list;
  expect(sent).toHaveLength(2);
  await answer();
  await record;
  expect(sent.at(-1)).toBe(events);
  expect(sent).toHaveLength(3);
});

it('the first read of a record lists Things if there are no groups, because an empty list does not confirm a customer id', async () => {
  const { read, sent, answer, refuseOnce } = openTab({});
  refuseOnce();
  const record = read();
  await answer();
  await answer();
  await record;
  expect(sent).toEqual([events, expect.stringMatching(/group/), 'GET /api/things', events]);
});

it('the first read of a record ends when cancelled, even while it waits for a list that the page reads anyway', async () => {
  const { groups, read, sent, answer } = openTab({ isUnproven: true });
  const list = groups.list({ signal });
  const cancellation = new AbortController();
  const record = read(cancellation.signal);
  cancellation.abort();
  await expect(record).rejects.toMatchObject({ kind: 'aborted' });
  await answer();
  await list;
  expect(sent).toHaveLength(1);
});
