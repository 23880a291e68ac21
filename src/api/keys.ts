/**
 * Roots of the query keys, by entity. Every query key begins with one of them, so that a feature can
 * invalidate all reads of an entity without importing other features.
 */
export const keys = {
  things: ['things'],
  groups: ['groups'],
  changes: ['changes'],
  fleet: ['fleet'],
  views: ['views'],
} as const;
