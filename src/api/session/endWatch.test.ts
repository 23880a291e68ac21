import { beforeEach, describe, expect, it } from 'vitest';

import type { SessionInfo } from '#contract/sessionBodies.ts';
import { manualClock } from '#lib/clock.ts';

import { ApiError } from '../errors.ts';
import { createEndWatch } from './endWatch.ts';

const minute = 60_000;

/** A session as the gateway keeps it: so long without use, and so long in all. */
function createSession(clock = manualClock(0), idleMs = 60 * minute, maxMs = 24 * 60 * minute) {
  const asked: boolean[] = [];
  let used = 0;
  let isOffline = false;
  const info = (): SessionInfo => {
    const atTheLatest = maxMs - clock.now();
    const unused = Math.min(used + idleMs - clock.now(), atTheLatest);
    return {
      username: 'writer',
      customerId: 'cid',
      mayChangeCustomer: false,
      endsIn: { unused, atTheLatest },
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
      const now = info();
      if ((now.endsIn?.unused ?? 0) <= 0) return null;
      if (!background) used = clock.now();
      return info();
    },
  };
}

let service = createSession();
let ended = 0;

function watch() {
  const endWatch = createEndWatch({
    session: service,
    clock: service.clock,
    onEnded: () => void ended++,
  });
  endWatch.begin(service.info());
  return endWatch;
}

beforeEach(() => {
  service = createSession();
  ended = 0;
});

describe('T20: a session that is about to end', () => {
  it('is told of two minutes before, and not earlier', async () => {
    const endWatch = watch();
    await service.clock.advance(58 * minute - 1);
    expect(endWatch.comingEnd()).toBe(undefined);
    await service.clock.advance(1);
    expect(endWatch.comingEnd()).toEqual({ at: 60 * minute, canStay: true });
  });

  it('is asked after once in all its time, and never as a use of it', async () => {
    watch();
    await service.clock.advance(58 * minute);
    expect(service.asked).toEqual([true]);
  });

  it('is not told of where another tab uses it', async () => {
    const endWatch = watch();
    await service.clock.advance(50 * minute);
    service.use();
    await service.clock.advance(10 * minute);
    expect(endWatch.comingEnd()).toBe(undefined);
    await service.clock.advance(48 * minute);
    expect(endWatch.comingEnd()).toEqual({ at: 110 * minute, canStay: true });
  });

  it('goes on where the person wants to stay', async () => {
    const endWatch = watch();
    await service.clock.advance(59 * minute);
    await endWatch.stay();
    expect(endWatch.comingEnd()).toBe(undefined);
    await service.clock.advance(58 * minute);
    expect(endWatch.comingEnd()).toEqual({ at: 119 * minute, canStay: true });
  });

  it('tells the person who wants to stay that it is not known whether they do', async () => {
    const endWatch = watch();
    await service.clock.advance(59 * minute);
    service.offline(true);
    await expect(endWatch.stay()).rejects.toMatchObject({ kind: 'network' });
    expect(endWatch.comingEnd()).toEqual({ at: 60 * minute, canStay: true });
    expect(ended).toBe(0);
  });

  it('cannot be prolonged beyond its greatest age', async () => {
    service = createSession(manualClock(0), 60 * minute, 60 * minute);
    const endWatch = watch();
    await service.clock.advance(58 * minute);
    expect(endWatch.comingEnd()).toEqual({ at: 60 * minute, canStay: false });
  });

  it('ends when its time is over, and is said to once', async () => {
    const endWatch = watch();
    await service.clock.advance(60 * minute);
    expect(ended).toBe(1);
    expect(endWatch.comingEnd()).toBe(undefined);
    await service.clock.advance(60 * minute);
    expect(ended).toBe(1);
  });

  it('is not taken for ended where nobody answers', async () => {
    const endWatch = watch();
    service.offline(true);
    await service.clock.advance(61 * minute);
    expect(ended).toBe(0);
    service.use();
    service.offline(false);
    await service.clock.advance(minute);
    expect(endWatch.comingEnd()).toBe(undefined);
  });

  it('is asked after no more by a page that has gone, whatever answers come late', async () => {
    const endWatch = watch();
    const late = endWatch.check();
    endWatch.stop();
    await late;
    await service.clock.advance(60 * minute);
    expect(service.asked).toEqual([true]);
    const afterTheEnd = endWatch.check();
    await afterTheEnd;
    expect(ended).toBe(0);
  });

  it('is looked at again by a page that slept over it, or shows the warning', async () => {
    const endWatch = watch();
    await service.clock.advance(10 * minute);
    expect(endWatch.isDue()).toBe(false);
    await service.clock.advance(49 * minute);
    expect(endWatch.isDue()).toBe(true);
    service.use();
    await endWatch.check();
    expect(endWatch.comingEnd()).toBe(undefined);
    expect(endWatch.isDue()).toBe(false);
  });

  it('is told of no end where it has none', async () => {
    const endWatch = watch();
    endWatch.begin({ username: 'writer', customerId: 'cid', mayChangeCustomer: false });
    await service.clock.advance(24 * 60 * minute);
    expect(endWatch.comingEnd()).toBe(undefined);
    expect(service.asked).toEqual([]);
  });
});
