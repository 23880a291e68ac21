import { ServiceError } from './responses.ts';

/** The values of a JSON body by field name; undefined for an omitted field. */
export interface Fields {
  text(name: string): string | undefined;
  flag(name: string): boolean | undefined;
}

/**
 * Checks a JSON body against the API document's rules for 400 (7): required fields, types, case-sensitive names. Throws
 * a ServiceError that names the first wrong field.
 *
 * @param fields the documented fields and their types
 * @param rules whether all fields are required, and whether other fields are refused
 */
export function readFields(
  text: string,
  fields: Readonly<Record<string, 'string' | 'boolean'>>,
  rules: { readonly required: boolean; readonly refuseUnknown: boolean },
): Fields {
  const body = parseObject(text);
  for (const [name, type] of Object.entries(fields)) {
    const value = body.get(name);
    if (value === undefined) {
      if (rules.required) throw missing(name, [...body.keys()]);
    } else if (typeof value !== type) {
      throw new ServiceError(400, `Field "${name}" must be a ${type}, not ${kindOf(value)}`);
    }
  }
  checkNames('Field', body.keys(), Object.keys(fields), rules.refuseUnknown);
  return {
    text(name) {
      const value = body.get(name);
      return typeof value === 'string' ? value : undefined;
    },
    flag(name) {
      const value = body.get(name);
      return typeof value === 'boolean' ? value : undefined;
    },
  };
}

/**
 * Throws 400 for a field or parameter that is not documented. A name that differs from a documented name only in
 * case is always refused: names are case-sensitive (API document 7).
 */
export function checkNames(
  kind: 'Field' | 'Parameter',
  names: Iterable<string>,
  documented: readonly string[],
  refuseUnknown: boolean,
): void {
  for (const name of names) {
    if (documented.includes(name)) continue;
    const similar = similarTo(name, documented);
    if (similar !== undefined) {
      throw new ServiceError(400, `${kind} "${name}": names are case-sensitive, use "${similar}"`);
    }
    if (refuseUnknown) throw new ServiceError(400, `Unknown ${kind.toLowerCase()} "${name}"`);
  }
}

/** The fields of a JSON body, unchecked; none if it is not an object. */
export function peekFields(text: string): ReadonlyMap<string, unknown> {
  try {
    return parseObject(text);
  } catch {
    return new Map();
  }
}

function parseObject(text: string): ReadonlyMap<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new ServiceError(400, 'The body is not valid JSON');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError(400, 'The body must be a JSON object');
  }
  return new Map<string, unknown>(Object.entries(body));
}

function missing(name: string, present: readonly string[]): ServiceError {
  const similar = similarTo(name, present);
  const hint = similar === undefined ? '' : `; names are case-sensitive: not "${similar}"`;
  return new ServiceError(400, `Required field "${name}" is missing${hint}`);
}

function similarTo(name: string, names: readonly string[]): string | undefined {
  return names.find((other) => other.toLowerCase() === name.toLowerCase());
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
