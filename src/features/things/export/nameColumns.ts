import type { RecordsAccess } from '#api/client.ts';
import { nameLookup } from '#api/nameLookup.ts';
import type { ThingRecord } from '#api/things.ts';

import { codeIn } from '../codeIn.ts';
import type { ExportColumn } from './exportColumns.ts';

/** For each column followed by a column of names: that column's heading, and the field with the code. */
const named = new Map<string, readonly [head: string, fieldId: string]>([
  ['IMEI (last known)', ['Device model', 'IMEI']],
  ['MNC', ['Network name', 'LastLocation.MNC']],
]);

/**
 * Adds columns with the names of codes.
 *
 * @returns the columns, and a function that looks up the names in some rows before they are written
 */
export function withNames(
  columns: readonly ExportColumn[],
  records: RecordsAccess | undefined,
): {
  readonly columns: readonly ExportColumn[];
  readonly learn: (things: readonly ThingRecord[]) => Promise<void>;
} {
  const lookup = records && nameLookup(records);
  const fields = columns.flatMap(({ head }) => named.get(head)?.[1] ?? []);
  if (!lookup || fields.length === 0) return { columns, learn: async () => {} };
  return {
    columns: columns.flatMap((column) => {
      const found = named.get(column.head);
      if (!found) return [column];
      const [head, fieldId] = found;
      return [column, { head, text: (thing) => lookup.nameOf()(codeIn(fieldId, thing)) ?? '' }];
    }),
    learn: async (things) =>
      lookup.learn(things.flatMap((thing) => fields.map((fieldId) => codeIn(fieldId, thing)))),
  };
}
