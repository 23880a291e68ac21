import { setTimeout as delay } from 'node:timers/promises';

import { expect, it } from 'vitest';

import { createBusyLoop } from './busyLoop.ts';

it('F3: an event loop is busy only while its tasks leave little time', async () => {
  const isBusy = createBusyLoop();
  const until = performance.now() + 300;
  while (performance.now() < until) {
    // One task after another, like responses requested faster than they are sent.
    await new Promise((next) => setImmediate(next));
    const taskEnds = performance.now() + 20;
    while (performance.now() < taskEnds);
  }
  expect(isBusy()).toBe(true);
  // Other tests in this process may keep the loop busy for a while.
  await expect.poll(() => delay(200).then(isBusy)).toBe(false);
});
