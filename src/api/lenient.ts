import * as z from 'zod/mini';

import { isObject } from '#lib/isObject.ts';

/** A record in which any field, at any depth, may be missing. Lists are unchanged: an item may be anything. */
export type Lenient<T> = T extends readonly unknown[]
  ? readonly unknown[]
  : T extends object
    ? // Drops the index signature of loose objects, so that a misspelled field is a type error.
      { readonly [K in keyof T as string extends K ? never : K]?: Lenient<T[K]> | undefined }
    : T;

type ObjectSchema = z.ZodMiniObject<Record<string, z.core.$ZodType>>;

/** A lenient record with its identifier and the original object. */
export type LenientRecord<T, K extends keyof T> = Lenient<T> &
  Readonly<Record<K, string>> & { readonly raw: Readonly<Record<string, unknown>> };

/**
 * Creates a reader for a list of records (decision 004). A field that does not match its schema is omitted; a record
 * is dropped only if its identifier cannot be read or it is nested too deeply to show. `raw` keeps the original
 * object for the view of all fields.
 *
 * @param idField the only required field
 */
export function listReader<S extends ObjectSchema, K extends string & keyof z.infer<S>>(
  schema: S,
  idField: K,
) {
  const readFields = fieldsReader(schema);
  /** @returns the readable records, and the number of items in the response that could not be read at all */
  return (items: readonly unknown[]) => {
    const records: LenientRecord<z.infer<S>, K>[] = [];
    for (const item of items) {
      if (!isObject(item) || isDeeper(item, deepest)) continue;
      const record = { ...readFields(item), raw: item };
      if (hasId<z.infer<S>, K>(record, idField)) records.push(record);
    }
    return { records, unreadable: items.length - records.length };
  };
}

/** Levels of nesting; the service's records have three. */
const deepest = 100;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** Asserts the type after each field was checked by its own schema. */
function hasId<T, K extends string & keyof T>(
  record: Record<string, unknown>,
  idField: K,
): record is LenientRecord<T, K> {
  return typeof record[idField] === 'string';
}

/** Built once per schema: looking up the fields for every record would double the time. */
function fieldsReader(schema: ObjectSchema) {
  const readers = Object.entries(schema.def.shape).map(
    ([name, field]) => [name, fieldReader(field)] as const,
  );
  return (item: Readonly<Record<string, unknown>>) => {
    const fields: Record<string, unknown> = {};
    for (const [name, read] of readers) {
      if (!Object.hasOwn(item, name)) continue;
      const value = item[name];
      if (value === null || value === undefined) continue;
      const parsed = read(value);
      if (parsed !== undefined) fields[name] = parsed;
    }
    return fields;
  };
}

/** Returns a function that reads one value, or undefined if it does not match. */
function fieldReader(schema: z.core.$ZodType): (value: unknown) => unknown {
  // A value without declared fields is kept unchanged.
  if (schema instanceof z.ZodMiniObject && Object.keys(schema.def.shape).length > 0) {
    const readFields = fieldsReader(schema);
    return (value) => (isObject(value) ? readFields(value) : undefined);
  }
  // Undefined here, too, if the value does not match.
  const read = (value: unknown) => z.safeParse(schema, value).data;
  const isList = read([]) !== undefined;
  const plain = plainType(schema);
  return (value) => {
    if (typeof value === plain && (plain !== 'number' || Number.isSafeInteger(value))) return value;
    if (!isList || !Array.isArray(value)) return read(value) ?? read(otherSpelling(value));
    // An undocumented item does not hide the others: each is read where it is shown (`listTexts`).
    const items: readonly unknown[] = value;
    return items;
  };
}

/** For most fields, every value of a type matches, so parsing it would only cost time; of numbers, the whole ones. */
function plainType(schema: z.core.$ZodType): string | undefined {
  if (schema instanceof z.ZodMiniOptional) return plainType(schema.def.innerType);
  if (!(schema instanceof z.ZodMiniType)) return undefined;
  const { def } = schema;
  const isBare = !def.checks?.length && (!('format' in def) || def.format === 'safeint');
  return isBare && ['string', 'boolean', 'number'].includes(def.type) ? def.type : undefined;
}

/** Services mix `"7"` and 7, and reading one as the other loses nothing. */
function otherSpelling(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && /^-?\d{1,15}(?:\.\d+)?$/.test(value)) return Number(value);
  return undefined;
}
