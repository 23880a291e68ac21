import type { ThingRecord } from '#api/things.ts';
import { isTimestamp } from '#lib/format.ts';

import { columnFields } from '../columns/columnFields.ts';
import { blockWords } from '../record/blocks.ts';
import type { FieldKind, ThingField } from '../record/thingFields.ts';

/** A column of the file. */
export interface ExportColumn {
  readonly head: string;
  /** The value as text for programs: plain numbers, times as ISO 8601 in UTC; empty where there is none. */
  readonly text: (thing: ThingRecord) => string;
}

/** Columns for some of a Thing's fields, in their order. */
export function exportColumns(fields: readonly ThingField[]): readonly ExportColumn[] {
  return fields.flatMap((field) => (field.kind === 'position' ? position(field) : [column(field)]));
}

/** Every field that is known by name, and one more column with what else the record holds. */
export const allColumns: readonly ExportColumn[] = [
  ...exportColumns(columnFields),
  { head: 'Other fields (JSON)', text: otherFields },
];

function column({ kind, label, read }: ThingField): ExportColumn {
  return {
    head: kind === 'time' ? `${label} (UTC)` : label,
    text: (thing) => valueText(kind, read(thing)),
  };
}

function position({ read }: ThingField): readonly ExportColumn[] {
  return (['Latitude', 'Longitude'] as const).map((name) => ({
    head: name,
    text: (thing) => {
      const place = read(thing);
      return isRecord(place) ? valueText('number', place[name]) : '';
    },
  }));
}

function valueText(kind: FieldKind, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    return kind === 'time' && isTimestamp(value) ? new Date(value).toISOString() : String(value);
  }
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string').join('; ');
  if (!isRecord(value)) return '';
  if (kind === 'blocks') {
    const words = blockWords(value);
    return words?.none ?? words?.set.join('; ') ?? '';
  }
  return kind === 'json' && Object.keys(value).length > 0 ? JSON.stringify(value) : '';
}

const knownNames = new Set(columnFields.map(({ id }) => id.split('.')[0]));

/** What no other column holds: unknown fields, and known ones whose value does not fit. */
function otherFields(thing: ThingRecord): string {
  const rest: [name: string, value: unknown][] = [];
  for (const name of Object.keys(thing.raw)) {
    const value = thing.raw[name];
    if (value === null || (knownNames.has(name) && Object.hasOwn(thing, name))) continue;
    rest.push([name, value]);
  }
  return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
