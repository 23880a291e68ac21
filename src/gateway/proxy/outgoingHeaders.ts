import { addressInHeader } from '../clientAddress.ts';
import type { SessionRecord } from '../sessions/sessions.ts';

/**
 * The headers that the service gets: made here, none copied from the browser but the two that are
 * checked, its request id and the client's address where a reverse proxy gives one.
 */
export function outgoingHeaders(given: {
  readonly version: string;
  readonly requestId: string;
  /** The configured header with the client's address; the name is null where none is configured. */
  readonly clientIp: { readonly name: string | null; readonly value: string | undefined };
  readonly hasBody: boolean;
  /** For calls in somebody's name. */
  readonly as?: { readonly accessToken: string; readonly customerId: SessionRecord['customerId'] };
}): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    'user-agent': `sim-console/${given.version}`,
    'x-request-id': given.requestId,
  };
  if (given.hasBody) headers['content-type'] = 'application/json';
  if (given.as) {
    headers['authorization'] = `Bearer ${given.as.accessToken}`;
    if (given.as.customerId !== null) headers['apikey'] = given.as.customerId;
  }
  const { name, value } = given.clientIp;
  const ip = addressInHeader(value);
  if (name !== null && ip !== undefined) headers[name] = ip;
  return headers;
}
