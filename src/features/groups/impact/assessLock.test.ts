import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { lastDevice } from '#identifiers/lastDevice.ts';

import { assessLock, imeiBuckets, type ImeiBucket } from './assessLock.ts';
import { simOf, type Sim } from './sim.ts';

const prefix = '35684610';

function sim(reported: string, state?: string, iccid = '8900000000000000001'): Sim {
  return { iccid, name: undefined, state, reported, device: lastDevice(reported) };
}

function bucketOf(one: Sim, of = prefix): ImeiBucket | undefined {
  const { buckets } = assessLock([one], of);
  return imeiBuckets.find((bucket) => buckets[bucket].sims.length === 1);
}

describe('the bucket of an IMEI', () => {
  it.each([
    ['356846101234567', 'inside', 'IMEI with check digit'],
    ['356846101234560', 'inside', 'a wrong check digit changes nothing'],
    ['35684610123456', 'inside', 'without check digit'],
    ['3568461012345601', 'inside', 'IMEISV'],
    ['35-684610-123456-7', 'inside', 'with separators'],
    [' 356846101234567\u200B', 'inside', 'with spaces and what cannot be seen'],
    ['３５６８４６１０１２３４５６７', 'inside', 'full-width digits'],
    ['IMEI: 356846101234567', 'inside', 'with its label'],
    ['356846111234567', 'outside', 'the TAC beside it'],
    ['013568461012345', 'outside', 'the prefix, but not in front'],
    ['86056704123456', 'outside', 'another TAC, 14 digits'],
    ['', 'none', 'empty'],
    ['   ', 'none', 'blank'],
    ['0', 'none', 'one zero'],
    ['000000000000000', 'none', 'fifteen zeros'],
    ['0000000000000000', 'none', 'sixteen zeros'],
    ['00-000000-000000-0', 'none', 'zeros with separators'],
    ['000000000000001', 'outside', 'zeros, but not only'],
    ['35684610', 'malformed', 'a TAC alone'],
    ['3568461012345', 'malformed', 'thirteen digits'],
    ['35684610123456789', 'malformed', 'seventeen digits'],
    ['FFFFFFFFFFFFFFF', 'malformed', 'letters'],
    ['35684610123456F', 'malformed', 'a letter at the end'],
    ['unknown', 'malformed', 'a word'],
    ['+356846101234567', 'malformed', 'a phone number'],
    ['-1', 'malformed', 'a negative number'],
    ['3.56846E+14', 'malformed', 'what a spreadsheet makes of it'],
  ])('%j is %s: %s', (reported, bucket, _why) => {
    expect(bucketOf(sim(reported))).toBe(bucket);
  });

  it.each([
    ['3', 'inside'],
    ['356846', 'inside'],
    ['35684610123456', 'inside'],
    ['356846101234567', 'inside'],
    ['356846101234568', 'outside'],
    ['36', 'outside'],
  ])('a prefix of any length is compared with the leading digits: %s is %s', (of, bucket) => {
    expect(bucketOf(sim('356846101234567'), of)).toBe(bucket);
  });

  it.each(['35684610123456', '3568461012345678'])(
    'a 15-digit prefix includes a check digit, which %s does not have: not known to be inside',
    (reported) => {
      expect(bucketOf(sim(reported), '356846101234567')).toBe('outside');
      expect(bucketOf(sim(reported), '35684610123456')).toBe('inside');
    },
  );
});

describe('the IMEI of a record', () => {
  const read = (imei: unknown, parsed?: string) =>
    simOf({
      ExternalUniqueId: '8900000000000000001',
      ...(parsed !== undefined && { IMEI: parsed }),
      raw: { IMEI: imei },
    });

  it.each([
    [undefined, undefined, 'none'],
    [null, undefined, 'none'],
    [0, '0', 'none'],
    [356846101234567, '356846101234567', 'imei'],
    // 01580400… without its zero would look like a 14-digit IMEI of a different model.
    [15804001234567, '15804001234567', 'malformed'],
    [{}, undefined, 'malformed'],
    [[], undefined, 'malformed'],
    [true, undefined, 'malformed'],
  ])('%j is %s', (raw, parsed, kind) => {
    expect(read(raw, parsed).device.kind).toBe(kind);
  });

  it('is shown as received if it is not text', () => {
    expect(read({ a: 1 }).reported).toBe('{"a":1}');
    expect(read(null).reported).toBe('');
  });
});

describe('suspension, a second dimension', () => {
  const assessment = assessLock(
    [
      sim('356846101234567', 'ACTIVE'),
      sim('356846101234567', 'SUSPENDED'),
      sim('860567041234567', 'ACTIVE'),
      sim('860567041234567', 'suspended'),
      sim('860567041234567'),
      sim('', 'PROVISIONED'),
      sim('', 'SUSPENDED'),
      sim('junk'),
    ],
    prefix,
  );

  it('is counted within each bucket, as are SIMs without a reported state', () => {
    const { buckets } = assessment;
    expect(buckets.inside).toMatchObject({ suspended: 1, stateNotReported: 0 });
    expect(buckets.outside).toMatchObject({ suspended: 1, stateNotReported: 1 });
    expect(buckets.none).toMatchObject({ suspended: 1, stateNotReported: 0 });
    expect(buckets.malformed).toMatchObject({ suspended: 0, stateNotReported: 1 });
    expect(assessment.suspended).toHaveLength(3);
    expect(assessment.stateNotReported).toHaveLength(2);
  });

  it('excludes a SIM from those that may lose service; an unknown state or IMEI does not', () => {
    expect(assessment.losing).toBe(4);
  });
});

const anyReported = fc.oneof(
  fc.stringMatching(/^\d{13,17}$/),
  fc.constantFrom('', '0', '000000000000000', '356846101234567', '35684610123456', 'FFFF'),
  fc.string(),
);
const anySim = fc
  .tuple(
    anyReported,
    fc.constantFrom(undefined, 'ACTIVE', 'SUSPENDED', 'RETIRED'),
    fc.stringMatching(/^89\d{17}$/),
  )
  .map(([reported, state, iccid]) => sim(reported, state, iccid));
const anyPrefix = fc.stringMatching(/^\d{1,15}$/);

describe('for all SIMs and prefixes', () => {
  it('each is in one bucket, inside only if its digits begin with the prefix; a longer prefix loses no fewer', () => {
    fc.assert(
      fc.property(fc.array(anySim), anyPrefix, (sims, of) => {
        const { buckets, losing, total } = assessLock(sims, of);
        const all = imeiBuckets.flatMap((bucket) => buckets[bucket].sims);
        expect(all).toHaveLength(sims.length);
        expect(new Set(all)).toEqual(new Set(sims));
        expect(total).toBe(sims.length);
        for (const { device } of buckets.inside.sims) {
          expect(device.kind === 'imei' && device.digits.startsWith(of)).toBe(true);
        }
        expect(losing).toBeGreaterThanOrEqual(assessLock(sims, of.slice(0, -1) || of).losing);
      }),
    );
  });

  it('batches and order do not matter, and two prefixes do not affect each other', () => {
    fc.assert(
      fc.property(fc.array(anySim), anyPrefix, anyPrefix, (sims, of, other) => {
        const counts = (list: readonly Sim[], by: string) => {
          const { buckets, losing } = assessLock(list, by);
          return [losing, ...imeiBuckets.map((bucket) => buckets[bucket].sims.length)];
        };
        const before = counts(sims, of);
        counts(sims, other);
        expect(counts(sims.toReversed(), of)).toEqual(before);
      }),
    );
  });
});
