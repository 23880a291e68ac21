import type { GroupPlan } from './groupPlans.ts';
import { createRandom } from './random.ts';

/** How many Things each plan gets: the exact ones first, as far as they fit, then the shares; the first takes what is left. */
export function groupSizes(things: number, plans: readonly GroupPlan[]): number[] {
  let left = things;
  const sizes = plans.map(({ size }) => {
    if (!('exactly' in size)) return 0;
    const count = Math.min(size.exactly, Math.max(0, left - 1));
    left -= count;
    return count;
  });
  const shared = left;
  for (const [index, { size }] of plans.entries()) {
    if ('exactly' in size) continue;
    const count = Math.min(left, Math.floor(shared * size.share));
    sizes[index] = count;
    left -= count;
  }
  sizes[0] = (sizes[0] ?? 0) + left;
  return sizes;
}

/** The plan's number for each row, in an order that mixes the groups. */
export function shuffledGroups(seed: number, sizes: readonly number[]): Uint16Array {
  const order = new Uint16Array(sizes.reduce((sum, size) => sum + size, 0));
  let start = 0;
  for (const [plan, size] of sizes.entries()) {
    order.fill(plan, start, start + size);
    start += size;
  }
  const random = createRandom(seed);
  for (let row = order.length - 1; row > 0; row--) {
    const other = random.int(row + 1);
    const kept = order[row] ?? 0;
    order[row] = order[other] ?? 0;
    order[other] = kept;
  }
  return order;
}
