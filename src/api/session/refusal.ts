import {
  type GatewayErrorCode,
  type GatewayErrorDetails,
  gatewayErrorHeader,
} from '#contract/session.ts';

/** A response in the format of the gateway's own errors; the page has the wording for each code. */
export function refusal(
  code: GatewayErrorCode,
  status: number,
  details: GatewayErrorDetails = {},
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = { code, ...details };
  return Response.json(body, { status, headers: { ...headers, [gatewayErrorHeader]: '1' } });
}
