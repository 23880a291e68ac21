import { describe, expect, it } from 'vitest';

import { listedNetworks, networkNames } from './listedNetworks.ts';

const code = { mcc: '262', mnc: '01', brand: 'Brand', operator: 'Operator', status: 'Operational' };

function named(...entries: readonly Partial<Parameters<typeof networkNames>[0][number]>[]) {
  return Object.fromEntries(networkNames(entries.map((one) => ({ ...code, ...one }))));
}

describe('Q3: the public list of networks', () => {
  it('tells two- and three-digit MNCs apart', () => {
    expect(named({ mcc: '001' }, { mcc: '001', mnc: '001', brand: 'Other' })).toEqual({
      '001-01': 'Brand',
      '001-001': 'Other',
    });
  });

  it.each(['?', '100 - 190', '50144', '1'])('skips the code %j', (mnc) => {
    expect(named({ mnc })).toEqual({});
  });

  const statuses = ['Not operational', 'Reserved', 'Returned spare'];
  it.each(statuses)('does not name a network after the holder of a code that is %s', (status) => {
    expect(named({ status })).toEqual({});
    expect(named({ status, brand: 'Former' }, {})).toEqual({ '262-01': 'Brand' });
  });

  it('prefers operational entries, and shows all their names', () => {
    const unknown = { status: 'Unknown', brand: 'Perhaps' };
    expect(named(unknown)).toEqual({ '262-01': 'Perhaps' });
    expect(named(unknown, {}, { brand: 'Island' }, {})).toEqual({ '262-01': 'Brand / Island' });
  });

  it('uses the operator’s name if there is no brand', () => {
    expect(named({ brand: null })).toEqual({ '262-01': 'Operator' });
  });

  it('has the networks that the package lists', async () => {
    const names = await listedNetworks();
    expect(names.size).toBeGreaterThan(2000);
    expect([names.get('262-01'), names.get('262-001')]).toEqual(['Telekom', undefined]);
    expect([names.get('338-05'), names.get('310-410')]).toEqual(['Digicel', 'AT&T / Liberty']);
  });
});
