import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { printer } from '#testing/load/figures.ts';

import { createFixture, fakeService } from '../../src/testing/fixtures/gatewayFixture.ts';

const print = printer('gateway');

/** Prints the memory of 10,000 sessions. */
const many = 10_000;

const crowd = await createFixture({
  environment: { SESSION_IDLE_MINUTES: '600', SIGN_IN_TRIES: '10000' },
  service: fakeService(),
});
setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');
const before = usedMegabytes();
for (let session = 0; session < many; session++) {
  await crowd.signIn('writer');
  crowd.log.length = 0;
  crowd.seen.length = 0;
}
print(`memory of ${many} sessions (target: at most 100 MB)`, usedMegabytes() - before, 'MB');
print(
  'sessions alive',
  Number(/^sim_console_sessions (\d+)$/m.exec(await crowd.metrics())?.[1]),
  '',
);

function usedMegabytes(): number {
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
  return process.memoryUsage().heapUsed / 1e6;
}
