import { systemClock } from '#lib/clock.ts';
import { shiftableClock } from '#sandbox/control/control.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

import { bareHeaders } from './bareHeaders.ts';
import { medianTime, printer } from './figures.ts';

const print = printer('sandbox');

/**
 * Prints how fast a world of 200,000 SIMs starts, is searched by identifier (target: below 5 ms) and scanned (target:
 * below 60 ms), each as the median of 31 requests through the whole fetch handler; and the cost of letting time pass,
 * with the same searches after a day.
 */
const size = 200_000;
const day = 24 * 3_600_000;
const rounds = 31;
const warmUps = 5;

const began = performance.now();
const clock = shiftableClock(systemClock);
const sandbox = createSandbox({ things: size, clock });
print(`start with ${size} SIMs (target: below 3000 ms)`, performance.now() - began);

let headers = await bareHeaders(sandbox);
const sample = sandbox.state.thing(await someIccid());
const searches: readonly (readonly [name: string, query: Record<string, string>])[] = [
  ['by ICCID', { 'filterBy[ExternalUniqueId]': sample?.ExternalUniqueId ?? '' }],
  ['by IMSI', { 'filterBy[ActiveMobileSubscriber]': sample?.ActiveMobileSubscriber ?? '' }],
  ['by IMEI', { 'filterBy[IMEI]': sample?.IMEI ?? '' }],
  ['by MSISDN', { 'filterBy[MSISDN]': sample?.MSISDN ?? '' }],
  ['by name', { 'filterBy[ThingName]': sample?.ThingName ?? '' }],
  ['scan: TAC, page of 50', { 'filterBy[IMEI]': '35684610', limit: '50' }],
  ['scan: a digit that all SIMs have', { 'filterBy[ExternalUniqueId]': '9', limit: '50' }],
  ['scan: last page, sorted', { 'sortBy[ThingName]': 'DESC', limit: '50', offset: '199950' }],
  [
    'scan: three filters, sorted',
    {
      'filterBy[MnoName]': 'tele',
      'filterBy[ThingName]': 'VAN',
      State: 'ACTIVE',
      'sortBy[ThingName]': 'ASC',
      limit: '50',
    },
  ],
];
await measureSearches('');

sandbox.setOptions({ timePasses: true });
for (const [name, ms] of [
  ['the first ten minutes pass', 600_000],
  ['ten more minutes', 600_000],
  ['a day', day],
] as const) {
  clock.shift(ms);
  const start = performance.now();
  sandbox.state.fleetChanges();
  print(`${name} (target: below ${ms === day ? 3000 : 100} ms)`, performance.now() - start);
}
headers = await bareHeaders(sandbox);
await measureSearches(', time passes');

async function measureSearches(suffix: string): Promise<void> {
  for (const [name, query] of searches) {
    print(name + suffix, await medianTime(rounds, () => read(query), warmUps));
  }
}

async function read(query: Record<string, string>): Promise<unknown> {
  const url = `http://sandbox.test/things?${new URLSearchParams(query)}`;
  const response = await sandbox.fetch(new Request(url, { headers }));
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response.json();
}

/** The ICCID of a SIM far from the start, so that a search takes a long time. */
async function someIccid(): Promise<string> {
  const page = await read({
    offset: '60000',
    'filterBy[MSISDN]': '49',
    'filterBy[IMEI]': '35684610',
  });
  return String(Reflect.get(Object(Reflect.get(Object(page), 0)), 'ExternalUniqueId'));
}
