const mostOfAll = 48 * 1024 * 1024;
const mostOfOne = 12 * 1024 * 1024;

/** Limits the number of bytes kept in memory, in total and per owner. */
export function createByteBudget() {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    /** @returns false, without counting the bytes, if they would exceed a limit */
    take(owner: string, bytes: number): boolean {
      const own = (taken.get(owner) ?? 0) + bytes;
      if (all + bytes > mostOfAll || own > mostOfOne) return false;
      taken.set(owner, own);
      all += bytes;
      return true;
    },
    giveBack(owner: string, bytes: number): void {
      const own = (taken.get(owner) ?? 0) - bytes;
      if (own > 0) taken.set(owner, own);
      else taken.delete(owner);
      all -= bytes;
    },
  };
}
