import { useCallback, useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';

import { useUserServices } from '#api/userServices.tsx';
import { isObject } from '#lib/isObject.ts';
import type { StoredRecord } from '#lib/storedRecord.ts';

const section = 'things';

/** Limits on a column's width, in CSS pixels. */
export const columnWidths = { min: 60, max: 600 } as const;

const width = z.int().check(z.minimum(columnWidths.min), z.maximum(columnWidths.max));
const columnChoice = z.object({
  /** Id of a field. */
  id: z.string(),
  width: z.optional(width),
  pinned: z.optional(z.boolean()),
});
/** One column as the user arranged it. */
export type ColumnChoice = Readonly<z.infer<typeof columnChoice>>;

const savedView = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  /** The list's URL parameters. */
  search: z.string(),
});
export type SavedView = Readonly<z.infer<typeof savedView>>;

const density = z.enum(['comfortable', 'compact']);
export type Density = z.infer<typeof density>;

/** A user's preferences for the list of Things. */
export interface ThingsPreferences {
  /** The columns in order; undefined for the default columns. */
  readonly columns: readonly ColumnChoice[] | undefined;
  readonly density: Density;
  readonly views: readonly SavedView[];
  /** Id of the view that the console opens with. */
  readonly startView: string | undefined;
  /** Whether single-key shortcuts are on (WCAG 2.1.4 requires a way to switch them off). */
  readonly shortcuts: boolean;
}

/** The stored preferences of the signed-in user. */
export function thingsPreferences(record: StoredRecord): ThingsPreferences {
  return readThingsPreferences(record.section(section));
}

/** Reads stored preferences item by item, and drops invalid items. */
export function readThingsPreferences(stored: unknown): ThingsPreferences {
  const fields: Partial<Record<keyof ThingsPreferences, unknown>> = isObject(stored) ? stored : {};
  const columns = items(columnChoice, fields.columns);
  return {
    columns: columns.length > 0 ? columns : undefined,
    density: density.safeParse(fields.density).data ?? 'comfortable',
    views: items(savedView, fields.views),
    startView: z.string().safeParse(fields.startView).data,
    shortcuts: z.boolean().safeParse(fields.shortcuts).data ?? true,
  };
}

function items<S extends z.ZodMiniType>(schema: S, value: unknown): z.infer<S>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((candidate: unknown) => schema.safeParse(candidate).data ?? []);
}

type Change = Partial<ThingsPreferences>;

export function useThingsPreferences() {
  const { preferences: record } = useUserServices();
  const read = () => record.section(section);
  const stored = useSyncExternalStore(record.subscribe, read, read);
  const preferences = useMemo(() => readThingsPreferences(stored), [stored]);
  /** Changes some preferences in all tabs; a function receives the current ones. The returned function is stable. */
  const prefer = useCallback(
    (change: Change | ((now: ThingsPreferences) => Change)) =>
      record.setSection(section, (now) => ({
        // Keys from another version of the console are kept.
        ...(typeof now === 'object' && now),
        ...(typeof change === 'function' ? change(readThingsPreferences(now)) : change),
      })),
    [record],
  );
  return { preferences, prefer };
}
