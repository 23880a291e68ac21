import type { Context } from 'hono';

import type { SessionEnv } from './context.ts';
import type { Dependencies } from './dependencies.ts';
import { GatewayError } from './gatewayError.ts';
import {
  numberParameter,
  type ReadParameter,
  timeCursor,
  writeTimeCursor,
} from './queryParameters.ts';
import { recordsRetryMs } from './recordTurns.ts';
import type { Page, PageKey } from './store/keysetPage.ts';
import type { RecordsLimitError } from './store/storeErrors.ts';

/** What the calls below `/records` share. */

export const maxPageSize = 200;

/**
 * The customer whose records a session may read: a person may type any id, and that alone shows nothing (C5).
 *
 * @throws {GatewayError} `customer_required` or `customer_unproven`
 */
export function provenCustomer({
  customerId,
  provenCustomerId,
}: SessionEnv['Variables']['session']): string {
  if (customerId === null) throw new GatewayError('customer_required');
  if (customerId !== provenCustomerId) throw new GatewayError('customer_unproven');
  return customerId;
}

/**
 * Answers with records of the session's customer, in the session's turn to read some.
 *
 * @param read told when nobody waits for the answer any more
 * @throws {GatewayError} as `provenCustomer` does, or `records_limited`
 */
export async function answerInTurn(
  { recordTurns }: Pick<Dependencies, 'recordTurns'>,
  context: Context<SessionEnv>,
  read: (given: { readonly customerId: string; readonly signal: AbortSignal }) => Promise<object>,
): Promise<Response> {
  const session = context.get('session');
  const customerId = provenCustomer(session);
  const { pathname, search } = new URL(context.req.url);
  const body = await recordTurns.take({
    session: session.id,
    key: JSON.stringify([customerId, pathname, search]),
    signal: context.req.raw.signal,
    read: async (signal) => JSON.stringify(await read({ customerId, signal })),
  });
  return context.body(body, 200, { 'content-type': 'application/json' });
}

/** The answer where records could not be read in time. */
export function recordsLimited({ reason }: RecordsLimitError): GatewayError {
  if (reason === 'busy') {
    return new GatewayError('records_limited', { retryAfterMs: recordsRetryMs });
  }
  return new GatewayError('records_limited', {
    // Not a failure that is tried again: it would take as long.
    status: 422,
    message:
      'Looking through so many of them was ended after some seconds. Narrow what is looked for, for example to one Thing Group or to a shorter time. Where nothing can be narrowed, tell the operators of the console.',
  });
}

/** Which page of a list by time is asked for. */
export function readTimePage(
  read: ReadParameter<'before' | 'size'>,
  defaultSize: number,
): { readonly before: PageKey | null; readonly size: number } {
  return {
    before: read('before', timeCursor) ?? null,
    size: read('size', numberParameter(1, maxPageSize)) ?? defaultSize,
  };
}

/** Cursors of the pages around; empty for the first page. */
export function cursorsOf<Key>(
  { next, previous }: Pick<Page<unknown, Key>, 'next' | 'previous'>,
  write: (key: Key) => string,
): { readonly next: string | null; readonly previous: string | null } {
  return {
    next: next && write(next),
    previous: previous === 'first' ? '' : previous && write(previous),
  };
}

export const timeCursorsOf = (page: Pick<Page<unknown>, 'next' | 'previous'>) =>
  cursorsOf(page, writeTimeCursor);
