import { expect, it } from 'vitest';

import { callsOfScan, scanUnderLimit } from '#testing/fixtures/watchFixture.ts';

it(
  'W3: scans 200,000 SIMs from a service that allows 60 calls a minute',
  { timeout: 600_000 },
  async () => {
    const sims = 200_000;
    const { scan, calls, refused, minutes } = await scanUnderLimit(sims);
    expect(scan).toMatchObject({ state: 'complete', things: sims });
    const sent = callsOfScan(sims);
    expect(calls).toBe(2 + sent + refused);
    // One refused call in each minute whose limit is used up.
    expect(refused).toBe(Math.floor((1 + sent) / 60));
    expect(minutes).toBeLessThan(refused + 1);
  },
);
