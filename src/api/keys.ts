/**
 * Roots of the query keys, by entity. A feature's keys begin with one of them; a mutation names the
 * roots that it makes stale, and so reaches other features without knowing them.
 */
export const keys = {
  things: ['things'],
  groups: ['groups'],
} as const;
