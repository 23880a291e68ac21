import type { SelectQueryBuilder } from 'kysely';

import type { Tables } from './tables.ts';

/** How many rows a query has. */
export async function countOf<T extends keyof Tables>(
  query: SelectQueryBuilder<Tables, T, object>,
): Promise<number> {
  const { count } = await query
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
