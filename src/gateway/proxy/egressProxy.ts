import type { ClientRequest } from 'node:http';

import { GatewayError } from '../http/gatewayError.ts';

/** How calls of the service leave the network, as the environment tells all programs. */
export interface EgressProxies {
  /** For a service at http; a URL, with user name and password where the proxy asks for them. */
  readonly http: string | null;
  /** For a service at https. */
  readonly https: string | null;
  /** Hosts that are called without a proxy, as NO_PROXY lists them. */
  readonly except: string | null;
}

export const noProxies: EgressProxies = { http: null, https: null, except: null };

/** A call that failed at the proxy, before the service saw anything of it. */
export interface EgressFailure {
  /** Node's code of the error. */
  readonly code: string;
  /** The proxy's answer, where it gave one. */
  readonly status?: number;
}

/** The option `proxyEnv` of Node's agents, which take nothing from the environment by themselves. */
export function agentEnvironment({ http, https, except }: EgressProxies): NodeJS.ProcessEnv {
  return {
    ...(http !== null && { HTTP_PROXY: http }),
    ...(https !== null && { HTTPS_PROXY: https }),
    ...(except !== null && { NO_PROXY: except }),
  };
}

/** A proxy as the log may name it: without user name and password. */
export function nameOf(proxy: string | null): string {
  return proxy === null ? 'none' : new URL(proxy).origin;
}

/** Whether a call at http goes to a proxy that forwards it: Node adds this header to it. */
export function isForwarded(request: ClientRequest): boolean {
  return request.hasHeader('proxy-connection');
}

/**
 * Tells a failure of the proxy from one of the service.
 *
 * @param hadSocket whether the request had its connection. With a tunnel it gets one only when the tunnel
 *   is there: an error of the system before that is one of the way to the proxy.
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

/** What the person gets to read; the log has the rest. */
export function egressError(): GatewayError {
  return new GatewayError('upstream_unreachable', {
    message:
      'The service could not be reached: the proxy on the way to it refused, failed, or did not answer.',
  });
}
