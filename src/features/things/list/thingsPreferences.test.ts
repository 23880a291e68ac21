import { expect, it } from 'vitest';

import { readThingsPreferences } from './thingsPreferences.ts';

const defaults = {
  columns: undefined,
  density: 'comfortable',
  views: [],
  startView: undefined,
  shortcuts: true,
};

it.each([undefined, null, 7, 'text', [], {}, { columns: 'all', density: 'huge', views: {} }])(
  'stored preferences are the defaults when %j is stored',
  (stored) => expect(readThingsPreferences(stored)).toEqual(defaults),
);

it('stored preferences lose only invalid items', () => {
  const stored = {
    columns: [{ id: 'IMEI', width: 90 }, { id: 7 }, { id: 'Lac', width: 1e9 }, { id: 'State' }],
    views: [{ id: 'v1', name: 'Mine', search: 'IMEI=35' }, { id: 'v2' }, null],
    density: 'compact',
    startView: 'v1',
    shortcuts: false,
  };
  expect(readThingsPreferences(stored)).toEqual({
    columns: [{ id: 'IMEI', width: 90 }, { id: 'State' }],
    views: [{ id: 'v1', name: 'Mine', search: 'IMEI=35' }],
    density: 'compact',
    startView: 'v1',
    shortcuts: false,
  });
});
