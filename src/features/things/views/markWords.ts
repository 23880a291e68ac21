import type { ThingRecord } from '#api/things.ts';

import { isMarked, type MarkName } from './marks.ts';
import { viewsMessages } from './viewsMessages.ts';

/**
 * The words that mark a row; undefined for rows that are not.
 *
 * @param now when the rows came, in milliseconds since the epoch
 */
export function markWords(mark: MarkName | undefined, now: number) {
  if (mark === undefined) return undefined;
  return (thing: ThingRecord) =>
    isMarked(mark, thing, now) ? viewsMessages.mark[mark] : undefined;
}
