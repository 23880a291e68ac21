import type { SessionEnv } from '../context.ts';
import { GatewayError } from '../gatewayError.ts';

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
