import { expect, it } from 'vitest';

import { startPostgres } from '../fixtures/testPostgres.ts';
import { runLoadTest } from './loadTest.ts';

it('S3, S5: if gateways and the database are killed, only users with a refused refresh sign in again', async () => {
  const postgres = await startPostgres();
  try {
    const figures = await runLoadTest({
      postgres,
      people: 40,
      lifetimeMs: 6000,
      restMs: 500,
      faults: [
        { kind: 'kill', atMs: 3000 },
        { kind: 'stop', atMs: 4000, forMs: 5000 },
        { kind: 'kill', atMs: 6000 },
        { kind: 'restart the database', atMs: 8000 },
        { kind: 'kill', atMs: 9000 },
      ],
      recoveryMs: 40_000,
    });
    expect(figures).toMatchObject({ stillWaiting: 0, ended: 0, sentMoreThanTwice: 0 });
    expect(figures.signOuts).toBe(figures.signOutsByService);
    expect(figures.sentTwice).toBe(figures.sentTwiceAfterFault);
    expect(figures.refreshes).toBeGreaterThan(40);
    // A user must sign in again only if a gateway is killed while it alone holds the response.
    expect(figures.signOuts).toBeLessThan(40 / 3);
    const known = /^(refresh_busy|store_unavailable|session_ended|no )/;
    expect([...figures.failed.keys()].filter((reason) => !known.test(reason))).toEqual([]);
  } finally {
    await postgres.stop();
  }
});
