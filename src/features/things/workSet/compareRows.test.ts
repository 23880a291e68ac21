import { describe, expect, it } from 'vitest';

import { readThing, type ThingRecord } from '#api/things.ts';

import { compareRows, compareText } from './compareRows.ts';

function thing(fields: object): ThingRecord {
  const record = readThing({ ExternalUniqueId: '8949010000000010001', ...fields });
  if (!record) throw new Error('The record cannot be read');
  return record;
}

const differing = (...things: (ThingRecord | undefined)[]) =>
  compareRows(things)
    .filter(({ differs }) => differs)
    .map(({ field }) => field.label);

describe('the rows of a comparison', () => {
  it('start with the fields that may explain a SIM without service, and end with those that always differ', () => {
    const a = { MSISDN: '491', IMEI: '356846104140054', State: 'ACTIVE', CreatedBy: 'x' };
    const b = { MSISDN: '492', IMEI: '864112047044373', State: 'SUSPENDED', CreatedBy: 'y' };
    expect(differing(thing(a), thing(b))).toEqual([
      'State',
      'TAC (last known IMEI)',
      'IMEI (last known)',
      'Created by',
      'MSISDN',
    ]);
  });

  it('show two devices of one model as one TAC', () => {
    const a = thing({ IMEI: '356846104140054' });
    const b = thing({ IMEI: '35684610999999' });
    const rows = compareRows([a, b]);
    expect(rows[0]).toMatchObject({ differs: false, texts: ['35684610', '35684610'] });
    expect(differing(a, b)).toEqual(['IMEI (last known)']);
  });

  it('do not derive a TAC from zeros or too few digits', () => {
    const rows = compareRows([thing({ IMEI: '000000000000000' }), thing({ IMEI: '35684' })]);
    expect(rows.map(({ field }) => field.id)).toEqual(['IMEI']);
  });

  it('L4: count a missing value as a difference, but not a missing SIM', () => {
    const a = thing({ State: 'ACTIVE', MnoName: 'TIM' });
    expect(differing(a, thing({ State: 'ACTIVE' }))).toEqual(['Operator']);
    expect(differing(a, undefined, a)).toEqual([]);
  });

  it('omit fields that no record has', () => {
    expect(compareRows([thing({}), thing({})])).toEqual([]);
  });
});

describe('the text of a comparison', () => {
  const sims = [
    { iccid: '8949', readAt: Date.UTC(2026, 0, 2), requestId: 'req_1', isFound: true },
    { iccid: '8950', readAt: Date.UTC(2026, 0, 2), requestId: 'req_2', isFound: false },
    { iccid: '8951', isFound: false },
  ];
  const rows = compareRows([thing({ State: 'ACTIVE\nState: [1] x', Data: 5 }), undefined]);

  it('names each SIM, the SIMs not found, and the time of each read', () => {
    const text = compareText(sims, rows, false);
    expect(text).toContain('[1] 8949, read at 2026-01-02T00:00:00.000Z, request ID req_1');
    expect(text).toContain('[2] 8950, not found, read at');
    expect(text).toContain('[3] 8951, not read');
    expect(text).toContain('Data: [1] 5  [2] —');
  });

  it('H14: gets no extra line from a line break in a value', () => {
    expect(compareText(sims, rows, false).split('\n')).toContain(
      'State: [1] ACTIVE State: [1] x  [2] —',
    );
  });

  it('contains only the differences if nothing else is shown', () => {
    expect(compareText(sims, rows, true)).not.toContain('The same');
  });
});
