import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { printer } from '#testing/load/figures.ts';

import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { createFixture, fakeService } from '../../src/testing/fixtures/gatewayFixture.ts';
import { manualClock } from '../../src/testing/fixtures/manualClock.ts';

const print = printer('gateway');

/**
 * Prints the cost of many sessions: 480 sign-ins within a minute followed by eight hours of work, on a manual
 * clock, and the memory of 10,000 sessions.
 */
const people = 480;
const hours = 8;
const minute = 60_000;
const stepsAMinute = 12;
const many = 10_000;
const ours = { environment: { SESSION_IDLE_MINUTES: '600', SIGN_IN_TRIES: '10000' } };

const clock = manualClock(Date.UTC(2026, 0, 1, 8));
const sandbox = createSandbox({ clock, extraUsers: people, things: 60 });
let limited = 0;
let underWay = 0;
const isUnderWay = () => underWay > 0;
const bench = await createFixture({
  ...ours,
  clock,
  async service(request) {
    underWay++;
    const answer = await sandbox.fetch(request);
    underWay--;
    if (answer.status === 429) limited++;
    return answer;
  },
});

const cookies: string[] = [];
for (let person = 1; person <= people; person++) {
  cookies.push(await bench.signIn(`user${String(person).padStart(4, '0')}`));
  await clock.advance(minute / people, settle);
}
let signedOut = 0;
let refused = 0;
for (let step = 0; step < hours * 60 * stepsAMinute; step++) {
  await clock.advance(minute / stepsAMinute, settle);
  // Every user sends a call every ten minutes.
  const round = 10 * stepsAMinute;
  const active = cookies.filter((_cookie, person) => person % round === step % round);
  const answers = await Promise.all(
    active.map((cookie) => bench.send('GET', '/api/things?limit=1', { cookie })),
  );
  signedOut += answers.filter(({ status }) => status === 401).length;
  refused += answers.filter(({ status }) => status !== 200 && status !== 401).length;
  bench.log.length = 0;
  bench.seen.length = 0;
}
print(`${people} people, ${hours} hours: signed out without a reason (target: 0)`, signedOut, '');
print('429 responses from the service (target: 0)', limited, '');
print(`of ${hours * 6 * people} calls, number that waited for a refresh, or failed`, refused, '');

const crowd = await createFixture({ ...ours, service: fakeService() });
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

/** Waits for work that does not depend on the clock, such as signing. */
async function settle(): Promise<void> {
  let turn = 0;
  while (turn < 5 || isUnderWay()) {
    turn++;
    await setImmediate();
  }
}
