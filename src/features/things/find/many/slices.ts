import type { Clock } from '#lib/clock.ts';

/** Milliseconds of work between two pauses, in which the page stays usable. */
const sliceMs = 12;

export interface SliceServices {
  readonly clock: Pick<Clock, 'now'>;
  /** Lets the page handle what is waiting. */
  readonly pause: () => Promise<void>;
}

/** Long work in slices: it asks after each small step whether to pause. */
export interface Slices {
  /** Whether the page has waited long enough. */
  isOver(): boolean;
  /** Pauses, and begins another slice. */
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

/** As `Array.from`, in slices. */
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
