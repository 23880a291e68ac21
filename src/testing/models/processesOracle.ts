import type { RefreshOutcome } from '#api/tokens/refreshCall.ts';
import { leaseMs } from '#gateway/auth/storedLease.ts';
import type { Clock } from '#lib/clock.ts';

const minute = 60_000;

/** A refresh token's history, as the service saw it. */
interface Spending {
  readonly key: string;
  times: number;
  lastAt: number;
  /** Gateways with a refresh in flight that uses this token. */
  readonly senders: Set<string>;
  /** The gateway that has the response, until the store has it. */
  owner: string | undefined;
  /** Refreshes whose response no live gateway has. */
  unanswered: number;
}

/** The cases that the model covered in all its runs. */
export const seen = { refreshes: 0, interrupted: 0, interruptedTwice: 0, sentAgain: 0 };

/** Watches how gateways use refresh tokens, leases and turns, and records violations of S4 to S6. */
export function createOracle(clock: Clock) {
  const violations: string[] = [];
  const spendings = new Map<string, Spending>();
  const leases = new Map<string, { readonly holder: string; readonly at: number }>();
  /** For each session: how often its row noted that the token was about to be sent, minus the refreshes sent. */
  const notes = new Map<string, number>();
  const sentAt: number[] = [];
  let turns = 0;
  let excuses = 0;

  function must(holds: boolean, rule: string): void {
    if (!holds) violations.push(rule);
  }

  const spendingsOf = (key: string) =>
    spendings
      .values()
      .filter((spending) => spending.key === key)
      .toArray();

  /** @param holder omitted if the holder extends its lease */
  function noteLease(key: string, holder?: string): void {
    const former = leases.get(key);
    leases.set(key, { holder: holder ?? former?.holder ?? '', at: clock.now() });
    if (!former || holder === undefined) return;
    const isOver = clock.now() - former.at >= leaseMs;
    must(isOver || former.holder === holder, 'no gateway takes an unexpired lease');
    if (!isOver) return;
    // The previous holder, or its connection to the store, stalled for that long: a turn or a response is lost.
    excuses += 1;
    if (former.holder === holder) return;
    for (const spending of spendingsOf(key)) {
      spending.senders.clear();
      spending.owner = undefined;
      spending.unanswered = Math.max(spending.unanswered, spending.times);
    }
  }

  return {
    violations,
    must,

    /** From now on, this many more turns may remain unused. */
    excuse(count: number): void {
      excuses += count;
    },

    /** Records what the store did, whether or not its answer arrives. */
    stored(name: string, [about, given]: readonly unknown[], result: unknown): void {
      const key = textOf(about, 'key');
      const kind: unknown = Reflect.get(Object(result), 'kind');
      if (kind === 'now') {
        turns += 1;
        noteLease(textOf(about, 'sessionKey'), textOf(about, 'holder'));
      } else if (kind === 'taken') noteLease(String(about), textOf(given, 'holder'));
      if (result !== true) return;
      if (name === 'noteSpending') notes.set(key, (notes.get(key) ?? 0) + 1);
      if (name === 'noteSpending' || name === 'extend') noteLease(key);
      if (name !== 'store' && name !== 'settle') return;
      leases.delete(key);
      for (const spending of spendingsOf(key)) spending.owner = undefined;
    },

    sent(token: string, key: string, gateway: string): void {
      const spending = spendings.get(token) ?? {
        key,
        times: 0,
        lastAt: 0,
        senders: new Set(),
        owner: undefined,
        unanswered: 0,
      };
      const { times, senders, unanswered, lastAt } = spending;
      must(senders.size === 0, 'no two gateways send a token at the same time');
      must(times <= unanswered, 'a token is sent again only after a lost response');
      const isRare = times < 2 || clock.now() - lastAt >= minute;
      must(isRare, 'a token is sent at most twice, then rarely');
      const noted = notes.get(key) ?? 0;
      must(noted > 0, 'no token is sent without a note in its live row');
      if (times === 1) seen.sentAgain += 1;
      seen.refreshes += 1;
      notes.set(key, noted - 1);
      spending.times += 1;
      spending.lastAt = clock.now();
      senders.add(gateway);
      spendings.set(token, spending);
      sentAt.push(clock.now());
      const sixth = sentAt.at(-6);
      must(sixth === undefined || clock.now() - sixth >= minute, 'at most 5 refreshes in 60 s');
      must(sentAt.length <= turns, 'each refresh has had a turn');
    },

    answered(token: string, gateway: string, { kind }: RefreshOutcome): void {
      const spending = spendings.get(token);
      if (!spending) return;
      spending.senders.delete(gateway);
      spending.owner = gateway;
      if (kind === 'lost') spending.unanswered += 1;
      // A 429 leaves the token unused. It can occur because a killed gateway's request may arrive late.
      if (kind === 'busy') spending.times -= 1;
    },

    killed(gateway: string): void {
      for (const spending of spendings.values()) {
        const isOwner = spending.owner === gateway;
        if (!spending.senders.delete(gateway) && !isOwner) continue;
        spending.owner = undefined;
        spending.unanswered += 1;
        seen.interrupted += 1;
        if (spending.unanswered > 1) seen.interruptedTwice += 1;
      }
    },

    /** Whether this gateway is waiting for the response to a refresh. */
    isSending: (gateway: string) => spendings.values().some(({ senders }) => senders.has(gateway)),

    finish(): void {
      must(turns - sentAt.length <= excuses, 'turns are taken only for refreshes');
    },
  };
}

function textOf(value: unknown, name: string): string {
  return String(Reflect.get(Object(value), name));
}
