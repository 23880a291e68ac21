/** The base address of a path in the API document: {base_url} or {console_url}. */
export type Base = 'api' | 'console';

/** A call to the service; `{Name}` in the path is one encoded segment. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly base: Base;
  readonly path: string;
}

/** The calls that the console makes, each with its section in the API document. */
export const endpoints = {
  /** 4.1 */
  token: { method: 'POST', base: 'api', path: '/v1/auth/token' },
  /** 4.2 */
  refresh: { method: 'POST', base: 'api', path: '/v1/auth/refresh' },
  /** 4.3 */
  listThingsGroups: { method: 'GET', base: 'console', path: '/thingsgroup/listWithMeasures' },
  /** 4.4 */
  updateThingsGroup: { method: 'PUT', base: 'console', path: '/thingsgroup/{ThingsGroupId}' },
  /** 4.5 */
  listThings: { method: 'GET', base: 'console', path: '/things' },
} as const satisfies Record<string, Endpoint>;

/** Everything but signing in and renewing, which the session does automatically. */
export type ServiceCall = Exclude<keyof typeof endpoints, 'token' | 'refresh'>;

export function isServiceCall(name: string): name is ServiceCall {
  return Object.hasOwn(endpoints, name) && name !== 'token' && name !== 'refresh';
}
