import { accessSync, constants, statSync } from 'node:fs';

import { type DatabaseTarget, DatabaseUrlError, parseDatabaseUrl } from '../db/databaseUrl.ts';
import { files } from '../files.ts';
import type { EgressProxies } from '../proxy/egressProxy.ts';
import { everySetting, settings } from './configKeys.ts';
import { isLoopback } from './configValues.ts';
import {
  ConfigError,
  invalidValue,
  readSettings,
  refuseMisspeltKeys,
  type Setting,
  type ValuesOf,
} from './readSettings.ts';
import { proxySettings, sandboxSettings, serviceSettings } from './serviceKeys.ts';
import { readAlerts, readLines, readWatch } from './watchConfig.ts';

/** Where the service is: at the API document's two base URLs, or in the sandbox in this process. */
export type ServiceConfig =
  | {
      readonly kind: 'sandbox';
      readonly sandbox: ValuesOf<typeof sandboxSettings>;
      /** The sandbox was requested explicitly, so browsers on other machines may use it too. */
      readonly isPublic: boolean;
    }
  | {
      readonly kind: 'real';
      readonly apiUrl: string;
      readonly consoleUrl: string;
      /** Proxies between this gateway and the service. */
      readonly proxies: EgressProxies;
    };

/** The validated configuration: the settings in configKeys.ts, and the service. */
export type GatewayConfig = ReturnType<typeof readConfig>;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * @param environment for example `process.env`; an empty value counts as absent
 * @throws {ConfigError} on the first key whose value is invalid or conflicts with another key
 */
export function readConfig(environment: Environment) {
  refuseMisspeltKeys(everySetting, environment);
  const values = readSettings(settings, environment);
  const { publicOrigin, cookieCrossSite, port, metricsPort } = values;
  const service = readService(environment, values);
  if (cookieCrossSite && publicOrigin?.startsWith('https:') !== true) {
    throw new ConfigError(
      'COOKIE_CROSS_SITE=true requires a PUBLIC_ORIGIN with https, for example PUBLIC_ORIGIN=https://sim.example.com',
    );
  }
  if (metricsPort === port) {
    throw new ConfigError(
      `METRICS_PORT must be different from PORT, for example METRICS_PORT=${settings.metricsPort.example}`,
    );
  }
  const { databaseUrl, databaseUrlFile, ...others } = values;
  const database = readDatabase(values, service);
  const drainMs = values.drainMs ?? (database.kind === 'postgres' ? 5000 : 0);
  const environmentName = values.environmentName ?? (service.kind === 'sandbox' ? 'Sandbox' : '');
  requireFile(settings.tacNamesFile, values.tacNamesFile);
  requireFile(settings.networkNamesFile, values.networkNamesFile);
  const tacNamesFile =
    values.tacNamesFile ?? (service.kind === 'sandbox' ? files.sandboxNames : null);
  const isSandbox = service.kind === 'sandbox';
  const watch = readWatch(environment, { isSandbox, inventory: values.inventory });
  const alerts = readAlerts(environment);
  return { ...others, drainMs, database, service, environmentName, tacNamesFile, watch, alerts };
}

/** If the file is missing when the gateway starts, its path is probably misspelt. */
function requireFile(setting: Setting, file: string | null): void {
  if (file === null) return;
  try {
    accessSync(file, constants.R_OK);
    if (statSync(file).isFile()) return;
  } catch {
    // Reported below.
  }
  throw invalidValue(setting);
}

/** Container platforms provide secrets as files. Messages never contain any part of the value. */
function readDatabase(
  { databaseUrl, databaseUrlFile }: ValuesOf<typeof settings>,
  service: ServiceConfig,
): DatabaseTarget {
  if (databaseUrl !== null && databaseUrlFile !== null) {
    throw new ConfigError(
      'DATABASE_URL and DATABASE_URL_FILE cannot both be set: remove one, for example DATABASE_URL',
    );
  }
  // Trial runs with the sandbox store nothing on disk.
  const usual = service.kind === 'sandbox' ? 'sqlite::memory:' : 'sqlite:data/console.db';
  const [value = ''] =
    databaseUrlFile === null
      ? [databaseUrl ?? usual]
      : readLines(databaseUrlFile, settings.databaseUrlFile);
  try {
    const target = parseDatabaseUrl(value);
    if (target.kind === 'postgres') {
      const { authorityFile } = target;
      const expected = `an address whose sslrootcert, ${authorityFile}, is a file that this user can read`;
      requireFile({ ...settings.databaseUrl, expected }, authorityFile);
    }
    return target;
  } catch (error) {
    throw error instanceof DatabaseUrlError ? new ConfigError(error.message) : error;
  }
}

/** The sandbox's passwords are public, so a misspelt key must not open it to other machines. */
function readService(
  environment: Environment,
  { publicOrigin, host }: Pick<ValuesOf<typeof settings>, 'publicOrigin' | 'host'>,
): ServiceConfig {
  const { apiUrl, consoleUrl, wantsSandbox } = readSettings(serviceSettings, environment);
  const sandbox = readSettings(sandboxSettings, environment);
  const nameTheService = `name the service, for example SIM_API_URL=${serviceSettings.apiUrl.example}`;
  if (wantsSandbox === true && (apiUrl ?? consoleUrl) !== null) {
    throw new ConfigError(
      'SANDBOX=true and the address of a service cannot both be set: remove SIM_API_URL and SIM_CONSOLE_URL, or set for example SANDBOX=false',
    );
  }
  if (apiUrl !== null && consoleUrl !== null) {
    // The sandbox is not reached over a network, so proxies do not apply to it.
    const proxies = readSettings(proxySettings, environment);
    return { kind: 'real', apiUrl, consoleUrl, proxies };
  }
  if (apiUrl !== null || consoleUrl !== null) {
    const { key, example } = apiUrl === null ? serviceSettings.apiUrl : serviceSettings.consoleUrl;
    throw new ConfigError(
      `${key} must also be set, because SIM_API_URL and SIM_CONSOLE_URL belong together, for example ${key}=${example}`,
    );
  }
  if (wantsSandbox === false) {
    throw new ConfigError(
      `SIM_API_URL and SIM_CONSOLE_URL must be set with SANDBOX=false, for example SIM_API_URL=${serviceSettings.apiUrl.example}`,
    );
  }
  if (wantsSandbox === null && publicOrigin !== null && !isLoopback(new URL(publicOrigin))) {
    throw new ConfigError(
      `SIM_API_URL is not set, and because the sandbox's passwords are public, it starts under ${publicOrigin} only with SANDBOX=true: ${nameTheService}`,
    );
  }
  if (wantsSandbox === null && publicOrigin === null && !isLoopback({ hostname: host })) {
    throw new ConfigError(
      `SIM_API_URL is not set, and because the sandbox's passwords are public, it is opened to other machines (HOST=${host}) only with SANDBOX=true: ${nameTheService}`,
    );
  }
  return { kind: 'sandbox', sandbox, isPublic: wantsSandbox === true };
}
