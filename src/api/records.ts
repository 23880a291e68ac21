import type { Parameters, QueryOf } from '#contract/parameters.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

import type { RecordsAccess } from './client.ts';
import { ApiError } from './errors.ts';
import type { GroupsApi } from './groups.ts';
import type { ThingsApi } from './things.ts';

/** What a record is read with. */
export interface RecordsApi {
  readonly records: RecordsAccess;
  readonly groups: Pick<GroupsApi, 'list'>;
  readonly things: Pick<ThingsApi, 'list'>;
}

/** The search of a call: what a query has of these parameters. */
export function searchOf<P extends Parameters>(parameters: P, query: QueryOf<P>): URLSearchParams {
  const given = new Map<string, string | number | undefined>(Object.entries(query));
  return new URLSearchParams(
    Object.keys(parameters).flatMap((name) => {
      const value = given.get(name);
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );
}

/**
 * Reads a record of the gateway, which shows it only to those for whom the service has listed something with this
 * customer id. After a new sign-in that may still be to come, so the groups are read first then, and the Things where
 * there are none.
 *
 * @throws {ApiError}
 */
export async function confirmedRead<T>(
  api: RecordsApi,
  read: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  await prove(api, signal);
  try {
    return await read();
  } catch (error) {
    // The customer id was changed in another tab, for example.
    if (!(error instanceof ApiError) || error.code !== 'customer_unconfirmed') throw error;
    const { groups } = await api.groups.list({ signal });
    if (groups.length === 0) await api.things.list({ size: 1, offset: 0 }, { signal });
    return read();
  }
}

/** Makes a call of the service where this tab has made none that was answered. */
async function prove({ records, groups }: RecordsApi, signal: AbortSignal): Promise<void> {
  const { isUnconfirmed, lastCall } = records;
  if (isUnconfirmed !== true) return;
  const isAnswered = lastCall?.then(
    () => true,
    () => false,
  );
  // Without a wait before it, so that reads at the same time share the call.
  if (!isAnswered || !(await unlessAborted(isAnswered, signal).catch(cancelled))) {
    await groups.list({ signal });
  }
  records.isUnconfirmed = false;
}

/** @throws {ApiError} as a call that is cancelled */
function cancelled(): never {
  throw new ApiError({ method: 'GET', route: '/records', kind: 'aborted', requestId: '' });
}

export interface Paged {
  readonly before?: string | undefined;
  readonly size?: number | undefined;
}

/** Reads a page of a record, or the first one where the cursor is not valid, which only the gateway can tell. */
export async function withValidCursor<Q extends Paged, T>(
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
