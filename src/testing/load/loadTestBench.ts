import { startPostgres } from '../fixtures/testPostgres.ts';
import { printer } from './figures.ts';
import { type Fault, runLoadTest } from './loadTest.ts';

const print = printer('load test', '');

/**
 * Prints the effects on 300 users over two minutes (or the given number of seconds) in which one of their three
 * gateways is killed about every five seconds, one stalls for 15 s now and then, and the database is restarted without
 * warning.
 */
const people = 300;
const seconds = Number(process.argv[2] ?? 120);

const postgres = await startPostgres();
try {
  const figures = await runLoadTest({
    postgres,
    people,
    lifetimeMs: 20_000,
    restMs: 3000,
    faults: faults(seconds * 1000),
    recoveryMs: 60_000,
  });
  print(`${people} people, calls sent`, figures.calls);
  for (const [reason, count] of figures.failed) print(`calls that failed: ${reason}`, count);
  print('refreshes sent', figures.refreshes);
  print('refresh tokens sent twice', figures.sentTwice);
  print('  of those, after a kill or a stop (target: all)', figures.sentTwiceAfterFault);
  for (const [cause, count] of figures.repeatCauses) print(`  sent again: ${cause}`, count);
  print('refresh tokens sent more than twice (target: 0)', figures.sentMoreThanTwice);
  print('signed out', figures.signOuts);
  print('of those, because the service refused a refresh (target: all)', figures.signOutsByService);
  print('slowest answer', Math.round(figures.slowestMs), 'ms');
  print('longest time without a response from the service', figures.longestWaitMs, 'ms');
  print('users who do not recover afterwards (target: 0)', figures.stillWaiting);
  print('gateways that ended on their own (target: 0)', figures.ended);
  for (const line of figures.histories) process.stdout.write(`${line}\n`);
} finally {
  await postgres.stop();
}

function faults(lengthMs: number): readonly Fault[] {
  const times = (firstMs: number, everyMs: number) =>
    Array.from(
      { length: Math.max(0, Math.ceil((lengthMs - firstMs) / everyMs)) },
      (_, index) => firstMs + index * everyMs,
    );
  return [
    // Not a divisor of the 20 s lease; otherwise the gateway that takes over would be killed at the same time.
    ...times(2000, 4700).map((atMs): Fault => ({ kind: 'kill', atMs })),
    ...times(15_000, 40_000).map((atMs): Fault => ({ kind: 'stop', atMs, forMs: 15_000 })),
    ...times(25_000, 45_000).map((atMs): Fault => ({ kind: 'restart the database', atMs })),
  ];
}
