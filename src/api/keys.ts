/**
 * Roots of the query keys, by entity. A feature's keys begin with one of them; whoever changes something
 * makes stale what begins with them, and so reaches other features without knowing them.
 */
export const keys = {
  things: ['things'],
  groups: ['groups'],
} as const;
