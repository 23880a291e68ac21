import type { FirstAnswer } from '#contract/firstAnswers.ts';
import type { Clock } from '#lib/clock.ts';

/** How long what came too late is kept for its page, in milliseconds. */
const unusedMs = 30_000;
const maxLate = 1000;

/** An answer that came too late to be sent with its page. Only that page gets it, and only as long as all else is as it was. */
export interface LateAnswer {
  readonly address: string;
  readonly cookies: string;
  /** For whom it was asked, as `ownerOf` says. */
  readonly owner: string;
  readonly asked: Promise<FirstAnswer>;
  /** Nobody waits for it any more. */
  readonly giveUp: () => void;
}

export interface LateAnswers {
  keep(pageId: string, answer: LateAnswer): void;
  /** The answer for a call of the page, which gets it once. */
  take(
    pageId: string,
    call: Pick<LateAnswer, 'address' | 'cookies'>,
  ): Omit<LateAnswer, 'address' | 'cookies'> | undefined;
}

/** By page, and not by session and address: a reload, or another tab, wants to know what is there now. */
export function createLateAnswers(clock: Clock): LateAnswers {
  const kept = new Map<string, LateAnswer & { readonly until: number }>();

  function drop(pageId: string) {
    kept.get(pageId)?.giveUp();
    kept.delete(pageId);
  }

  function dropUnused() {
    for (const [pageId, { until }] of kept) if (until <= clock.now()) drop(pageId);
  }

  return {
    keep(pageId, answer) {
      dropUnused();
      kept.set(pageId, { ...answer, until: clock.now() + unusedMs });
      const [oldest] = kept.keys();
      if (kept.size > maxLate && oldest !== undefined) drop(oldest);
    },
    take(pageId, { address, cookies }) {
      dropUnused();
      const answer = kept.get(pageId);
      if (answer?.address !== address || answer.cookies !== cookies) return undefined;
      kept.delete(pageId);
      return answer;
    },
  };
}
