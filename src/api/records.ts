import type * as z from 'zod/mini';

import type { Parameters, QueryOf } from '#contract/parameters.ts';
import { parseJson } from '#lib/json.ts';
import { unlessAborted } from '#lib/unlessAborted.ts';

import type { Api, RecordsAccess } from './client.ts';
import { ApiError, malformed } from './errors.ts';
import { groupsApi } from './groups.ts';
import type { HttpRequest } from './http.ts';

/** The services needed to read records. */
export interface RecordsApi extends Pick<Api, 'http' | 'things'> {
  readonly records: RecordsAccess;
}

export type Schema<T> = Pick<z.ZodMiniType<T>, 'safeParse'>;

/**
 * Makes a part of the API from the gateway's records, once per API; it is undefined with static hosting, where none are
 * kept.
 */
export function ofGateway<T extends object>(create: (api: RecordsApi) => T) {
  const made = new WeakMap<object, T>();
  return (api: Pick<Api, keyof RecordsApi>): T | undefined => {
    const { records, http, things } = api;
    const part = records && (made.get(api) ?? create({ records, http, things }));
    if (part) made.set(api, part);
    return part;
  };
}

/**
 * Sends a call for records, and parses its response.
 *
 * @throws {ApiError} `malformed` if the response cannot be read at all
 */
export async function sendForRecords<T>(
  { records }: Pick<RecordsApi, 'records'>,
  request: HttpRequest,
  schema: Schema<T>,
): Promise<T> {
  const answer = await records.send(request);
  const read = schema.safeParse(parseJson(answer.text));
  if (!read.success) throw malformed(request, answer);
  return read.data;
}

/** A page of records without the rows that cannot be read, for example because the gateway is newer than this page. */
export type Readable<Page> = Page & {
  /** The number of those rows. */
  readonly unreadable: number;
};

/** Returns the rows that can be read, and drops the others. */
export function readable<T>(rows: readonly unknown[], schema: Schema<T>): T[] {
  return rows.flatMap((row) => schema.safeParse(row).data ?? []);
}

/** The address of one record in a list of records. */
export function itemOf(list: string, id: string) {
  return { route: `${list}/:id`, path: `${list}/${encodeURIComponent(id)}` };
}

/** The query string of a call: the values that the query has for these parameters. */
export function searchOf<P extends Parameters>(parameters: P, query: QueryOf<P>): URLSearchParams {
  const given = new Map<string, unknown>(Object.entries(query));
  return new URLSearchParams(
    Object.entries(parameters).flatMap(([name, { write = String }]) => {
      const value = given.get(name);
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      return values.flatMap((one) => (one === undefined ? [] : [[name, write(one)]]));
    }),
  );
}

/**
 * Reads the gateway's records. The gateway shows them only once the service has listed something for this customer id.
 * After a new sign-in that may not have happened yet, so the groups are read first, and the Things if there are no
 * groups.
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
    // For example, the customer id was changed in another tab.
    if (!(error instanceof ApiError) || error.code !== 'customer_unproven') throw error;
    const { groups } = await groupsApi(api).list({ signal });
    if (groups.length === 0) await api.things.list({ size: 1, offset: 0 }, { signal });
    return read();
  }
}

/** A write that the gateway refuses for lack of a confirmed customer has changed nothing, so it can be sent again. */
export function confirmedWrite<T>(api: RecordsApi, write: () => Promise<T>): Promise<T> {
  return confirmedRead(api, write, new AbortController().signal);
}

/** Sends a call to the service if this tab has had no response yet. */
async function prove({ records, http }: RecordsApi, signal: AbortSignal): Promise<void> {
  const { isUnconfirmed, lastCall } = records;
  if (isUnconfirmed !== true) return;
  const isAnswered = lastCall?.then(
    () => true,
    () => false,
  );
  // Nothing is awaited before this, so that simultaneous reads share the call.
  if (!isAnswered || !(await unlessAborted(isAnswered, signal).catch(cancelled))) {
    await groupsApi({ http }).list({ signal });
  }
  records.isUnconfirmed = false;
}

/** @throws {ApiError} the error of a cancelled call */
function cancelled(): never {
  throw new ApiError({ method: 'GET', route: '/records', kind: 'aborted', requestId: '' });
}

export interface Paged {
  readonly before?: string | undefined;
  readonly size?: number | undefined;
}

/** Reads a page of records, or the first page if the gateway rejects the cursor. */
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
