export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Cluster<T> extends Point {
  readonly members: readonly T[];
}

/**
 * Gathers what would overlap when drawn: each point goes to the first cluster whose middle is nearer
 * than `distance`, in the same unit as the points.
 */
export function clusters<T>(
  items: readonly { readonly at: Point; readonly item: T }[],
  distance: number,
): readonly Cluster<T>[] {
  const found: { x: number; y: number; members: T[] }[] = [];
  for (const { at, item } of items) {
    const near = found.find(({ x, y }) => Math.hypot(x - at.x, y - at.y) < distance);
    if (near) {
      const count = near.members.push(item);
      near.x += (at.x - near.x) / count;
      near.y += (at.y - near.y) / count;
    } else {
      found.push({ x: at.x, y: at.y, members: [item] });
    }
  }
  return found;
}
