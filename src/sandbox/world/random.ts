/**
 * A well-distributed 32-bit number for one property of one record. Unlike a stream of random numbers, it can be
 * computed in any order, so a record is computed only when it is read.
 *
 * @param seed the world's seed
 * @param row the record's number
 * @param salt tells the record's properties apart
 */
export function hash32(seed: number, row: number, salt: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(row + 1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15) ^ Math.imul(salt + 1, 0x27d4eb2f), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return (h ^ (h >>> 15)) >>> 0;
}

/** Like hash32, but between 0 (inclusive) and 1 (exclusive). */
export function fraction(seed: number, row: number, salt: number): number {
  return hash32(seed, row, salt) / 0x1_0000_0000;
}

export type Random = ReturnType<typeof createRandom>;

/** A stream of random numbers; the same seed gives the same stream. */
export function createRandom(seed: number) {
  let drawn = 0;
  const next = () => fraction(seed, drawn++, 0x5eed);
  return {
    /** A whole number from 0 to `below` - 1. */
    int: (below: number) => Math.floor(next() * below),
    /** A string of this many lower-case hexadecimal digits. */
    hex(digits: number) {
      let text = '';
      while (text.length < digits) text += Math.floor(next() * 16).toString(16);
      return text;
    },
  };
}

/** The item at an index. Throws a RangeError if the index is outside the list. */
export function itemAt<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${list.length}`);
  return item;
}
