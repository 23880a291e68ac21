import * as z from 'zod/mini';

/**
 * The revision on which a change is based; 0 for something new. Limited because PostgreSQL fails if a query contains a
 * larger integer.
 */
export const baseRevision = z.int().check(z.minimum(0), z.maximum(999_999_998));
