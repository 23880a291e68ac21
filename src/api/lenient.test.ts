import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { thing } from '#contract/thing.ts';

import { listReader } from './lenient.ts';

const iccid = '8988228066600000123';
const read = (...items: unknown[]) => listReader(thing, 'ExternalUniqueId')(items);

describe('V1: a bad record or field never hides the others', () => {
  it('drops only records without a readable identifier, and counts them', () => {
    const list = read({ ExternalUniqueId: iccid }, null, { ExternalUniqueId: {} }, 'text', []);
    expect(list.records.map((record) => record.ExternalUniqueId)).toEqual([iccid]);
    expect(list.unreadable).toBe(4);
  });

  it('drops a record that is nested too deeply', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`);
    const list = read({ ExternalUniqueId: iccid }, { ExternalUniqueId: '8988', deep });
    expect(list.records.map((record) => record.ExternalUniqueId)).toEqual([iccid]);
    expect(list.unreadable).toBe(1);
  });

  it('omits a field of the wrong type and keeps the others', () => {
    const [record] = read({ ExternalUniqueId: iccid, IMEI: { x: 1 }, CellId: 7 }).records;
    expect([record?.IMEI, record?.CellId]).toEqual([undefined, 7]);
  });

  it('reads nested objects one field at a time', () => {
    const [record] = read({
      ExternalUniqueId: iccid,
      Block: { Data: true, SMS_MT: 'often' },
      LastLocation: { Latitude: 'north', Longitude: 12.5 },
    }).records;
    expect([record?.Block, record?.LastLocation]).toEqual([{ Data: true }, { Longitude: 12.5 }]);
  });

  it('keeps list items unchanged, so that an odd item does not hide the others', () => {
    const IPs = ['10.0.0.1', { IP: '10.0.0.2' }, { IP: 7 }, null];
    const ThingTag = ['a', 7, {}];
    const [record] = read({ ExternalUniqueId: iccid, IPs, ThingTag, IMEI: [] }).records;
    expect(record).toMatchObject({ IPs, ThingTag });
    expect(record).not.toHaveProperty('IMEI');
    expect(read({ ExternalUniqueId: iccid, IPs: '10.0.0.1' }).records[0]).not.toHaveProperty('IPs');
  });

  it('reads integers sent as strings and strings sent as integers', () => {
    const [record] = read({ ExternalUniqueId: 8988, CellId: '4711', MSISDN: 491701234567 }).records;
    expect(record).toMatchObject({
      ExternalUniqueId: '8988',
      CellId: 4711,
      MSISDN: '491701234567',
    });
  });

  it('keeps exactly the values that match their schemas, whether or not it parses them', () => {
    const texts = [z.optional(z.string()), z.string().check(z.minLength(3)), z.iso.date()];
    const schemas = [...texts, z.int(), z.int32(), z.number(), z.boolean(), z.enum(['a'])];
    const values = fc.oneof(fc.string(), fc.maxSafeInteger(), fc.double(), fc.boolean());
    fc.assert(
      fc.property(fc.constantFrom(...schemas), values, (field, value) => {
        const readOne = listReader(z.object({ id: z.string(), field }), 'id');
        const kept: unknown = readOne([{ id: iccid, field: value }]).records[0]?.field;
        const fits = (one: unknown) => z.safeParse(field, one).success;
        expect(fits(value) ? kept === value : kept === undefined || fits(kept)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('treats null as absent', () => {
    expect(read({ ExternalUniqueId: iccid, IMEI: null }).records[0]).not.toHaveProperty('IMEI');
  });
});

describe('V3, V9: unknown fields', () => {
  it('are kept in raw, besides the known fields', () => {
    const [record] = read({ ExternalUniqueId: iccid, Surprise: { a: [1] } }).records;
    expect(record?.raw['Surprise']).toEqual({ a: [1] });
    expect(record).not.toHaveProperty('Surprise');
  });

  it('named like built-in object properties do no harm', () => {
    const hostile: unknown = JSON.parse(
      `{"ExternalUniqueId":"${iccid}","__proto__":{"polluted":true},"constructor":{"prototype":{}}}`,
    );
    const [record] = read(hostile).records;
    expect(record?.ExternalUniqueId).toBe(iccid);
    expect({}).not.toHaveProperty('polluted');
    expect(record).not.toHaveProperty('polluted');
  });
});

it('V4: does not throw for any field value', () => {
  const fields = Object.keys(thing.def.shape).filter((name) => name !== 'ExternalUniqueId');
  fc.assert(
    fc.property(fc.constantFrom(...fields), fc.anything(), (name, value) => {
      expect(read({ ExternalUniqueId: iccid, [name]: value }).records).toHaveLength(1);
    }),
    { numRuns: 1_000 },
  );
});
