import type { SessionEnv } from './context.ts';
import { GatewayError } from './gatewayError.ts';
import {
  numberParameter,
  type ReadParameter,
  timeCursor,
  writeTimeCursor,
} from './queryParameters.ts';
import type { Page, PageKey } from './store/keysetPage.ts';

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
