import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { engines, twoGateways, typedSession } from '#testing/fixtures/testDatabases.ts';
import { checkModel, stepOf } from '#testing/models/modelRuns.ts';

import { createRefreshTickets, type RefreshTickets, type Turn } from './refreshTickets.ts';
import { createSessionRows } from './sessionRows.ts';

/** Accepts every turn. */
const claimed = async () => 'claimed' as const;

const perWindow = 5;
const windowMs = 61_000;
const aliveMs = 120_000;
const keptForOthers = 2;
const maxUncrowded = 3;

interface Waiting {
  key: string;
  holder: string;
  isWaitedFor: boolean;
  /** As of the session's last request. */
  isUnconfirmed: boolean;
  /** Whether its user had three other tickets when it got its place. */
  isCrowded: boolean;
  aliveUntil: number;
}

/** The simplest possible queue: an ordered list, and the times at which refreshes were sent. */
class NaiveQueue {
  waiting: Waiting[] = [];
  sent: number[] = [];
  blockedUntil = 0;
  /** Sessions with a typed, unconfirmed customer id. */
  unconfirmed = new Set<string>();

  join(key: string, holder: string, isWaitedFor: boolean, isFirst: boolean, now: number) {
    const former = this.waiting.find((one) => one.key === key);
    const isPerson = isWaitedFor || (former?.isWaitedFor ?? false);
    const isUnconfirmed = this.unconfirmed.has(key);
    const keepsPlace = former && former.isWaitedFor === isPerson && !isFirst;
    const ofSameUser = this.waiting.filter(
      (one) =>
        one.key !== key &&
        one.aliveUntil > now &&
        !one.isCrowded &&
        userOf(one.key) === userOf(key),
    );
    const isCrowded = keepsPlace ? former.isCrowded : ofSameUser.length >= maxUncrowded;
    const mine = { key, holder, isWaitedFor: isPerson, isUnconfirmed, isCrowded, aliveUntil: now };
    if (keepsPlace) Object.assign(former, mine);
    else {
      this.waiting = this.waiting.filter((one) => one.key !== key);
      this.waiting[isFirst ? 'unshift' : 'push'](mine);
    }
    return this.turnOf(key, now);
  }

  ask(key: string, holder: string, now: number) {
    const mine = this.waiting.find((one) => one.key === key && one.holder === holder);
    return mine ? this.turnOf(key, now) : 'gone';
  }

  promote(key: string, holder: string, now: number) {
    const mine = this.waiting.find((one) => one.key === key && one.holder === holder);
    return mine ? this.join(key, holder, true, false, now) : 'gone';
  }

  leave(key: string, holder: string) {
    this.waiting = this.waiting.filter((one) => one.key !== key || one.holder !== holder);
  }

  private turnOf(key: string, now: number) {
    const mine = this.waiting.find((one) => one.key === key);
    if (!mine) throw new Error(key);
    mine.isUnconfirmed = this.unconfirmed.has(key);
    const rank = (one: Waiting) =>
      4 * Number(one.isCrowded) + 2 * Number(one.isUnconfirmed) - Number(one.isWaitedFor);
    const inOrder = this.waiting
      .filter((one) => one.key === key || one.aliveUntil > now)
      .toSorted((a, b) => rank(a) - rank(b));
    const ahead = inOrder.findIndex((one) => one.key === key);
    const inWindow = this.sent.filter((at) => now - at < windowMs).length;
    const kept = mine.isUnconfirmed || mine.isCrowded ? keptForOthers : 0;
    if (now >= this.blockedUntil && ahead + kept + inWindow < perWindow) {
      this.sent.push(now);
      this.waiting = this.waiting.filter((one) => one.key !== key);
      return 'now';
    }
    if (mine.aliveUntil < now + aliveMs / 2) mine.aliveUntil = now + aliveMs;
    return ahead;
  }
}

