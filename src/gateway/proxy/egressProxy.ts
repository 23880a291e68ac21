import type { ClientRequest } from 'node:http';

import { GatewayError } from '../http/gatewayError.ts';

/** How calls to the service leave the network, as set by the usual environment variables. */
export interface EgressProxies {
  /** For a service over http; a URL, with user name and password if the proxy requires them. */
  readonly http: string | null;
  /** For a service over https. */
  readonly https: string | null;
  /** Hosts to call directly, in NO_PROXY format. */
  readonly except: string | null;
}

export const noProxies: EgressProxies = { http: null, https: null, except: null };

/** A call that failed at the proxy and never reached the service. */
export interface EgressFailure {
  /** Node's error code. */
  readonly code: string;
  /** The status of the proxy's response, if any. */
  readonly status?: number;
}

/** The `proxyEnv` option of Node's agents, which do not read the environment on their own. */
export function agentEnvironment({ http, https, except }: EgressProxies): NodeJS.ProcessEnv {
  return {
    ...(http !== null && { HTTP_PROXY: http }),
    ...(https !== null && { HTTPS_PROXY: https }),
    ...(except !== null && { NO_PROXY: except }),
  };
}

/** The proxy as named in the log: without its user name and password. */
export function nameOf(proxy: string | null): string {
  return proxy === null ? 'none' : new URL(proxy).origin;
}

/** Whether an http call goes through a forwarding proxy; Node adds this header if it does. */
export function isForwarded(request: ClientRequest): boolean {
  return request.hasHeader('proxy-connection');
}

/**
 * Distinguishes a failure at the proxy from a failure of the service.
 *
 * @param hadSocket whether the request had its connection. With a tunnel, the request gets its connection once the
 * tunnel exists, so an earlier system error happened on the way to the proxy.
 * @returns undefined for a failure of the service
 */
export function egressFailure(
  error: NodeJS.ErrnoException,
  request: ClientRequest,
  hadSocket: boolean,
): EgressFailure | undefined {
  const { code = 'unknown', syscall } = error;
  if (code === 'ERR_PROXY_TUNNEL') {
    const status: unknown = Reflect.get(error, 'statusCode');
    return { code, ...(typeof status === 'number' && { status }) };
  }
  const isConnecting = syscall === 'connect' || syscall === 'getaddrinfo';
  const isOfProxy = hadSocket ? isConnecting && isForwarded(request) : syscall !== undefined;
  return isOfProxy ? { code } : undefined;
}

/** The message for users; the log has the details. */
export function egressError(): GatewayError {
  return new GatewayError('upstream_unreachable', {
    message:
      "The service could not be reached: the gateway's outbound proxy refused the connection, failed, or did not respond.",
  });
}
