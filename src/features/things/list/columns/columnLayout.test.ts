import { describe, expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';

import { columnField, columnFields } from './columnFields.ts';
import {
  added,
  changed,
  moved,
  removed,
  shownColumns,
  tidy,
  defaultColumns,
} from './columnLayout.ts';

const ids = (choices: readonly { id: string }[]) => choices.map(({ id }) => id);
const [sound] = createSandbox({ things: 1 }).state.things();
const a = [{ id: 'ExternalUniqueId', pinned: true }, { id: 'IMEI' }, { id: 'State' }];

describe('columns (API document 2.4)', () => {
  it('exist for every field of a record and for each Block flag', () => {
    const names = Object.keys(sound ?? {});
    expect(names.length).toBeGreaterThan(35);
    const known = new Set(columnFields.map(({ id }) => id.split('.')[0]));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const flags = Object.keys(sound?.Block ?? {}).map((flag) => `Block.${flag}`);
    expect(flags.filter((id) => !columnField(id))).toEqual([]);
    const places = Object.keys(sound?.LastLocation ?? {}).map((name) => `LastLocation.${name}`);
    // Both are shown in one column, Position.
    expect(places.filter((id) => !columnField(id))).toEqual([
      'LastLocation.Latitude',
      'LastLocation.Longitude',
    ]);
  });

  it('differ in id and label', () => {
    expect(new Set(ids(columnFields)).size).toBe(columnFields.length);
    expect(new Set(columnFields.map(({ label }) => label)).size).toBe(columnFields.length);
  });

  it('number fourteen by default', () => {
    expect(shownColumns(defaultColumns, () => true)).toHaveLength(14);
  });
});

describe('a chosen layout', () => {
  it('always has the row header, and no duplicate or unknown columns', () => {
    expect(ids(tidy([{ id: 'IMEI' }, { id: 'gone' }, { id: 'IMEI', width: 99 }]))).toEqual([
      'ExternalUniqueId',
      'IMEI',
    ]);
  });

  it('begins with the pinned columns, each at its distance from the left edge', () => {
    const columns = shownColumns(changed(a, 'State', { pinned: true }), () => true);
    expect(columns.map(({ field, left }) => [field.id, left])).toEqual([
      // After the checkbox column.
      ['ExternalUniqueId', 36],
      ['State', 242],
      ['IMEI', undefined],
    ]);
  });

  it('omits columns that no record has', () => {
    const columns = shownColumns(a, ({ isUndocumented }) => !isUndocumented);
    expect(columns.map(({ field }) => field.id)).toEqual(['ExternalUniqueId', 'IMEI']);
  });

  it('moves a column, but not past an edge or the pinned columns', () => {
    expect(ids(moved(a, 'State', -1))).toEqual(['ExternalUniqueId', 'State', 'IMEI']);
    expect(ids(moved(a, 'IMEI', -1))).toEqual(['ExternalUniqueId', 'IMEI', 'State']);
    expect(ids(moved(a, 'State', 5))).toEqual(['ExternalUniqueId', 'IMEI', 'State']);
    expect(ids(moved(a, 'gone', 1))).toEqual(ids(a));
  });

  it('keeps widths within their limits', () => {
    const widthOf = (width: number) => changed(a, 'IMEI', { width })[1]?.width;
    expect([1, 123.4, 9_999].map(widthOf)).toEqual([60, 123, 600]);
  });

  it('adds and removes columns, except the row header', () => {
    expect(ids(added(a, 'Lac'))).toEqual(['ExternalUniqueId', 'IMEI', 'State', 'Lac']);
    expect(ids(removed(a, 'IMEI'))).toEqual(['ExternalUniqueId', 'State']);
    expect(ids(removed(a, 'ExternalUniqueId'))).toContain('ExternalUniqueId');
  });
});
