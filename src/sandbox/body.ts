import { ServiceError } from './errors.ts';

export type FieldType = 'string' | 'boolean';

/**
 * The fields of a JSON body, checked as the API document 7 describes 400: required fields, types,
 * names that are case-sensitive. Throws a ServiceError that names the first wrong field.
 *
 * @param fields the documented fields and their types
 * @param rules whether all fields are needed, and whether other fields are refused
 */
export function readFields(
  text: string,
  fields: Readonly<Record<string, FieldType>>,
  rules: { readonly required: boolean; readonly refuseUnknown: boolean },
): ReadonlyMap<string, string | boolean> {
  const body = readObject(text);
  const values = new Map<string, string | boolean>();
  for (const [name, type] of Object.entries(fields)) {
    const value = Object.hasOwn(body, name) ? body[name] : undefined;
    if (value === undefined) {
      if (rules.required) throw missing(name, Object.keys(body));
    } else if ((typeof value !== 'string' && typeof value !== 'boolean') || typeof value !== type) {
      throw new ServiceError(400, `Field "${name}" must be a ${type}, not ${kindOf(value)}`);
    } else {
      values.set(name, value);
    }
  }
  for (const name of Object.keys(body).filter((other) => !Object.hasOwn(fields, other))) {
    const similar = Object.keys(fields).find((known) => known.toLowerCase() === name.toLowerCase());
    if (similar !== undefined) {
      throw new ServiceError(400, `Field "${name}": names are case-sensitive, use "${similar}"`);
    }
    if (rules.refuseUnknown) throw new ServiceError(400, `Unknown field "${name}"`);
  }
  return values;
}

function readObject(text: string): Readonly<Record<string, unknown>> {
  const body = parseJson(text);
  if (!isObject(body)) throw new ServiceError(400, 'The body must be a JSON object');
  return body;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ServiceError(400, 'The body is not valid JSON');
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function missing(name: string, present: readonly string[]): ServiceError {
  const similar = present.find((other) => other.toLowerCase() === name.toLowerCase());
  const hint = similar === undefined ? '' : `; names are case-sensitive, "${similar}" is another`;
  return new ServiceError(400, `Required field "${name}" is missing${hint}`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : `a ${typeof value}`;
}
