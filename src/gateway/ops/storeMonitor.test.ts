import { describe, expect, it } from 'vitest';

import { signedInFixture } from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { StoreUnavailableError } from '../db/storeErrors.ts';
import { createStoreMonitor } from './storeMonitor.ts';

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), {
  code: 'ECONNREFUSED',
  password: 'secret',
});

function monitored() {
  const lines: { readonly event: string; readonly fields: unknown }[] = [];
  const clock = manualClock();
  const monitor = createStoreMonitor({
    log: (event, fields) => lines.push({ event, fields }),
    clock,
  });
  return {
    lines,
    clock,
    fail: (cause: unknown = refused) =>
      monitor.seen({ ms: 3, error: new StoreUnavailableError(cause) }),
    succeed: () => monitor.seen({ ms: 1, error: undefined }),
  };
}

describe('S8: the log of an unavailable store', () => {
  it('gets a line immediately, every ten seconds with the number of failed calls, and at the end', async () => {
    const { lines, clock, fail, succeed } = monitored();
    succeed();
    for (let second = 0; second < 25; second++) {
      fail();
      fail();
      await clock.advance(1000);
    }
    succeed();
    succeed();
    const away = (failures: number) => ({
      event: 'store unavailable',
      fields: { failures, code: 'ECONNREFUSED' },
    });
    expect(lines).toEqual([
      away(1),
      away(20),
      away(20),
      { event: 'store back', fields: { failures: 9, afterSeconds: 25 } },
    ]);
  });

  it('is not flooded if the store responds only to every other call', async () => {
    const { lines, clock, fail, succeed } = monitored();
    for (let call = 0; call < 1000; call++) {
      fail();
      succeed();
      await clock.advance(20);
    }
    expect(lines.map(({ event }) => event)).toEqual(
      Array.from({ length: 2 }, () => ['store unavailable', 'store back']).flat(),
    );
  });

  it('gives the reason as a code, and quotes nothing', () => {
    const { lines, fail } = monitored();
    fail(new Error('no answer within 2000 ms'));
    expect(lines).toEqual([
      { event: 'store unavailable', fields: { failures: 1, code: 'no answer in time' } },
    ]);
    const second = monitored();
    second.fail();
    expect(JSON.stringify(second.lines)).not.toMatch(/secret|10\.0\.0\.5/);
  });
});

it('S8: requests during a store outage get 503, and share one log line', async () => {
  const { fixture, cookie } = await signedInFixture();
  await fixture.loseStore();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => fixture.send('GET', '/api/things', { cookie })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
  expect(fixture.log.filter((line) => line.includes('"store unavailable"'))).toHaveLength(1);
  expect(fixture.log.filter((line) => line.includes('"failure"'))).toEqual([]);
});
