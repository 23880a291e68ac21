import type { ThingRecord } from '#api/things.ts';
import { isTimestamp } from '#lib/format.ts';
import { isObject } from '#lib/isObject.ts';
import { listTexts } from '#lib/listTexts.ts';

import { blockWords } from '../blocks.ts';
import { columnFields } from '../list/columns/columnFields.ts';
import type { FieldKind, ThingField } from '../thingFields.ts';

/** A column in the file. */
export interface ExportColumn {
  readonly head: string;
  /** The value in machine-readable form: plain numbers, times as ISO 8601 in UTC; empty if there is none. */
  readonly text: (thing: ThingRecord) => string;
}

/** Columns for these fields, in the same order. */
export function exportColumns(fields: readonly ThingField[]): readonly ExportColumn[] {
  return fields.flatMap((field) => (field.kind === 'position' ? position(field) : [column(field)]));
}

/** All known fields, with everything else in the record in a last column. */
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
      return isObject(place) ? valueText('number', place[name]) : '';
    },
  }));
}

function valueText(kind: FieldKind, value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    return kind === 'time' && isTimestamp(value) ? new Date(value).toISOString() : String(value);
  }
  if (Array.isArray(value)) return listTexts(value).join('; ');
  if (!isObject(value)) return '';
  if (kind === 'blocks') {
    const words = blockWords(value);
    return words?.none ?? words?.set.join('; ') ?? '';
  }
  return Object.keys(value).length > 0 ? JSON.stringify(value) : '';
}

const knownNames = new Set(columnFields.map(({ id }) => id.split('.')[0]));

/** Everything that has no column of its own: unknown fields at any depth, and values of the wrong type. */
function otherFields(thing: ThingRecord): string {
  const { raw, ...read } = thing;
  const rest = unread(raw, read, (name) => knownNames.has(name));
  return rest === undefined ? '' : JSON.stringify(rest);
}

/** The parts of a raw record that were not parsed; undefined if there are none. */
function unread(
  raw: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
  isKnown: (name: string) => boolean = () => true,
): object | undefined {
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value === null) continue;
    const isRead = isKnown(name) && Object.hasOwn(read, name);
    const inner = read[name];
    if (!isRead) rest[name] = value;
    else if (isObject(value) && isObject(inner)) {
      const left = unread(value, inner);
      if (left) rest[name] = left;
    }
  }
  return Object.keys(rest).length === 0 ? undefined : rest;
}
