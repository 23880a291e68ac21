/**
 * The roots of the query keys, one per entity. Every query key begins with one of them, so that a feature can
 * invalidate all reads of an entity without importing other features.
 */
export const keys = {
  things: ['things'],
  groups: ['groups'],
  changes: ['changes'],
  fleet: ['fleet'],
  alerts: ['alerts'],
} as const;
