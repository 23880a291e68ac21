import * as z from 'zod/mini';

import { followedResults, ownOutcomes, stopReasons } from '#contract/saveOutcome.ts';

import type { ApiError } from './errors.ts';
import { groupSnapshot } from './groupSettings.ts';

export { checkOf, type Outcome } from '#contract/saveOutcome.ts';

/** The outcome of a save, as stored for a reload. */
export const keptOutcome = z.object({
  outcome: z.enum(ownOutcomes),
  /** The save is in progress. The outcome is `not-sent` until it is sent, then `unknown` until the response arrives. */
  isUnderWay: z.optional(z.boolean()),
  /** Why nothing was sent, or why the result was not checked; undefined if the save is still waiting for its turn. */
  why: z.optional(z.enum(stopReasons)),
  /** The result of reading the group again; undefined if it could not be read. */
  check: z.optional(z.enum(followedResults)),
  /** The group as last read. */
  stored: z.optional(groupSnapshot),
  /** Set only if the save started before a reload: the text the page showed for the save. */
  told: z.optional(
    z.object({
      words: z.optional(z.string()),
      /** The service's message, if that text quotes it. */
      said: z.optional(z.string()),
      requestId: z.optional(z.string()),
    }),
  ),
});

/** The outcome of one save, and the evidence for it. */
export interface SaveOutcome extends Readonly<z.infer<typeof keptOutcome>> {
  /** The refusal, or the reason why no response shows the outcome. */
  readonly error?: ApiError | undefined;
}

/** Whether the service accepted the change to this group. */
export function wasTaken({ outcome, check }: SaveOutcome): boolean {
  return outcome === 'saved' && check !== 'other-group';
}

/** Whether all reported values match those that were sent. */
export function isAsSent({ outcome, check }: SaveOutcome): boolean {
  return outcome === 'saved' && (check === 'confirmed' || check === 'not-confirmable');
}

/** Whether the service's values differ from those the user saw, so that the user has to choose. */
export function isConflict({ outcome, why, check, stored }: SaveOutcome): boolean {
  if (!stored) return false;
  return (
    why === 'changed' || outcome === 'refused' || (outcome === 'not-seen' && check === 'different')
  );
}

/** Whether it is certain that nothing was stored, so that the same change can be sent again. */
export function maySendAgain(save: SaveOutcome): boolean {
  const { outcome, why = 'left', check } = save;
  if (outcome === 'not-sent') return why === 'cancelled' || why === 'touched' || why === 'unread';
  return (
    (outcome === 'refused' && !save.stored) || (outcome === 'not-seen' && check === 'as-before')
  );
}
