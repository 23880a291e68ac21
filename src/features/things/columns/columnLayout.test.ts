import { describe, expect, it } from 'vitest';

import { createSandbox } from '#sandbox/sandbox.ts';

import { columnField, columnFields } from './columnFields.ts';
import { changed, moved, shownColumns, tidy, toggled, usualColumns } from './columnLayout.ts';

const ids = (choices: readonly { id: string }[]) => choices.map(({ id }) => id);
const [sound] = createSandbox({ things: 1 }).state.things();
const a = [{ id: 'ExternalUniqueId', pinned: true }, { id: 'IMEI' }, { id: 'State' }];

describe('columns (API document 2.4)', () => {
  it('every field of a record can be a column, and so can each Block flag', () => {
    const names = Object.keys(sound ?? {});
    expect(names.length).toBeGreaterThan(35);
    const known = new Set(columnFields.map(({ id }) => id.split('.')[0]));
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    const flags = Object.keys(sound?.Block ?? {}).map((flag) => `Block.${flag}`);
    expect(flags.filter((id) => !columnField(id))).toEqual([]);
    const places = Object.keys(sound?.LastLocation ?? {}).map((name) => `LastLocation.${name}`);
    // Both are one column, the position.
    expect(places.filter((id) => !columnField(id))).toEqual([
      'LastLocation.Latitude',
      'LastLocation.Longitude',
    ]);
  });

  it('no two have the same id or the same label', () => {
    expect(new Set(ids(columnFields)).size).toBe(columnFields.length);
    expect(new Set(columnFields.map(({ label }) => label)).size).toBe(columnFields.length);
  });

  it('fourteen are usual', () => {
    expect(shownColumns(usualColumns, () => true)).toHaveLength(14);
  });
});

describe('a chosen layout', () => {
  it('has the row header, no column twice and none that is unknown', () => {
    expect(ids(tidy([{ id: 'IMEI' }, { id: 'gone' }, { id: 'IMEI', width: 99 }]))).toEqual([
      'ExternalUniqueId',
      'IMEI',
    ]);
  });

  it('begins with what is pinned, each at the right distance', () => {
    const columns = shownColumns(changed(a, 'State', { pinned: true }), () => true);
    expect(columns.map(({ field, left }) => [field.id, left])).toEqual([
      ['ExternalUniqueId', 0],
      ['State', 206],
      ['IMEI', undefined],
    ]);
  });

  it('leaves out what the records do not have', () => {
    const columns = shownColumns(a, ({ isUndocumented }) => !isUndocumented);
    expect(columns.map(({ field }) => field.id)).toEqual(['ExternalUniqueId', 'IMEI']);
  });

  it('moves a column, but not past an edge or the pinned ones', () => {
    expect(ids(moved(a, 'State', -1))).toEqual(['ExternalUniqueId', 'State', 'IMEI']);
    expect(ids(moved(a, 'IMEI', -1))).toEqual(['ExternalUniqueId', 'IMEI', 'State']);
    expect(ids(moved(a, 'State', 5))).toEqual(['ExternalUniqueId', 'IMEI', 'State']);
    expect(ids(moved(a, 'gone', 1))).toEqual(ids(a));
  });

  it('keeps widths within their limits', () => {
    const widthOf = (width: number) => changed(a, 'IMEI', { width })[1]?.width;
    expect([1, 123.4, 9_999].map(widthOf)).toEqual([60, 123, 600]);
  });

  it('takes columns in and out, but for the row header', () => {
    expect(ids(toggled(a, 'Lac'))).toEqual(['ExternalUniqueId', 'IMEI', 'State', 'Lac']);
    expect(ids(toggled(a, 'IMEI'))).toEqual(['ExternalUniqueId', 'State']);
    expect(ids(toggled(a, 'ExternalUniqueId'))).toContain('ExternalUniqueId');
  });
});
