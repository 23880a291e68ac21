import * as z from 'zod/mini';

import { followedResults, ownOutcomes, stopReasons } from '#contract/saveOutcome.ts';

import type { ApiError } from './errors.ts';
import { groupSnapshot } from './groupSettings.ts';

export { checkOf, type Outcome } from '#contract/saveOutcome.ts';

/** The outcome of a save, as it is kept over a reload. */
export const keptOutcome = z.object({
  outcome: z.enum(ownOutcomes),
  /** The save is running. The outcome is `not-sent` until it is sent, and `unknown` until the answer comes. */
  isUnderWay: z.optional(z.boolean()),
  /** Why nothing was sent, or the save was not followed; undefined if its turn has not come. */
  why: z.optional(z.enum(stopReasons)),
  /** The result of reading the group again; undefined if it could not be read. */
  check: z.optional(z.enum(followedResults)),
  /** The group as it was read last. */
  stored: z.optional(groupSnapshot),
  /** Set if the save is from before a reload: what the page said about it. */
  told: z.optional(
    z.object({
      words: z.optional(z.string()),
      /** The service's message, if the words quote it. */
      said: z.optional(z.string()),
      requestId: z.optional(z.string()),
    }),
  ),
});

/** The outcome of one save, with its evidence. */
export interface SaveOutcome extends Readonly<z.infer<typeof keptOutcome>> {
  /** The refusal, or why no answer tells the outcome. */
  readonly error?: ApiError | undefined;
}

/** Whether the service accepted the change of this group. */
export function wasTaken({ outcome, check }: SaveOutcome): boolean {
  return outcome === 'saved' && check !== 'other-group';
}

/** Whether everything that the service reports is what was sent. */
export function isAsSent({ outcome, check }: SaveOutcome): boolean {
  return outcome === 'saved' && (check === 'confirmed' || check === 'not-confirmable');
}

/** Whether the service has other values than the user saw, and the user has to choose. */
export function isConflict({ outcome, why, check, stored }: SaveOutcome): boolean {
  if (!stored) return false;
  return (
    why === 'changed' || outcome === 'refused' || (outcome === 'not-seen' && check === 'different')
  );
}

/** Whether certainly nothing was stored, and the same change can be sent again. */
export function maySendAgain(save: SaveOutcome): boolean {
  const { outcome, why = 'left', check } = save;
  if (outcome === 'not-sent') return why === 'cancelled' || why === 'touched' || why === 'unread';
  return (
    (outcome === 'refused' && !save.stored) || (outcome === 'not-seen' && check === 'as-before')
  );
}
