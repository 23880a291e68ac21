import { type Endpoint, endpoints, isServiceCall, type ServiceCall } from '#contract/endpoints.ts';
import { thingsGroupUpdate } from '#contract/groupValues.ts';
import { thingsQuery } from '#contract/thingsQuery.ts';
import { whyUnsendable } from '#identifiers/groupId.ts';
import { decoded } from '#lib/decoded.ts';

import { GatewayError, methodNotAllowed } from '../http/gatewayError.ts';

/** A call that the console makes, and everything it may contain (H7). */
export interface ProxyRule {
  readonly endpoint: Endpoint;
  /** Names of query parameters, each at most once. */
  readonly query: ReadonlySet<string>;
  /** A write's name in the audit log; undefined for a read. */
  readonly action: string | undefined;
  /** All allowed fields of a write's body; undefined for a read. */
  readonly body: typeof thingsGroupUpdate | undefined;
  /**
   * For a list that confirms the customer id it was requested with, the field that identifies each record. Null if the
   * response confirms nothing; undefined for a write.
   */
  readonly confirmsBy: string | null | undefined;
}

type Line<Method> = { readonly query: readonly string[] } & (Method extends 'GET'
  ? { readonly action?: undefined; readonly body?: undefined; readonly confirmsBy: string | null }
  : {
      readonly action: string;
      readonly body: typeof thingsGroupUpdate;
      readonly confirmsBy?: undefined;
    });

/**
 * The types reject an endpoint without an entry, a write without its body or audit name, and a read that does not say
 * whether it confirms the customer id.
 */
const lines: { readonly [Call in ServiceCall]: Line<(typeof endpoints)[Call]['method']> } = {
  listThings: { query: Object.keys(thingsQuery().shape), confirmsBy: 'ExternalUniqueId' },
  listThingsGroups: { query: [], confirmsBy: 'ThingsGroupId' },
  updateThingsGroup: { query: [], action: 'update group', body: thingsGroupUpdate },
};

/** All the calls that are forwarded. */
const proxyTable: readonly ProxyRule[] = Object.entries(endpoints).flatMap(([name, endpoint]) => {
  if (!isServiceCall(name)) return [];
  const { query, action, body, confirmsBy } = lines[name];
  return [{ endpoint, query: new Set(query), action, body, confirmsBy }];
});

/** A call found in the table. */
export interface ProxyMatch {
  readonly rule: ProxyRule;
  /** The path at the service, rebuilt from the rule and validated parts. */
  readonly path: string;
  /** The decoded path parameter; empty if there is none. */
  readonly id: string;
  readonly query: URLSearchParams;
}

/**
 * @param path as received, without the gateway's own prefix and not decoded
 * @throws {GatewayError} 404 or 405 for anything outside the table
 */
export function matchCall(method: string, path: string, query: URLSearchParams): ProxyMatch {
  const found = proxyTable.flatMap((rule) => {
    const filled = fillPath(rule.endpoint.path, path);
    return filled === undefined ? [] : [{ rule, ...filled }];
  });
  // A fixed path takes precedence over a path with a parameter: "listWithMeasures" is not the id of a group.
  const fixed = found.filter(({ rule }) => !rule.endpoint.path.includes('{'));
  const candidates = fixed.length > 0 ? fixed : found;
  if (candidates.length === 0) throw new GatewayError('not_forwarded');

  const match = candidates.find(({ rule }) => rule.endpoint.method === method);
  if (!match) {
    throw methodNotAllowed(candidates.map(({ rule }) => rule.endpoint.method).join(', '));
  }
  for (const name of query.keys()) {
    if (!match.rule.query.has(name) || query.getAll(name).length > 1) {
      throw new GatewayError('not_forwarded', {
        message: 'This call has an unknown query parameter, or one that occurs twice.',
      });
    }
  }
  return { ...match, query };
}

/** The template with this path's parts filled in; undefined if the path does not match. */
function fillPath(template: string, path: string): Pick<ProxyMatch, 'path' | 'id'> | undefined {
  const wanted = template.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return undefined;
  const filled: string[] = [];
  let parameter = '';
  for (const [index, part] of wanted.entries()) {
    const segment = given[index] ?? '';
    if (!part.startsWith('{')) {
      if (part !== segment) return undefined;
      filled.push(part);
      continue;
    }
    const id = decodeId(segment);
    if (id === undefined) return undefined;
    filled.push(encodeURIComponent(id));
    parameter = id;
  }
  return { path: filled.join('/'), id: parameter };
}

/** Decodes once: a doubly encoded segment is an id that contains a percent sign, and stays encoded for the service. */
function decodeId(segment: string): string | undefined {
  const id = decoded(segment);
  return id === undefined || whyUnsendable(id) !== undefined ? undefined : id;
}
