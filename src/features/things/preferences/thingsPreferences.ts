import * as z from 'zod/mini';

/** Widths that a column may have, in CSS pixels. */
export const columnWidths = { least: 60, most: 600 } as const;

const width = z.int().check(z.minimum(columnWidths.least), z.maximum(columnWidths.most));
const columnChoice = z.object({
  /** Id of a field. */
  id: z.string(),
  width: z.optional(width),
  pinned: z.optional(z.boolean()),
});
/** One column as a person arranged it. */
export type ColumnChoice = Readonly<z.infer<typeof columnChoice>>;

const savedView = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  /** The list's address parameters. */
  search: z.string(),
});
export type SavedView = Readonly<z.infer<typeof savedView>>;

const density = z.enum(['comfortable', 'compact']);
export type Density = z.infer<typeof density>;

/** What the list of Things remembers for a person. */
export interface ThingsPreferences {
  /** Columns in their order; undefined for the usual ones. */
  readonly columns: readonly ColumnChoice[] | undefined;
  readonly density: Density;
  readonly views: readonly SavedView[];
  /** Id of the view that the console begins with. */
  readonly startView: string | undefined;
  /** Whether single keys do something (WCAG 2.1.4 asks for a way to switch them off). */
  readonly shortcuts: boolean;
}

/** Reads what was stored, one item at a time: what does not fit is left out, the rest is kept. */
export function readThingsPreferences(stored: unknown): ThingsPreferences {
  const fields: Partial<Record<keyof ThingsPreferences, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  const columns = items(columnChoice, fields.columns);
  return {
    columns: columns.length > 0 ? columns : undefined,
    density: item(density, fields.density) ?? 'comfortable',
    views: items(savedView, fields.views),
    startView: item(z.string(), fields.startView),
    shortcuts: item(z.boolean(), fields.shortcuts) ?? true,
  };
}

function item<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S> | undefined {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

function items<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((candidate: unknown) => {
    const parsed = schema.safeParse(candidate);
    return parsed.success ? [parsed.data] : [];
  });
}