const gateway = fc.constantFrom('one', 'two');
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const session = fc.constantFrom(...names);
/** The first six sessions belong to one user, who types the name in two ways, and the others to one user each. */
const userOf = (key: string) => (key < 'g' ? 'anna' : key);
const step = fc.oneof(
  stepOf(5, 'join', {
    gateway,
    session,
    isWaitedFor: fc.boolean(),
    isFirst: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  }),
  stepOf(5, 'ask', { gateway, session }),
  stepOf(2, 'promote', { gateway, session }),
  stepOf(1, 'leave', { gateway, session }),
  stepOf(3, 'choose', { session, id: fc.constantFrom('confirmed', 'mistyped') }),
  stepOf(1, 'block', { ms: fc.nat({ max: 90_000 }) }),
  stepOf(4, 'wait', {
    ms: fc.oneof(fc.nat({ max: 70_000 }), fc.constantFrom(60_999, 61_000, 119_999, 120_000)),
  }),
);

const brief = (turn: Turn): number | string => (turn.kind === 'waiting' ? turn.ahead : turn.kind);

describe.each(engines)('S6: refresh tickets in %s', (engine) => {
  it('behave like an ordered list, whatever two gateways do and in whatever order', async () => {
    const { first, second, time } = await twoGateways(engine);
    const rows = createSessionRows(first, { idleMs: 1, maxMs: 1 });
    for (const key of names) {
      const username = key < 'd' ? userOf(key).toUpperCase() : userOf(key);
      await rows.create({ ...typedSession(key), username }, []);
      await rows.noteConfirmed(key, 'confirmed');
    }
    let runs = 0;
    await checkModel(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const egress = `run ${++runs}`;
        const gateways: Readonly<Record<string, RefreshTickets>> = {
          one: createRefreshTickets(first, egress, claimed),
          two: createRefreshTickets(second, egress, claimed),
        };
        const paper = new NaiveQueue();
        const sentAt: number[] = [];
        const answers: { readonly turn: unknown; readonly expected: unknown }[] = [];
        for (const key of names) await rows.setCustomer(key, 'confirmed');
        for (const each of steps) {
          const now = time.now();
          if (each.kind === 'wait') {
            time.advance(each.ms);
            continue;
          }
          if (each.kind === 'block') {
            paper.blockedUntil = Math.max(paper.blockedUntil, now + each.ms);
            await gateways['one']?.block(each.ms);
            continue;
          }
          if (each.kind === 'choose') {
            await rows.setCustomer(each.session, each.id);
            paper.unconfirmed[each.id === 'mistyped' ? 'add' : 'delete'](each.session);
            for (const [holder, tickets] of Object.entries(gateways)) {
              const turn = await tickets.ask({ sessionKey: each.session, holder, generation: 1 });
              answers.push({ turn: brief(turn), expected: paper.ask(each.session, holder, now) });
              if (turn.kind === 'now') sentAt.push(now);
            }
            continue;
          }
          const holder = each.gateway;
          const ticket = { sessionKey: each.session, holder, generation: 1 };
          const tickets = gateways[holder];
          if (!tickets) throw new Error(holder);
          if (each.kind === 'leave') {
            paper.leave(each.session, holder);
            await tickets.leave(ticket);
            continue;
          }
          const turn =
            each.kind === 'join'
              ? await tickets.join({ ...ticket, ...each })
              : await tickets[each.kind](ticket);
          const expected =
            each.kind === 'join'
              ? paper.join(each.session, holder, each.isWaitedFor, each.isFirst, now)
              : paper[each.kind](each.session, holder, now);
          expect(brief(turn)).toBe(expected);
          if (turn.kind === 'now') sentAt.push(now);
        }
        for (const { turn, expected } of answers) expect(turn).toBe(expected);
        // Regardless of the model, no window may contain a sixth refresh.
        for (const at of sentAt) {
          const inWindow = sentAt.filter((other) => other >= at && other < at + windowMs);
          expect(inWindow.length).toBeLessThanOrEqual(perWindow);
        }
      }),
      60,
    );
  }, 600_000);
});
