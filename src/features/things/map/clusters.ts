export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Cluster<T> extends Point {
  readonly members: readonly T[];
}

/**
 * Gathers what would overlap when drawn: no middle of a cluster is nearer to another than `distance`, in the
 * same unit as the points.
 */
export function clusters<T>(
  items: readonly { readonly at: Point; readonly item: T }[],
  distance: number,
): readonly Cluster<T>[] {
  const found: Cluster<T>[] = [];
  for (const { at, item } of items) {
    let grown: Cluster<T> = { ...at, members: [item] };
    // A cluster's middle moves as it grows, and may come near to another one.
    for (;;) {
      const { x, y } = grown;
      const near = found.findIndex((other) => Math.hypot(other.x - x, other.y - y) < distance);
      const [other] = near < 0 ? [] : found.splice(near, 1);
      if (!other) break;
      grown = together(other, grown);
    }
    found.push(grown);
  }
  return found;
}

function together<T>(one: Cluster<T>, other: Cluster<T>): Cluster<T> {
  const members = [...one.members, ...other.members];
  const part = other.members.length / members.length;
  return {
    x: one.x + (other.x - one.x) * part,
    y: one.y + (other.y - one.y) * part,
    members,
  };
}
