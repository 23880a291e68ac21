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

/** A lenient record with its identifier, and as it came. */
export type LenientRecord<T, K extends keyof T> = Lenient<T> &
  Readonly<Record<K, string>> & { readonly raw: Readonly<Record<string, unknown>> };

/**
 * A function that reads a list of records one field at a time: a field that does not fit its schema is
 * left out, a record is only given up when its identifier cannot be read, and one bad record never hides
 * the others. It keeps, under `raw`, each record as it came, for the view of all fields; one that is
 * nested so deep that no program could show it cannot be read.
 *
 * @param idField the one field that must be there
 */
export function listReader<S extends ObjectSchema, K extends string & keyof z.infer<S>>(
  schema: S,
  idField: K,
): (items: readonly unknown[]) => LenientList<LenientRecord<z.infer<S>, K>> {
  const readFields = fieldsReader(schema);
  return (items) => {
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

/** States the type once: every field was checked by its own schema before. */
function hasId<T, K extends string & keyof T>(
  record: Record<string, unknown>,
  idField: K,
): record is LenientRecord<T, K> {
  return typeof record[idField] === 'string';
}

/** Made once for a schema: to look up its fields for each record takes as long as to read them. */
function fieldsReader(schema: ObjectSchema) {
  const readers = Object.entries(schema.def.shape).map(
    ([name, field]) => [name, fieldReader(field)] as const,
  );
  return (item: Record<string, unknown>) => {
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

/** A function that reads one value, and gives undefined where it does not fit. */
function fieldReader(schema: z.core.$ZodType): (value: unknown) => unknown {
  if (schema instanceof z.ZodMiniObject) {
    const readFields = fieldsReader(schema);
    return (value) => (isObject(value) ? readFields(value) : undefined);
  }
  return (value) => {
    const direct = z.safeParse(schema, value);
    if (direct.success) return direct.data;
    const other = otherSpelling(value);
    if (other === undefined) return undefined;
    const respelled = z.safeParse(schema, other);
    return respelled.success ? respelled.data : undefined;
  };
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
