import { expect, it } from 'vitest';

import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';

const distDir = builtSite();
const environment = {
  SANDBOX_THINGS: '60',
  SANDBOX_TIME_PASSES: 'false',
  WATCH_CALLS_PER_MINUTE: '6000',
};

it('W11: on the sandbox, a dedicated user reads the fleet automatically, unless that is switched off', async () => {
  const off = await startedGateway({ distDir, environment });
  const watched = { ...environment, SANDBOX_WATCH: 'true' };
  const on = await startedGateway({ distDir, environment: watched });
  try {
    const outcomes = () =>
      on.log.filter(({ event }) => event === 'watch').map(({ outcome }) => outcome);
    await expect.poll(outcomes).toEqual(['begun', 'complete']);
    expect(on.users).toContainEqual(expect.objectContaining({ username: 'watcher' }));
    expect(off.log.filter(({ event }) => event === 'watch')).toEqual([]);
  } finally {
    await Promise.all([on.close(), off.close()]);
  }
});
