import * as z from 'zod/mini';

/** A record of which any field, at any depth, may be missing. */
export type Lenient<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? // Without the index signature of loose objects, so that a misspelled field is an error.
      { readonly [K in keyof T as string extends K ? never : K]?: Lenient<T[K]> | undefined }
    : T;

type ObjectSchema = z.ZodMiniObject<Record<string, z.core.$ZodType>>;

/** What could be read of a list of records. */
export interface LenientList<T> {
  readonly records: readonly T[];
  /** How many items of the answer could not be read at all. */
  readonly unreadable: number;
}

/**
 * Reads a list of records one field at a time: a field that does not fit its schema is left out, a
 * record is only given up when its identifier cannot be read, and one bad record never hides the
 * others. Keeps, under `raw`, each record as it came, for the view of all fields.
 *
 * @param idField the one field that must be there
 */
export function parseList<S extends ObjectSchema, K extends string & keyof z.infer<S>>(
  items: readonly unknown[],
  schema: S,
  idField: K,
): LenientList<LenientRecord<z.infer<S>, K>> {
  const records: LenientRecord<z.infer<S>, K>[] = [];
  for (const item of items) {
    const record = parseRecord(item, schema, idField);
    if (record) records.push(record);
  }
  return { records, unreadable: items.length - records.length };
}

/** A lenient record with its identifier, and as it came. */
export type LenientRecord<T, K extends keyof T> = Lenient<T> &
  Readonly<Record<K, string>> & { readonly raw: Readonly<Record<string, unknown>> };

function parseRecord<S extends ObjectSchema, K extends string & keyof z.infer<S>>(
  item: unknown,
  schema: S,
  idField: K,
): LenientRecord<z.infer<S>, K> | undefined {
  if (!isObject(item)) return undefined;
  const record = { ...parseFields(item, schema), raw: item };
  return hasId<z.infer<S>, K>(record, idField) ? record : undefined;
}

/** States the type once: every field was checked by its own schema before. */
function hasId<T, K extends string & keyof T>(
  record: Record<string, unknown>,
  idField: K,
): record is LenientRecord<T, K> {
  return typeof record[idField] === 'string';
}

function parseFields(item: Record<string, unknown>, schema: ObjectSchema): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.def.shape)) {
    if (!Object.hasOwn(item, name)) continue;
    const value = item[name];
    if (value === null || value === undefined) continue;
    const parsed = parseField(value, field);
    if (parsed !== undefined) fields[name] = parsed;
  }
  return fields;
}

function parseField(value: unknown, schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodMiniObject) {
    return isObject(value) ? parseFields(value, schema) : undefined;
  }
  const direct = z.safeParse(schema, value);
  if (direct.success) return direct.data;
  const other = otherSpelling(value);
  if (other === undefined) return undefined;
  const respelled = z.safeParse(schema, other);
  return respelled.success ? respelled.data : undefined;
}

/** `"7"` for 7 and 7 for `"7"`: services mix the two, and nothing is lost by reading either. */
function otherSpelling(value: unknown): unknown {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && /^-?\d{1,15}(?:\.\d+)?$/.test(value)) return Number(value);
  return undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
