import type { FirstAnswer } from '#contract/firstAnswers.ts';
import type { Clock } from '#lib/clock.ts';

import { createByteBudget } from '../http/byteBudget.ts';

/** How long a late response is kept for its page, in milliseconds. */
const unusedMs = 30_000;
const maxLate = 1000;

/** A response as received; not decoded if it is too long for its page. */
export interface ReadAnswer extends Omit<FirstAnswer, 'body'> {
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A response that came too late to be sent with its page. Only that page gets it, and only if nothing has changed. */
export interface LateAnswer {
  readonly address: string;
  readonly cookies: string;
  /** The owner, as returned by `ownerOf`. */
  readonly owner: string;
  readonly asked: Promise<ReadAnswer>;
  /** Cancels the call once nobody is waiting for it. */
  readonly giveUp: () => void;
}

/**
 * Keyed by page, not by session and address: a reload or another tab needs current data. Responses that would take
 * too much memory are not kept; their pages make their own calls.
 */
export function createLateAnswers(clock: Clock) {
  const kept = new Map<string, LateAnswer & { readonly until: number; bytes: number }>();
  const budget = createByteBudget();

  function forget(pageId: string) {
    const answer = kept.get(pageId);
    if (!answer) return;
    kept.delete(pageId);
    budget.giveBack(answer.owner, answer.bytes);
  }

  function drop(pageId: string) {
    kept.get(pageId)?.giveUp();
    forget(pageId);
  }

  function dropUnused() {
    for (const [pageId, { until }] of kept) if (until <= clock.now()) drop(pageId);
  }

  /** The page may already have taken it. */
  function count(pageId: string, { byteLength }: Uint8Array) {
    dropUnused();
    const answer = kept.get(pageId);
    if (!answer) return;
    if (budget.take(answer.owner, byteLength)) answer.bytes = byteLength;
    else drop(pageId);
  }

  return {
    keep(pageId: string, answer: LateAnswer): void {
      dropUnused();
      kept.set(pageId, { ...answer, until: clock.now() + unusedMs, bytes: 0 });
      answer.asked.then(
        ({ body }) => count(pageId, body),
        () => forget(pageId),
      );
      const [oldest] = kept.keys();
      if (kept.size > maxLate && oldest !== undefined) drop(oldest);
    },
    /** The response to a call from the page, which can get it only once. */
    take(
      pageId: string,
      { address, cookies }: Pick<LateAnswer, 'address' | 'cookies'>,
    ): LateAnswer | undefined {
      dropUnused();
      const answer = kept.get(pageId);
      if (answer?.address !== address || answer.cookies !== cookies) return undefined;
      forget(pageId);
      return answer;
    },
  };
}
