import * as z from 'zod/mini';

import {
  changesPage,
  changesParameters,
  changesPath,
  groupChange,
  type ChangesPage,
  type ChangesQuery,
  type GroupChange,
} from '#contract/history.ts';

import { type Readable, readable, type RecordsApi, searchOf, sendForRecords } from './records.ts';

export { changesParameters, type ChangesQuery, type GroupChange } from '#contract/history.ts';
export { maxSearchText } from '#contract/parameters.ts';

export type ChangesList = Readable<ChangesPage>;

const frame = z.extend(changesPage, { changes: z.array(z.unknown()) });

/**
 * Reads the changes to Thing Groups recorded by the gateway.
 *
 * @throws {ApiError} with the code `customer_unproven` until the service has confirmed the customer id in this
 *   session; `malformed` if the response is not a page of changes
 */
export async function readChanges(
  api: Pick<RecordsApi, 'records'>,
  query: ChangesQuery,
  signal: AbortSignal,
): Promise<ChangesList> {
  const request = {
    method: 'GET',
    route: changesPath,
    query: searchOf(changesParameters, query),
    signal,
  } as const;
  const page = await sendForRecords(api, request, frame);
  const changes = readable<GroupChange>(page.changes, groupChange);
  return { ...page, changes, unreadable: page.changes.length - changes.length };
}
