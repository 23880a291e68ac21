import type { ThingRecord } from '#api/things.ts';
import type { ReadThing } from '#api/workSet/entries.ts';
import { cleanIccid } from '#identifiers/iccid.ts';
import { leadingDigits } from '#identifiers/imei.ts';
import type { Interpretation } from '#identifiers/interpretations.ts';
import { lastDevice } from '#identifiers/lastDevice.ts';
import { hasCheckDigit } from '#identifiers/luhn.ts';
import { cleanMsisdn } from '#identifiers/msisdn.ts';

import { nameKey, type IdentifierItem } from './readList.ts';

/** How many trailing digits the index uses to look up national numbers. */
const lastDigits = 7;

/**
 * Keys that an interpretation shares with the Things it refers to. All spellings of an identifier have the same key: an
 * IMEI with a different last digit, an ICCID without its check digit, a name in a different case.
 */
function keyOf({ kind, form, value }: Interpretation): string {
  if (kind === 'imei') return `imei ${leadingDigits(value) ?? value}`;
  if (kind === 'name') return `name ${nameKey(value)}`;
  return form === 'national' ? `national ${value.slice(-lastDigits)}` : `${kind} ${value}`;
}

function keysOfThing(thing: ThingRecord): readonly string[] {
  const { imsis, imei, msisdn, name } = identifiersOf(thing);
  const iccid = cleanIccid(thing.ExternalUniqueId) ?? thing.ExternalUniqueId;
  const keys = [`iccid ${iccid}`, ...imsis.map((imsi) => `imsi ${imsi}`)];
  // Some cards and lists omit the check digit, which can be computed from the other digits.
  if (iccid.length > 18 && hasCheckDigit(iccid)) keys.push(`iccid ${iccid.slice(0, -1)}`);
  if (imei !== undefined) keys.push(`imei ${imei}`);
  if (msisdn !== undefined) keys.push(`msisdn ${msisdn}`, `national ${msisdn.slice(-lastDigits)}`);
  if (name !== undefined) keys.push(`name ${name}`);
  return keys;
}

/** The identifiers in a record; undefined for a kind without a comparable value. */
function identifiersOf(thing: ThingRecord) {
  const { ActiveMobileSubscriber, LastLocation, IMEI = '', MSISDN = '', ThingName = '' } = thing;
  const device = lastDevice(IMEI, typeof thing.raw['IMEI'] === 'number');
  const imsis = [ActiveMobileSubscriber, LastLocation?.IMSI].filter((imsi) => imsi !== undefined);
  return {
    imsis: [...new Set(imsis)].filter((imsi) => imsi !== ''),
    imei: device.kind === 'imei' ? leadingDigits(device.digits) : undefined,
    msisdn: cleanMsisdn(MSISDN),
    name: ThingName === '' ? undefined : nameKey(ThingName),
  };
}

/** Whether a Thing's record matches an interpretation. */
export function isMeant(thing: ThingRecord, interpretation: Interpretation): boolean {
  return keysOfThing(thing).includes(keyOf(interpretation)) && endsAlike(thing, interpretation);
}

function endsAlike({ MSISDN = '' }: ThingRecord, { form, value }: Interpretation): boolean {
  return form !== 'national' || (cleanMsisdn(MSISDN) ?? '').endsWith(value);
}

/** Whether a record has this kind of identifier at all, so that it can be compared. */
export function showsKind(thing: ThingRecord, kind: Interpretation['kind']): boolean {
  const { imsis, imei, msisdn, name } = identifiersOf(thing);
  const shown = {
    iccid: true,
    imsi: imsis.length > 0,
    imei: imei !== undefined,
    msisdn: msisdn !== undefined,
    name: name !== undefined,
  };
  return shown[kind];
}

/** The Things that were found for one interpretation. */
export interface Match {
  readonly as: Interpretation;
  readonly reads: readonly ReadThing[];
}

/** Finds the Things that the items of a list refer to. */
export function createMatcher(items: readonly IdentifierItem[]) {
  const byKey = new Map<string, { readonly item: IdentifierItem; readonly order: number }[]>();
  const found = new Map<IdentifierItem, ReadThing[][]>();
  for (const item of items) {
    for (const [order, interpretation] of item.candidates.entries()) {
      const key = keyOf(interpretation);
      const entry = { item, order };
      const others = byKey.get(key);
      if (others) others.push(entry);
      else byKey.set(key, [entry]);
    }
  }
  return {
    add(reads: readonly ReadThing[]) {
      for (const read of reads) {
        const { thing } = read;
        for (const key of keysOfThing(thing)) {
          for (const { item, order } of byKey.get(key) ?? []) {
            const interpretation = item.candidates[order];
            if (!interpretation || !endsAlike(thing, interpretation)) continue;
            const matches = found.get(item) ?? [];
            const same = matches[order] ?? [];
            if (!same.includes(read)) same.push(read);
            matches[order] = same;
            found.set(item, matches);
          }
        }
      }
    },
    /** The first interpretation of the item that matches any Thing. */
    matchOf(item: IdentifierItem): Match | undefined {
      for (const [order, reads] of Array.from(found.get(item) ?? []).entries()) {
        const as = item.candidates[order];
        if (as && reads !== undefined && reads.length > 0) return { as, reads };
      }
      return undefined;
    },
  };
}
