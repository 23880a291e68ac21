import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { LoggedCall } from '#api/callLog.ts';
import { readThing } from '#api/things.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';

import { bundleFiles, type BundleContent } from './bundleFiles.ts';
import { createMask, noMask, type Mask } from './mask.ts';
import { writeBundle } from './writeBundle.ts';

const imsi = '262011234567890';
const msisdn = '4915112345678';
const record = {
  ExternalUniqueId: '8988228066600001234',
  IMEI: '356938035643809',
  ActiveMobileSubscriber: imsi,
  MSISDN: msisdn,
  LastLocation: { Latitude: 52.520008, Longitude: -13.404954, CellId: 4711 },
};

function learned(raws: readonly unknown[]): Mask {
  const mask = createMask();
  for (const raw of raws) mask.learn(raw);
  return mask;
}
const masked = () => learned([record]);

describe('masking text', () => {
  it.each([
    ['an IMSI', `IMSI: ${imsi}`, 'IMSI: ***********7890'],
    ['with spaces', '262 01 1234567890', '*** ** ******7890'],
    ['with dashes', '262-01-1234567890', '***-**-******7890'],
    ['an MSISDN', msisdn, '*********5678'],
    ['with a plus', '+49 151 12345678', '+** *** ****5678'],
    ['with 00', '004915112345678', '00*********5678'],
    ['as at home', '0151/12345678', '01**/****5678'],
    ['full-width digits', '４９１５１１２３４５６７８', '*********５６７８'],
    ['inside of a word', `SIM_${msisdn}.txt`, 'SIM_*********5678.txt'],
    ['two in a row', `${imsi},${msisdn}`, '***********7890,*********5678'],
    ['a position', 'at 52.520008, -13.404954', 'at **.******, -**.******'],
    ['a shortened position', '52.5200 N, 13,405 E', '**.**** N, **,*** E'],
    [
      'an ICCID and an IMEI',
      '8988228066600001234 356938035643809',
      '8988228066600001234 356938035643809',
    ],
    [
      'other numbers and times',
      '2026-11-22T08:52:52.520Z 123456789',
      '2026-11-22T08:52:52.520Z 123456789',
    ],
  ])('masks %s', (_, text, expected) => expect(masked().text(text)).toBe(expected));

  it('masks five or six digits only if they are not part of a longer number', () => {
    const mask = learned([{ MSISDN: '12345' }]);
    expect(mask.text('12345 8912345678 x12345x')).toBe('***45 8912345678 x***45x');
  });
});

describe('masking a JSON value', () => {
  it('masks documented fields and fields whose names give them away, and leaves other fields unchanged', () => {
    const value = {
      ...record,
      IMSI2: '901280000000001',
      OldPhone: { Home: '030 1234567' },
      GeoPoint: [52, 13],
      Location: ['52.5, 13.4', { CellId: 4711 }],
      IpAllocation: '10.0.0.1',
      lat: 8,
      Note: `call +${msisdn}`,
      Sum: 4915112345678,
      Platform: 12,
      Flag: true,
      Nothing: null,
    };
    expect(masked().json(value)).toEqual({
      ...value,
      ActiveMobileSubscriber: '***********7890',
      MSISDN: '*********5678',
      LastLocation: { Latitude: '**.******', Longitude: '-**.******', CellId: 4711 },
      IMSI2: '***********0001',
      OldPhone: { Home: '*** ***4567' },
      GeoPoint: ['**', '**'],
      Location: ['**.*, **.*', { CellId: 4711 }],
      IpAllocation: '10.0.0.1',
      lat: '*',
      Note: 'call +*********5678',
      Sum: '*********5678',
    });
  });

  it('N3: masks every long number that a person typed, except these SIMs’ ICCIDs and IMEIs', () => {
    const mask = learned([
      { ExternalUniqueId: '8988228066600000123', IMEI: '352081150000016', MSISDN: '4915112345678' },
    ]);
    const typed = [
      ['Call 0151-1234 5678, ext. 12', 'Call ****-**** 5678, ext. 12'],
      ['driver +33 6 12 34 56 78', 'driver +** * ** ** 56 78'],
      ['8988228066600000123 in 352081150000016', '8988228066600000123 in 352081150000016'],
      ['was 8988228066600000999', 'was ***************0999'],
      ['at 52.5200, 13.4050', 'at **.****, **.4050'],
      ['ticket 4711, 3 of 4', 'ticket 4711, 3 of 4'],
    ];
    expect(typed.map(([text = '']) => [text, mask.typed(text)])).toEqual(typed);
  });

  it('masks the filters in logged calls, including those for SIMs outside the bundle', () => {
    const address =
      '/things?filterBy%5BMSISDN%5D=%2B33612345678&filterBy%5BThingName%5D=%2B49+151+12345678&limit=50';
    expect(decodeURIComponent(masked().address(address))).toBe(
      '/things?filterBy[MSISDN]=+*******5678&filterBy[ThingName]=+**+***+****5678&limit=50',
    );
  });
});

