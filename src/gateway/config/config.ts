import * as z from 'zod/mini';

import type { EgressProxies } from '../proxy/egressProxy.ts';
import { keys, type KeySpec } from './configKeys.ts';
import { isLoopback } from './configValues.ts';
import { misspeltKey } from './misspeltKey.ts';

/** Where the service is: the two bases of the API document, or the sandbox inside this process. */
export type ServiceConfig =
  | {
      readonly kind: 'sandbox';
      readonly sandbox: SandboxConfig;
      /** Asked for by name, and so for browsers of other machines too. */
      readonly isPublic: boolean;
    }
  | {
      readonly kind: 'real';
      readonly apiUrl: string;
      readonly consoleUrl: string;
      /** On the way to it. */
      readonly proxies: EgressProxies;
    };

export interface SandboxConfig {
  readonly things: number;
  readonly seed: number;
  readonly latencyMs: number;
}

/** What the environment says, checked. docs/operations.md describes each key. */
export interface GatewayConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  readonly service: ServiceConfig;
  /** Origin that users see; null stands for `http://localhost:` and the port. */
  readonly publicOrigin: string | null;
  /** With a slash at both ends. */
  readonly basePath: string;
  /** Origins that may embed the console. */
  readonly frameAncestors: readonly string[];
  readonly cookieCrossSite: boolean;
  /** Fixed value of the `apikey` header. */
  readonly customerId: string | null;
  /** Path of the access token's claim that holds the customer id, as its steps. */
  readonly customerIdClaim: readonly string[] | null;
  readonly sessionIdleMs: number;
  readonly sessionMaxMs: number;
  /** Sign-ins a minute from one client address. */
  readonly signInTries: number;
  readonly environmentName: string;
  /** Lower case. */
  readonly clientIpHeader: string | null;
  readonly metricsPort: number | null;
  /** How long a stopping gateway goes on as before while it says that it is not ready. */
  readonly drainMs: number;
}

