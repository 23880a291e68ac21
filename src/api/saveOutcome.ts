import * as z from 'zod/mini';

import { followedResults, ownOutcomes, stopReasons } from '#contract/saveOutcome.ts';

import type { ApiError } from './errors.ts';
import { groupSnapshot } from './groupSettings.ts';

export { checkOf, type Outcome } from '#contract/saveOutcome.ts';

/** What is kept of a save over a reload. */
export const keptOutcome = z.object({
  outcome: z.enum(ownOutcomes),
  /** It is not known yet. Until it is sent, it is `not-sent`; until an answer comes, `unknown`. */
  isUnderWay: z.optional(z.boolean()),
  /** Why nothing was sent, or nobody followed it; undefined where it was not its turn. */
  why: z.optional(z.enum(stopReasons)),
  /** What reading the group again showed; undefined where it could not be read. */
  check: z.optional(z.enum(followedResults)),
  /** The group as that reading showed it or, where nothing was sent, the one before. */
  stored: z.optional(groupSnapshot),
  /** It is from before the page was loaded again, with what was said of it. */
  told: z.optional(
    z.object({
      words: z.optional(z.string()),
      /** What the service said, where the words quote it. */
      said: z.optional(z.string()),
      requestId: z.optional(z.string()),
    }),
  ),
});

/** What one save came to, with what shows it. */
export interface SaveOutcome extends Readonly<z.infer<typeof keptOutcome>> {
  /** The refusal; of one that is not refused, why there was no answer that says what became of it. */
  readonly error?: ApiError | undefined;
}

/** The service has taken what was sent of this group. */
export function wasTaken({ outcome, check }: SaveOutcome): boolean {
  return outcome === 'saved' && check !== 'other-group';
}

/** All that the service reports is what was sent. */
export function isAsSent({ outcome, check }: SaveOutcome): boolean {
  return outcome === 'saved' && (check === 'confirmed' || check === 'not-confirmable');
}

/** The service has other values than the person saw, and nothing says that it has those that were sent. */
export function isConflict({ outcome, why, check, stored }: SaveOutcome): boolean {
  if (!stored) return false;
  return (
    why === 'changed' || outcome === 'refused' || (outcome === 'not-seen' && check === 'different')
  );
}

/** Nothing was stored for certain, and what the person decided can be sent as it is. */
export function maySendAgain(save: SaveOutcome): boolean {
  const { outcome, why = 'left', check } = save;
  if (outcome === 'not-sent') return why === 'cancelled' || why === 'touched' || why === 'unread';
  return (
    (outcome === 'refused' && !save.stored) || (outcome === 'not-seen' && check === 'as-before')
  );
}