function allText(content: BundleContent, mask: Mask): string {
  return bundleFiles(content)
    .map(({ parts }) => [...parts(mask)].join(''))
    .join('\n');
}

const callTo = (filters: Record<string, string>): LoggedCall => ({
  number: 1,
  startedAt: 0,
  tookMs: 1,
  method: 'GET',
  route: '/things',
  address: `/things?${new URLSearchParams(filters)}`,
  purpose: 'person',
  requestId: 'req-x',
  outcome: { kind: 'cancelled' },
});

function contentOf(raws: readonly unknown[], calls: readonly LoggedCall[] = []): BundleContent {
  const sims = raws.map((raw) => {
    const thing = readThing(raw);
    if (!thing) throw new Error('The record cannot be read');
    const read = { thing, readAt: Date.UTC(2026, 0, 1), requestId: 'req-x' };
    return { iccid: thing.ExternalUniqueId, read };
  });
  const about = { version: '1', environmentName: 'Test', now: Date.UTC(2026, 0, 2) };
  const none = { notes: undefined, knownGroup: () => undefined, groupName: () => undefined };
  return { sims, calls, isMasked: true, ...none, ...about };
}

const textOf = async (content: BundleContent): Promise<string> =>
  (await writeBundle(content, 'txt', manualClock())).text();

const number = (from: number, to: number) =>
  fc.stringMatching(new RegExp(`^4[0-9]{${from},${to}}$`));
const spellings: readonly ((digits: string) => string)[] = [
  (digits) => digits,
  (digits) => `+${digits}`,
  (digits) => `00${digits}`,
  (digits) => digits.replaceAll(/(\d{3})(?=\d)/g, '$1 '),
  (digits) => digits.replaceAll(/(\d{4})(?=\d)/g, '$1-'),
  (digits) => `(${digits.slice(0, 3)}) ${digits.slice(3)}`,
];
const degrees = fc
  .integer({ min: -89_000_000, max: 89_000_000 })
  .map((n) => (n * 2 + 1) / 2_000_003);

