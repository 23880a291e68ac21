import { ApiError } from './errors.ts';
import type { GroupsApi } from './groups.ts';

/** The parameters of a query that are given, as the gateway reads them. */
export function searchOf(
  query: Readonly<Record<string, string | number | undefined>>,
): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search;
}

/**
 * Reads a record of the gateway, which shows it only to those for whom the service has answered a call with this
 * customer id. After a new sign-in that may still be to come, so the groups are read then.
 *
 * @throws {ApiError}
 */
export async function provenRead<T>(
  groups: Pick<GroupsApi, 'list'>,
  read: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'customer_unproven') throw error;
    await groups.list({ signal });
    return read();
  }
}

/** Reads a page of a record, or the first one where the cursor is not valid, which only the gateway can tell. */
export async function withValidCursor<Q extends { readonly before?: string | undefined }, T>(
  query: Q,
  read: (query: Q) => Promise<T>,
): Promise<T & { readonly isCursorInvalid: boolean }> {
  try {
    return { ...(await read(query)), isCursorInvalid: false };
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'bad_request';
    if (query.before === undefined || !isRefused) throw error;
    return { ...(await read({ ...query, before: undefined })), isCursorInvalid: true };
  }
}
