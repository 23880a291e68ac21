import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';

import { parseDatabaseUrl } from './databaseUrl.ts';
import { sessionKey } from './sealedTokens.ts';
import { openStore } from './store.ts';

/**
 * A program that signs in and refreshes without end, and prints each write once it was answered: the row's
 * key and the generation that is stored. Its end is SIGKILL.
 *
 * Arguments: the database's address.
 */
const store = await openStore(parseDatabaseUrl(process.argv[2] ?? ''), {
  limits: { idleMs: 3_600_000, maxMs: 86_400_000 },
  egress: 'default',
  fleet: { fleetMs: 1000 },
  history: { historyMs: 86_400_000, maxPutMs: 75_000 },
});
const times = { receivedAgoMs: 0, dueInMs: 1000, overInMs: 2000 };

for (;;) {
  const key = sessionKey(randomBytes(32).toString('base64url'));
  const session = {
    ...times,
    key,
    sealed: randomBytes(1500),
    username: 'anna',
    customerId: null,
    customerSource: 'person',
    address: null,
  } as const;
  // oxlint-disable-next-line no-await-in-loop -- one write after the other
  await store.sessions.create(session, []);
  acknowledge(key, 1);
  // oxlint-disable-next-line no-await-in-loop -- one write after the other
  const attempt = await store.leases.take(key, { holder: 'writer', forMs: 30_000 });
  if (attempt.kind !== 'taken') throw new Error(attempt.kind);
  const next = { ...times, generation: 1, sealed: randomBytes(1500) };
  // oxlint-disable-next-line no-await-in-loop -- one write after the other
  if (await store.leases.store(attempt.lease, next)) acknowledge(key, 2);
}

function acknowledge(key: string, generation: number): void {
  writeSync(1, `${key} ${generation}\n`);
}
