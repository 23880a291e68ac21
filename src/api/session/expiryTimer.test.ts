import { beforeEach, expect, it } from 'vitest';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { ApiError } from '../errors.ts';
import { createExpiryTimer } from './expiryTimer.ts';

const minute = 60_000;

/** A session like the gateway's, with an idle limit and a maximum length. */
function createSession(clock = manualClock(0), idleMs = 60 * minute, maxMs = 24 * 60 * minute) {
  const asked: boolean[] = [];
  let used = 0;
  let isOffline = false;
  const info = (): SessionInfo => {
    const atTheLatest = maxMs - clock.now();
    return {
      username: 'writer',
      customerId: 'cid',
      mayChangeCustomer: false,
      endsIn: { unused: Math.min(used + idleMs - clock.now(), atTheLatest), atTheLatest },
    };
  };
  return {
    clock,
    asked,
    info,
    use: () => void (used = clock.now()),
    offline: (is: boolean) => void (isOffline = is),
    async read({ background = false } = {}) {
      asked.push(background);
      if (isOffline) {
        throw new ApiError({ kind: 'network', method: 'GET', route: '/session', requestId: '' });
      }
      if ((info().endsIn?.unused ?? 0) <= 0) return null;
      if (!background) used = clock.now();
      return info();
    },
  };
}

let service = createSession();
let ended = 0;

function startTimer() {
  const timer = createExpiryTimer({
    session: service,
    clock: service.clock,
    onEnded: () => void ended++,
  });
  timer.begin(service.info());
  return timer;
}

beforeEach(() => {
  service = createSession();
  ended = 0;
});

it('T20: a session is announced two minutes before it expires, and not earlier', async () => {
  const timer = startTimer();
  await service.clock.advance(58 * minute - 1);
  expect(timer.expiry()).toBe(undefined);
  await service.clock.advance(1);
  expect(timer.expiry()).toEqual({ at: 60 * minute, canStay: true });
});

it('T20: a session is checked once, without being extended by the check', async () => {
  startTimer();
  await service.clock.advance(58 * minute);
  expect(service.asked).toEqual([true]);
});

it('T20: a session is not announced while another tab uses it', async () => {
  const timer = startTimer();
  await service.clock.advance(50 * minute);
  service.use();
  await service.clock.advance(10 * minute);
  expect(timer.expiry()).toBe(undefined);
  await service.clock.advance(48 * minute);
  expect(timer.expiry()).toEqual({ at: 110 * minute, canStay: true });
});

it('T20: a session is extended when the user stays', async () => {
  const timer = startTimer();
  await service.clock.advance(59 * minute);
  await timer.stay();
  expect(timer.expiry()).toBe(undefined);
  await service.clock.advance(58 * minute);
  expect(timer.expiry()).toEqual({ at: 119 * minute, canStay: true });
});

it('T20: a session stays announced, with an error, if extending it gets no response', async () => {
  const timer = startTimer();
  await service.clock.advance(59 * minute);
  service.offline(true);
  await expect(timer.stay()).rejects.toMatchObject({ kind: 'network' });
  expect(timer.expiry()).toEqual({ at: 60 * minute, canStay: true });
  expect(ended).toBe(0);
});

it('T20: a session cannot be extended beyond its maximum length', async () => {
  service = createSession(manualClock(0), 60 * minute, 60 * minute);
  const timer = startTimer();
  await service.clock.advance(58 * minute);
  expect(timer.expiry()).toEqual({ at: 60 * minute, canStay: false });
});

it('T20: a session ends when its time is up, and reports that once', async () => {
  const timer = startTimer();
  await service.clock.advance(60 * minute);
  expect(ended).toBe(1);
  expect(timer.expiry()).toBe(undefined);
  await service.clock.advance(60 * minute);
  expect(ended).toBe(1);
});

it('T20: a session is not considered ended if checks get no response', async () => {
  const timer = startTimer();
  service.offline(true);
  await service.clock.advance(61 * minute);
  expect(ended).toBe(0);
  service.use();
  service.offline(false);
  await service.clock.advance(minute);
  expect(timer.expiry()).toBe(undefined);
});

it('T20: a session is not checked after stopping, even if a late response arrives', async () => {
  const timer = startTimer();
  const late = timer.check();
  timer.stop();
  await late;
  await service.clock.advance(60 * minute);
  expect(service.asked).toEqual([true]);
  await timer.check();
  expect(ended).toBe(0);
});

it('T20: a session is due for a check after a sleep, and while it is announced', async () => {
  const timer = startTimer();
  await service.clock.advance(10 * minute);
  expect(timer.isDue()).toBe(false);
  await service.clock.advance(49 * minute);
  expect(timer.isDue()).toBe(true);
  service.use();
  await timer.check();
  expect([timer.expiry(), timer.isDue()]).toEqual([undefined, false]);
});

it('T20: a session is never announced if it does not expire', async () => {
  const timer = startTimer();
  timer.begin({ username: 'writer', customerId: 'cid', mayChangeCustomer: false });
  await service.clock.advance(24 * 60 * minute);
  expect(timer.expiry()).toBe(undefined);
  expect(service.asked).toEqual([]);
});