/** One sentence that names the key and shows a value that would do. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * @param environment for example `process.env`; an empty value counts as absent
 * @throws {ConfigError} on the first key whose value is wrong
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): GatewayConfig {
  function read<T>(key: keyof typeof keys, { schema, must, example }: KeySpec<T>): T | null {
    // Programs have always read these in small letters, too, and first.
    const isForAll = key.endsWith('_PROXY');
    const named = isForAll ? environment[key.toLowerCase()]?.trim() : undefined;
    const text = named || (environment[key]?.trim() ?? '');
    if (text === '') return null;
    const result = z.safeParse(schema, text);
    if (result.success) return result.data;
    throw new ConfigError(`${key} must be ${must}, for example ${key}=${example}`);
  }

  const misspelt = misspeltKey(environment);
  if (misspelt !== undefined) throw new ConfigError(misspelt);
  const publicOrigin = read('PUBLIC_ORIGIN', keys.PUBLIC_ORIGIN);
  const service = readService({
    apiUrl: read('SIM_API_URL', keys.SIM_API_URL),
    consoleUrl: read('SIM_CONSOLE_URL', keys.SIM_CONSOLE_URL),
    publicOrigin,
    proxies: {
      http: read('HTTP_PROXY', keys.HTTP_PROXY),
      https: read('HTTPS_PROXY', keys.HTTPS_PROXY),
      except: read('NO_PROXY', keys.NO_PROXY),
    },
    wantsSandbox: read('SANDBOX', keys.SANDBOX),
    sandbox: {
      things: read('SANDBOX_THINGS', keys.SANDBOX_THINGS) ?? 5000,
      seed: read('SANDBOX_SEED', keys.SANDBOX_SEED) ?? 1,
      latencyMs: read('SANDBOX_LATENCY_MS', keys.SANDBOX_LATENCY_MS) ?? 0,
    },
  });
  const cookieCrossSite = read('COOKIE_CROSS_SITE', keys.COOKIE_CROSS_SITE) ?? false;
  if (cookieCrossSite && publicOrigin?.startsWith('https:') !== true) {
    throw new ConfigError(
      'COOKIE_CROSS_SITE=true needs a PUBLIC_ORIGIN with https, for example PUBLIC_ORIGIN=https://sim.example.com',
    );
  }
  const port = read('PORT', keys.PORT) ?? 8080;
  const metricsPort = read('METRICS_PORT', keys.METRICS_PORT);
  if (metricsPort === port) {
    throw new ConfigError(
      `METRICS_PORT must be another port than PORT, for example METRICS_PORT=${keys.METRICS_PORT.example}`,
    );
  }
  return {
    host: read('HOST', keys.HOST) ?? '127.0.0.1',
    port,
    service,
    publicOrigin,
    basePath: read('BASE_PATH', keys.BASE_PATH) ?? '/',
    frameAncestors: read('FRAME_ANCESTORS', keys.FRAME_ANCESTORS) ?? [],
    cookieCrossSite,
    customerId: read('CUSTOMER_ID', keys.CUSTOMER_ID),
    customerIdClaim: read('CUSTOMER_ID_CLAIM', keys.CUSTOMER_ID_CLAIM),
    sessionIdleMs: (read('SESSION_IDLE_MINUTES', keys.SESSION_IDLE_MINUTES) ?? 60) * 60_000,
    sessionMaxMs: (read('SESSION_MAX_HOURS', keys.SESSION_MAX_HOURS) ?? 24) * 3_600_000,
    signInTries: read('SIGN_IN_TRIES', keys.SIGN_IN_TRIES) ?? 30,
    environmentName:
      read('ENVIRONMENT_NAME', keys.ENVIRONMENT_NAME) ??
      (service.kind === 'sandbox' ? 'Sandbox' : ''),
    clientIpHeader: read('CLIENT_IP_HEADER', keys.CLIENT_IP_HEADER),
    metricsPort,
    drainMs: (read('DRAIN_SECONDS', keys.DRAIN_SECONDS) ?? 0) * 1000,
  };
}

/** The sandbox has passwords that everybody knows: no misspelt key may put it before the world. */
function readService(given: {
  readonly apiUrl: string | null;
  readonly consoleUrl: string | null;
  readonly publicOrigin: string | null;
  readonly proxies: EgressProxies;
  readonly wantsSandbox: boolean | null;
  readonly sandbox: SandboxConfig;
}): ServiceConfig {
  const { apiUrl, consoleUrl, publicOrigin, proxies, wantsSandbox, sandbox } = given;
  if (wantsSandbox === true && (apiUrl ?? consoleUrl) !== null) {
    throw new ConfigError(
      'SANDBOX=true and the address of a service exclude each other: leave out SIM_API_URL and SIM_CONSOLE_URL, or set for example SANDBOX=false',
    );
  }
  if (apiUrl !== null && consoleUrl !== null) return { kind: 'real', apiUrl, consoleUrl, proxies };
  if (apiUrl !== null || consoleUrl !== null) {
    const missing = apiUrl === null ? 'SIM_API_URL' : 'SIM_CONSOLE_URL';
    throw new ConfigError(
      `${missing} must be set too, since SIM_API_URL and SIM_CONSOLE_URL go together, for example ${missing}=${keys[missing].example}`,
    );
  }
  if (wantsSandbox === false) {
    throw new ConfigError(
      `SIM_API_URL and SIM_CONSOLE_URL must be set with SANDBOX=false, for example SIM_API_URL=${keys.SIM_API_URL.example}`,
    );
  }
  if (wantsSandbox === null && publicOrigin !== null && !isLoopback(new URL(publicOrigin))) {
    throw new ConfigError(
      `SIM_API_URL is not set, and the sandbox, whose passwords everybody knows, is started under ${publicOrigin} with SANDBOX=true only: name the service, for example SIM_API_URL=${keys.SIM_API_URL.example}`,
    );
  }
  return { kind: 'sandbox', sandbox, isPublic: wantsSandbox === true };
}
