import type { ThingRecord } from '#api/things.ts';

import type { FieldKind, ThingField } from '../../thingFields.ts';

/** Something that a list knows about its SIMs in addition to their records. */
export interface ListFact<T> {
  readonly id: string;
  readonly label: string;
  readonly kind?: FieldKind;
  readonly read: (row: T) => unknown;
}

/** Presents the list's own data about its SIMs as fields of the records, for the table and the file. */
export function listFields<T>(
  rows: readonly T[],
  thingOf: (row: T) => ThingRecord,
  facts: readonly ListFact<T>[],
): readonly ThingField[] {
  const byThing = new Map(rows.map((row) => [thingOf(row), row]));
  return facts.map(({ id, label, kind = 'text', read }) => ({
    id,
    label,
    kind,
    section: 'other',
    isUndocumented: false,
    read: (thing) => {
      const row = byThing.get(thing);
      return row && read(row);
    },
  }));
}