describe('a masked bundle', () => {
  it('has no IMSI, MSISDN or coordinate from its records anywhere, in any format', () => {
    const sim = fc.record({
      imsi: number(14, 14),
      msisdn: number(9, 13),
      latitude: degrees,
      longitude: degrees,
      spell: fc.constantFrom(...spellings),
    });
    fc.assert(
      fc.property(fc.array(sim, { minLength: 1, maxLength: 3 }), (sims) => {
        const raws = sims.map(({ spell, ...own }, index) => {
          const other = sims[(index + 1) % sims.length] ?? own;
          return {
            ExternalUniqueId: `898822806660000${1000 + index}`,
            State: 'ACTIVE',
            ActiveMobileSubscriber: own.imsi,
            MSISDN: spell(own.msisdn),
            LastLocation: { Latitude: own.latitude, Longitude: own.longitude },
            ThingName: `van ${spell(other.imsi)}`,
            ThingDescription: `near ${other.latitude.toFixed(5)}, ${String(other.longitude)}`,
            [`about ${other.msisdn}`]: {
              deep: [[`tel:${spell(other.msisdn)}`], Number(own.msisdn)],
            },
          };
        });
        const calls = sims.map(({ spell, ...own }) =>
          callTo({ 'filterBy[ThingName]': spell(own.imsi), 'filterBy[MSISDN]': own.msisdn }),
        );
        const content = contentOf(raws, calls);
        const text = allText(content, learned(raws));
        const bare = text.replaceAll(/%[\dA-F]{2}|[^\d\n]/g, '');
        for (const own of sims) {
          expect(bare).not.toContain(own.imsi);
          expect(bare).not.toContain(own.msisdn);
          for (const value of [own.latitude, own.longitude]) {
            if (!/\.\d{3}/.test(String(value))) continue;
            expect(text).not.toContain(String(Math.abs(value)));
            expect(text).not.toContain(Math.abs(value).toFixed(5));
          }
        }
        for (const raw of raws) expect(text).toContain(raw.ExternalUniqueId);
        expect(allText(content, noMask).replaceAll(/\D/g, '')).toContain(sims[0]?.imsi);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps the ICCID and the IMEI of every SIM in the sandbox', () => {
    const raws = createSandbox({ things: 300 }).state.things();
    const text = allText(contentOf(raws), learned(raws));
    const has = (values: readonly (string | undefined)[]) =>
      values.filter((value) => value && text.includes(value)).length;
    const iccids = raws.map(({ ExternalUniqueId }) => ExternalUniqueId);
    const imeis = raws.flatMap(({ IMEI }) => IMEI || []);
    expect([has(iccids), has(imeis)]).toEqual([iccids.length, imeis.length]);
    expect(has(raws.map(({ ActiveMobileSubscriber }) => ActiveMobileSubscriber))).toBe(0);
    expect(has(raws.map(({ MSISDN }) => MSISDN))).toBe(0);
  });

  it('masks numbers of other SIMs in every filter, and no IMEI that was tried as an IMSI', async () => {
    const other = '262019999999999';
    const tried = { 'filterBy[ActiveMobileSubscriber]': other, 'filterBy[IMEI]': other };
    const imei = callTo({ 'filterBy[ActiveMobileSubscriber]': record.IMEI });
    const text = await textOf(contentOf([record], [callTo(tried), imei]));
    expect(text).not.toContain(other);
    expect(text).toContain(`,${record.IMEI},`);
  });

  it('contains no formula that a spreadsheet would run', () => {
    const raws = [{ ...record, ThingName: '=HYPERLINK("x")' }];
    const csv = bundleFiles(contentOf(raws)).find(({ name }) => name === 'records.csv');
    expect([...(csv?.parts(learned(raws)) ?? [])].join('')).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

const raw = {
  ExternalUniqueId: '8988228066600001234',
  ThingsGroupId: 'ThingsGroupId_1',
  MSISDN: '4915112345678',
  Curr_Latitude: 52.5,
  LastLocation: { Longitude: 13.4, Timestamp: 0 },
  IPs: [
    { IP: '10.0.0.1' },
    '10.0.0.2',
    { Address: '10.0.0.3', Phone: '4711', Latitude: 52 },
    'for +49 151 12345678',
  ],
  FwBlockAttempts: { CalledBy: { MSISDN: '0815' } },
};
const group = {
  ThingsGroupId: 'ThingsGroupId_1',
  ThingsGroupDescription: 'ask +49 30 1234567',
  ContactPhone: '+49301234567',
  Site: { Latitude: 48, Note: 'roof' },
  CustomerId: 'cid_4c1e7a90',
};

async function bundle(isMasked: boolean): Promise<string> {
  const { ThingsGroupId } = group;
  const known = { group: { ThingsGroupId, raw: group }, readAt: 0, requestId: 'req-2' };
  return textOf({ ...contentOf([raw]), knownGroup: () => known, isMasked });
}

it('masks an item that the console does not understand, both in the table and in the record', async () => {
  const text = await bundle(true);
  const row = text.split('\n').find((line) => line.startsWith('8988228066600001234,')) ?? '';
  expect(row).toContain(
    '10.0.0.1; 10.0.0.2; {""Address"":""10.0.0.3"",""Phone"":""****"",""Latitude"":""**""}',
  );
  expect(row).toContain('for +** *** ****5678');
  expect(text).not.toMatch(/4711|0815|52\.5|13\.4|"Latitude":\s*\d/);
  // Addresses are not masked, as the readme says.
  expect(text).toContain('- Undocumented fields whose name indicates that they hold one of these.');
  expect(await bundle(false)).toContain('""Phone"":""4711""');
});

it('masks a group’s unknown fields by name, and its numbers everywhere', async () => {
  const text = await bundle(true);
  expect(text).toContain('"ContactPhone": "+*******4567"');
  expect(text).toContain('"ThingsGroupDescription": "ask +** ** *****67"');
  expect(text).toContain('"Latitude": "**"');
  expect(text).toContain('"CustomerId": "cid_4c1e7a90"');
});
