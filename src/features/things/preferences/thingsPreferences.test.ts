import { describe, expect, it } from 'vitest';

import { readThingsPreferences } from './thingsPreferences.ts';

const usual = {
  columns: undefined,
  density: 'comfortable',
  views: [],
  startView: undefined,
  shortcuts: true,
};

describe('stored preferences', () => {
  it.each([undefined, null, 7, 'text', [], {}, { columns: 'all', density: 'huge', views: {} }])(
    'are the usual ones for %j',
    (stored) => expect(readThingsPreferences(stored)).toEqual(usual),
  );

  it('lose the one item that does not fit, and no other', () => {
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
});
