import type { Clock } from '#lib/clock.ts';

/** Milliseconds of work between pauses, short enough for the page to stay responsive. */
const sliceMs = 12;

export interface SliceServices {
  readonly clock: Pick<Clock, 'now'>;
  /** Lets the page handle pending events. */
  readonly pause: () => Promise<void>;
}

/** Splits long work into slices: after each small step, the work asks whether to pause. */
export interface Slices {
  /** Whether it is time to let the page respond. */
  isOver(): boolean;
  /** Pauses, then starts another slice. */
  next(): Promise<void>;
}

export function createSlices({ clock, pause }: SliceServices): Slices {
  let end = clock.now() + sliceMs;
  return {
    isOver: () => clock.now() >= end,
    async next() {
      await pause();
      end = clock.now() + sliceMs;
    },
  };
}

/** Like `Array.from`, in slices. */
export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  slices: Slices,
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item, results.length));
    // oxlint-disable-next-line no-await-in-loop -- the slices follow each other
    if (slices.isOver()) await slices.next();
  }
  return results;
}
