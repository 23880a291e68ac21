import type { GatewayConfig } from './config/config.ts';

/** Codes of Node's network errors, with what they say of the address that was to be listened on. */
const hostProblems: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'HOST is no address of this machine',
  EAFNOSUPPORT: 'HOST is an address of a kind that this machine does not use',
  EAI_AGAIN: 'HOST is a name whose address cannot be looked up now',
  EINVAL: 'HOST is an address that cannot be listened on',
  ENOTFOUND: 'HOST is a name without an address',
};

/**
 * One sentence for an address that cannot be listened on, with the key to change and a value that may
 * do; undefined for any other error.
 *
 * @param error what `startGateway` threw
 */
export function startProblem(
  error: unknown,
  config: Pick<GatewayConfig, 'metricsPort'>,
): string | undefined {
  const code = String(Reflect.get(Object(error), 'code'));
  const hostProblem = Object.hasOwn(hostProblems, code) ? hostProblems[code] : undefined;
  if (hostProblem !== undefined)
    return `${hostProblem}: choose another, for example HOST=127.0.0.1`;
  const port: unknown = Reflect.get(Object(error), 'port');
  // A file that may not be read has the same code, and no port.
  if (typeof port !== 'number') return undefined;
  const isMetrics = port === config.metricsPort;
  const [key, example] = isMetrics ? ['METRICS_PORT', '9465'] : ['PORT', '8081'];
  if (code === 'EADDRINUSE') {
    return `${key} is in use already: choose another, for example ${key}=${example}`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `${key} is one that this user may not listen on: choose one above 1023, for example ${key}=${example}`;
  }
  return undefined;
}
