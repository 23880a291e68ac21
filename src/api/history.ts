import * as z from 'zod/mini';

import {
  changesPage,
  changesParameters,
  groupChange,
  type ChangesPage,
  type ChangesQuery,
  type GroupChange,
} from '#contract/history.ts';
import { changesPath } from '#contract/session.ts';

import { malformed } from './errors.ts';
import type { Http } from './http.ts';
import { parseJson } from './json.ts';
import { searchOf } from './records.ts';

export { changesParameters, type ChangesQuery, type GroupChange } from '#contract/history.ts';
export { maxSearchText } from '#contract/parameters.ts';

/** What could be read of a page of changes. */
export interface ChangesList extends Omit<ChangesPage, 'changes'> {
  readonly changes: readonly GroupChange[];
  /** Rows that could not be read, for example because the gateway is newer than this page. */
  readonly unreadable: number;
}

const frame = z.extend(changesPage, { changes: z.array(z.unknown()) });

/**
 * Reads the changes to Thing Groups recorded by the gateway.
 *
 * @throws {ApiError} with the code `customer_unproven` until the service has confirmed the customer id in this
 *   session; `malformed` if the response is not a page of changes
 */
export async function readChanges(
  http: Pick<Http, 'send'>,
  query: ChangesQuery,
  signal: AbortSignal,
): Promise<ChangesList> {
  const call = { method: 'GET', route: changesPath, signal } as const;
  const answer = await http.send({ ...call, query: searchOf(changesParameters, query) });
  const page = frame.safeParse(parseJson(answer.text));
  if (!page.success) throw malformed(call, answer);
  const changes = page.data.changes.flatMap((row) => groupChange.safeParse(row).data ?? []);
  return { ...page.data, changes, unreadable: page.data.changes.length - changes.length };
}
