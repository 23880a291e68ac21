import {
  type GatewayErrorCode,
  type GatewayErrorDetails,
  gatewayErrorHeader,
} from '#contract/session.ts';

/** An answer that is not the service's, as a gateway would give it; the page has the words for each code. */
export function refusal(
  code: GatewayErrorCode,
  status: number,
  details: GatewayErrorDetails = {},
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = { code, ...details };
  return Response.json(body, { status, headers: { ...headers, [gatewayErrorHeader]: '1' } });
}
